/** `npm run remove`: removes a stage that keeps no data, including what deleting its stacks would leave behind. */
import { APIGatewayClient, DeleteApiKeyCommand, paginateGetUsagePlanKeys } from '@aws-sdk/client-api-gateway';
import {
  CloudFormationClient,
  DeleteStackCommand,
  DescribeStacksCommand,
  waitUntilStackDeleteComplete,
} from '@aws-sdk/client-cloudformation';
import { DeleteSecretCommand, paginateListSecrets } from '@aws-sdk/client-secrets-manager';
import { observabilityStackName, panelStackName, stackName } from '../infra/names.ts';
import { listResourcesOf, type Outputs, outputOf } from '../local/deployment.ts';
import { CommandError } from '../local/programs/command-error.ts';
import { secretsManager } from '../shared/stores/secrets.ts';
import { inBatches } from './erase/in-batches.ts';
import { emptyBucket } from './erase/objects.ts';
import { type Given, printMessage, runCommand, withoutMore } from './operator.ts';

const USAGE = `npm run remove -- --stage <stage> --confirm <stage>

  Removes a stage: its stacks with their tables, all objects in its buckets, its secrets with the keys of certificates, and
  its API keys. This cannot be undone. The command refuses a stage that keeps its data.`;

/** Seconds to wait for the deletion of a stack; a CloudFront distribution takes many minutes. */
const STACK_SECONDS = 60 * 60;

/** S3 may write access logs to a bucket after it was emptied, so the deletion is retried. */
const TRIES = 3;

const client = new CloudFormationClient();

/** @returns the stack, or `undefined` if there is none */
const findStack = async (name: string) => {
  const { Stacks = [] } = await client
    .send(new DescribeStacksCommand({ StackName: name }))
    .catch((error: Error) => {
      if (error.message.includes('does not exist')) return { Stacks: [] };
      throw error;
    });
  return Stacks[0];
};

/** Empties the buckets of a stack and deletes it. */
const removeStack = async (name: string): Promise<void> => {
  for (let attempt = 1; await findStack(name); attempt++) {
    printMessage(`${name}: objects in its buckets, then the stack`);
    for (const { type, name: resource } of await listResourcesOf(name))
      if (type === 'AWS::S3::Bucket') await emptyBucket(resource);
    await client.send(new DeleteStackCommand({ StackName: name }));
    try {
      await waitUntilStackDeleteComplete({ client, maxWaitTime: STACK_SECONDS }, { StackName: name });
    } catch (error) {
      if (attempt === TRIES)
        throw new CommandError(
          `The stack ${name} cannot be deleted. Its events in CloudFormation say why; then repeat the command. ${(error as Error).message}`,
        );
    }
  }
};

/** Deletes the secrets of certificates, which functions created, without a recovery window. */
const removeSecrets = async (prefix: string): Promise<void> => {
  const pages = paginateListSecrets(
    { client: secretsManager() },
    { Filters: [{ Key: 'name', Values: [prefix] }], IncludePlannedDeletion: true },
  );
  for await (const { SecretList = [] } of pages)
    await inBatches(
      SecretList.filter(({ Name = '' }) => Name.startsWith(prefix)),
      ({ ARN }) =>
        secretsManager().send(new DeleteSecretCommand({ SecretId: ARN, ForceDeleteWithoutRecovery: true })),
    );
};

/** Deletes the API keys by which accounts are in the usage plan of the stage. */
const removeKeys = async (usagePlanId: string): Promise<void> => {
  const apiGateway = new APIGatewayClient();
  for await (const { items = [] } of paginateGetUsagePlanKeys({ client: apiGateway }, { usagePlanId }))
    await inBatches(items, ({ id: apiKey }) => apiGateway.send(new DeleteApiKeyCommand({ apiKey })));
};

const remove = async ({ stage, confirm }: Given<'confirm'>, outputs: Outputs): Promise<void> => {
  if (confirm !== stage)
    throw new CommandError(`--confirm must repeat the name of the stage. Nothing was removed.`);
  const named = { name: stage };
  if ((await findStack(stackName(named)))?.EnableTerminationProtection)
    throw new CommandError(
      `The stage ${stage} keeps its data, and its stack is protected. Nothing was removed: see docs/operations.md.`,
    );
  printMessage('API keys of accounts');
  await removeKeys(outputOf(outputs, 'UsagePlanId'));
  await removeStack(panelStackName(named));
  await removeStack(observabilityStackName(named));
  // Before its stack: as long as that is there, a command that was interrupted can be repeated.
  printMessage('keys of certificates');
  await removeSecrets(outputOf(outputs, 'CertificateSecretsPrefix'));
  await removeStack(stackName(named));
  printMessage(`The stage ${stage} is removed. AWS deletes its encryption key after 30 days.`);
};

await runCommand(USAGE, ['confirm'], (words) => {
  withoutMore(words);
  return remove;
});
