import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { observabilityStackName, stackName } from '../infra/names.ts';
import { ACCOUNT, awsEnvironment, REGION } from './aws.ts';
import { runProgram } from './programs/run-program.ts';
import { PROJECT, type RunFolder } from './run-folder.ts';
import type { Supervisor } from './supervisor-client.ts';

/** CloudFormation stacks of the sandbox stage; functions and their tables are in the first. */
const SANDBOX = { name: 'sandbox' };
const STACK = stackName(SANDBOX);
const OBSERVABILITY = observabilityStackName(SANDBOX);

const require = createRequire(import.meta.url);
const CDK = require.resolve('aws-cdk/bin/cdk');

/** Outputs of the CloudFormation stack. */
export type Outputs = Record<
  | 'ApiId'
  | 'AccountsTable'
  | 'WindowsTable'
  | 'FilingsTable'
  | 'ObligationsTable'
  | 'DocumentsBucket'
  | 'EvidenceBucket'
  | 'ServiceKeySecret'
  | 'CertificateSecretsPrefix'
  | 'EncryptionKey'
  | 'UsagePlanId'
  | 'SandboxBucket'
  | 'SandboxAuthoritySecret',
  string
> & { MailSender?: string; MailRegion?: string };

/** Commands of the CDK for one emulator. @param differences context for the stack's differences there */
export const cdkFor = (
  { endpoint, differences }: { endpoint: string; differences: Record<string, string> },
  runFolder: RunFolder,
  supervisor: Pick<Supervisor, 'addGroup' | 'signal'>,
) => {
  const cdk = (command: string, cwd: string, args: string[]) =>
    runProgram(process.execPath, [CDK, command, ...args, '--no-notices'], {
      name: `cdk ${command}`,
      cwd,
      env: {
        ...awsEnvironment(endpoint),
        // The folder for the CDK's caches, which otherwise are in the home folder.
        CDK_HOME: join(runFolder.path, 'cdk'),
        CDK_DISABLE_CLI_TELEMETRY: '1',
        // The validation only prints warnings, and takes longer than everything else.
        CDK_VALIDATION: 'false',
        CI: 'true',
      },
      log: runFolder.log(command),
      signal: supervisor.signal,
      onStart: supervisor.addGroup,
    });

  return {
    /**
     * Bootstraps the CDK in an AWS account. It runs outside the project, because with `cdk.json` it would run the
     * app.
     */
    bootstrap: () => cdk('bootstrap', runFolder.path, [`aws://${ACCOUNT}/${REGION}`]),

    /** Deploys the sandbox stage, with stand-in authorities in its functions. */
    deploy: async (): Promise<Outputs> => {
      const outputs = join(runFolder.path, 'outputs.json');
      const context = { stage: SANDBOX.name, ...differences };
      await cdk('deploy', PROJECT, [
        STACK,
        `observability/${OBSERVABILITY}`,
        ...[
          '--require-approval',
          'never',
          '--outputs-file',
          outputs,
          '--output',
          join(runFolder.path, 'cdk.out'),
        ],
        ...Object.entries(context).flatMap(([key, value]) => ['--context', `${key}=${value}`]),
      ]);
      return JSON.parse(await readFile(outputs, 'utf8'))[STACK];
    },
  };
};
