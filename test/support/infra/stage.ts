import { randomUUID } from 'node:crypto';
import {
  CloudFormationClient,
  CreateStackCommand,
  waitUntilStackCreateComplete,
} from '@aws-sdk/client-cloudformation';
import { runCommand } from '../programs/commands.ts';

type Program = 'accounts' | 'authorities' | 'keys' | 'tables';

/**
 * Creates a stage that the operator's commands find: a stack whose outputs name the tables of the environment.
 * @returns a function that runs the command with arguments in a separate process, as the operator does. It returns standard
 * output and standard error, and throws standard error if the command fails
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
        // CloudFormation requires a resource in each stack.
        Resources: { Topic: { Type: 'AWS::SNS::Topic' } },
        Outputs: Object.fromEntries(Object.entries(outputs).map(([name, Value]) => [name, { Value }])),
      }),
    }),
  );
  await waitUntilStackCreateComplete({ client, maxWaitTime: 50 }, { StackName });

  return (...args) => runCommand(program, [...args, '--stage', stage]);
};

/** `makeSpokenStage`, reduced to standard output. */
export const makeStage = async (program?: Program): Promise<(...args: string[]) => Promise<string>> => {
  const run = await makeSpokenStage(program);
  return async (...args) => (await run(...args)).stdout;
};
