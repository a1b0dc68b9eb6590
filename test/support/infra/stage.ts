import { randomUUID } from 'node:crypto';
import {
  CloudFormationClient,
  CreateStackCommand,
  waitUntilStackCreateComplete,
} from '@aws-sdk/client-cloudformation';
import { runCommand } from '../programs/commands.ts';

type Program = 'accounts' | 'authorities' | 'keys' | 'tables';

/**
 * Makes a stage that the commands of an operator find: a stack whose outputs give the tables that the environment names.
 * @returns runs the command with arguments, in a process of its own as the operator does; answers what it prints for
 * programs and for people, and throws what it writes for people if it fails
 */
export const makeSpokenStage = async (
  program: Program = 'accounts',
): Promise<(...args: string[]) => ReturnType<typeof runCommand>> => {
  const stage = `test-${randomUUID()}`;
  const variables = process.env;
  const outputs = {
    AccountsTable: variables.ACCOUNTS_TABLE,
    PasswordsTable: variables.PASSWORDS_TABLE,
    WindowsTable: variables.WINDOWS_TABLE,
    FilingsTable: variables.FILINGS_TABLE,
    ObligationsTable: variables.OBLIGATIONS_TABLE,
    EventsTable: variables.EVENTS_TABLE,
    DocumentsBucket: variables.DOCUMENTS_BUCKET,
    EvidenceBucket: variables.EVIDENCE_BUCKET,
    ServiceKeySecret: variables.SERVICE_KEY_SECRET,
    CertificateKeySecret: variables.CERTIFICATE_KEY_SECRET,
    FilingKeySecret: variables.FILING_KEY_SECRET,
    TokenKeysSecret: variables.TOKEN_KEYS_SECRET,
    CertificateSecretsPrefix: variables.CERTIFICATE_SECRETS_PREFIX,
    EncryptionKey: variables.ENCRYPTION_KEY,
    SandboxBucket: variables.SANDBOX_BUCKET,
    UsagePlanId: 'plan',
  };
  const client = new CloudFormationClient();
  const StackName = `pasarela-${stage}`;
  await client.send(
    new CreateStackCommand({
      StackName,
      TemplateBody: JSON.stringify({
        // A stack must have a resource.
        Resources: { Topic: { Type: 'AWS::SNS::Topic' } },
        Outputs: Object.fromEntries(Object.entries(outputs).map(([name, Value]) => [name, { Value }])),
      }),
    }),
  );
  await waitUntilStackCreateComplete({ client, maxWaitTime: 50 }, { StackName });

  return (...args) => runCommand(program, [...args, '--stage', stage]);
};

/** As `makeSpokenStage`, for who only needs what the command prints for programs. */
export const makeStage = async (program?: Program): Promise<(...args: string[]) => Promise<string>> => {
  const run = await makeSpokenStage(program);
  return async (...args) => (await run(...args)).stdout;
};
