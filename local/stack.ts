import { join } from 'node:path';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { buildPanel } from '../panel/build/build.ts';
import { openPkiFolder } from '../sandbox/pki/folder.ts';
import { type CertificateAuthority, deriveCertificateAuthority } from '../sandbox/pki/pki.ts';
import { awsVariables, emulatorClient } from './aws.ts';
import { createDemo, type Demo, demoOf } from './demo.ts';
import { cdkFor } from './deploy.ts';
import { storeVariables } from './deployment.ts';
import { emulatorAt } from './emulators/emulator-at.ts';
import { installEmulator } from './emulators/ministack.ts';
import { withLoggedErrors } from './logged-errors.ts';
import { verifySender } from './mail.ts';
import type { Progress } from './programs/progress.ts';
import { LOCAL, type RunFolder } from './run-folder.ts';
import { startSupervisor } from './supervisor-client.ts';

/** A local stack that is ready. */
export interface Stack {
  demo: Demo;
  /** Variables with which the AWS SDK and the stores use the stack. */
  variables: Record<string, string>;
  /** Aborted when the stack has stopped; its reason is the cause. */
  signal: AbortSignal;
  /** Lets the stack run on when this process ends. */
  detach(): Promise<void>;
  stop(): Promise<unknown>;
}

export interface StackOptions {
  /** Endpoint of an emulator that is already running. Without it, one is started. */
  endpoint?: string | undefined;
  /** Use the default ports if they are free. */
  defaultPorts: boolean;
  /** Remove the run folder at the end. */
  ephemeral: boolean;
  /** Further settings of the stage there: `-c` of the CDK. */
  context?: Record<string, string>;
  progress: Progress;
  /** Stops the stack at any moment, also when it is ready. */
  signal: AbortSignal;
}

/**
 * Starts a local stack: the emulator, the deployed gateway with stand-in authorities in its functions, accounts with
 * certificates, the panel, and a process with the same authorities for programs that call them directly. If something fails, it
 * stops what it has started.
 */
export const startStack = async (runFolder: RunFolder, options: StackOptions): Promise<Stack> => {
  const { endpoint: given, defaultPorts, ephemeral, progress, signal } = options;
  const emulator = given
    ? { endpoint: given }
    : { python: await progress('Emulator', () => installEmulator(LOCAL, runFolder.log('install'), signal)) };

  const supervisor = startSupervisor(
    runFolder,
    { folder: runFolder.path, emulator, defaultPorts, ephemeral },
    signal,
  );
  try {
    const { endpoint, panelUrl } = await progress('Processes', supervisor.ready);
    const { context, mailbox } = await emulatorAt(endpoint);
    const cdk = cdkFor(
      { endpoint, differences: { ...context, panelUrl, ...options.context } },
      runFolder,
      supervisor,
    );
    await progress('Bootstrap', cdk.bootstrap);
    const outputs = await progress('Deployment', cdk.deploy);
    const { MailSender, MailRegion } = outputs;
    if (MailSender && MailRegion) await verifySender(endpoint, MailSender, MailRegion);
    const origin = await supervisor.startProxy(outputs.ApiId);
    await progress('Panel', async () => {
      const folder = join(runFolder.path, 'panel');
      await buildPanel(folder);
      await supervisor.startPanel(folder, `${origin}/api/`);
    });
    const accounts = await progress('Accounts', () =>
      createDemo(runFolder, { endpoint, api: `${origin}/api`, signal: supervisor.signal }).catch(
        async (error: unknown) => {
          throw await withLoggedErrors(error, endpoint);
        },
      ),
    );
    const authorities = await progress('Authorities', async () => {
      await openPkiFolder(runFolder.pki, await readAuthority(endpoint, outputs.SandboxAuthoritySecret));
      return supervisor.startAuthorities(outputs.SandboxBucket, accounts.accountId);
    });
    const demo = {
      ...demoOf(runFolder, accounts, authorities),
      panelUrl,
      ...(mailbox && { mailbox: endpoint + mailbox }),
    };
    await supervisor.writeDemo(demo);
    return {
      demo,
      variables: { ...awsVariables(endpoint), ...storeVariables('sandbox', outputs) },
      signal: supervisor.signal,
      detach: supervisor.detach,
      stop: supervisor.stop,
    };
  } catch (error) {
    // If the supervisor was already stopping, this error is only a consequence. Throw the cause.
    throw (await supervisor.stop()) ?? error;
  }
};

/** The issuer of certificates for the stage at an emulator. In AWS only one of the stage's functions can derive it. */
const readAuthority = async (endpoint: string, secret: string): Promise<CertificateAuthority> => {
  const secrets = new SecretsManagerClient(emulatorClient(endpoint));
  const { SecretString = '' } = await secrets.send(new GetSecretValueCommand({ SecretId: secret }));
  return deriveCertificateAuthority(SecretString);
};
