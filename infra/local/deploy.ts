import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ACCOUNT, awsEnvironment, REGION } from './aws.ts';
import { run } from './command.ts';
import type { AuthorityAddresses } from './keeper.ts';
import type { Keeper } from './keeper-client.ts';
import { type Place, PROJECT } from './place.ts';

/** Name of the stack that the sandbox stage makes. */
const STACK = 'pasarela-sandbox';

const require = createRequire(import.meta.url);
const CDK = require.resolve('aws-cdk/bin/cdk');

/** Outputs of the stack that local work needs. */
export type Outputs = Record<
  | 'ApiId'
  | 'RecordsTable'
  | 'WindowsTable'
  | 'DocumentsBucket'
  | 'ServiceKeySecret'
  | 'CertificateSecretsPrefix'
  | 'EncryptionKey'
  | 'UsagePlanId',
  string
> & { MailSender?: string };

/** The CDK's own command line, bound to one emulator. */
export const cdkFor = (place: Place, endpoint: string, keeper: Pick<Keeper, 'own' | 'signal'>) => {
  const cdk = (command: string, cwd: string, args: string[]) =>
    run(process.execPath, [CDK, command, ...args, '--no-notices'], {
      name: `cdk ${command}`,
      cwd,
      env: {
        ...awsEnvironment(endpoint),
        // What the CDK remembers of accounts and notices would else go to the home folder.
        CDK_HOME: join(place.folder, 'cdk'),
        CDK_DISABLE_CLI_TELEMETRY: '1',
        CI: 'true',
      },
      log: place.log(command),
      signal: keeper.signal,
      started: keeper.own,
    });

  return {
    /** Makes what the CDK itself needs in an account. Away from `cdk.json`, or it would run the app for nothing. */
    bootstrap: () => cdk('bootstrap', place.folder, [`aws://${ACCOUNT}/${REGION}`]),

    /** Deploys the sandbox stage, pointed at these authorities. */
    deploy: async ({ url }: AuthorityAddresses): Promise<Outputs> => {
      const outputs = join(place.folder, 'outputs.json');
      const context = {
        stage: 'sandbox',
        tgssUrl: url,
        sepeUrl: url,
        aeatUrl: url,
        authorityCaFile: join(place.pki, 'ca.pem'),
        emulator: 'true',
      };
      await cdk('deploy', PROJECT, [
        STACK,
        ...[
          '--require-approval',
          'never',
          '--outputs-file',
          outputs,
          '--output',
          join(place.folder, 'cdk.out'),
        ],
        ...Object.entries(context).flatMap(([key, value]) => ['--context', `${key}=${value}`]),
      ]);
      return JSON.parse(await readFile(outputs, 'utf8'))[STACK];
    },
  };
};
