import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CreateTableCommand,
  DynamoDBClient,
  type KeySchemaElement,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { CreateSecretCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type { TestProject } from 'vitest/node';
import { awsVariables } from '../../../infra/local/aws.ts';
import {
  EMULATOR_ARGS,
  emulatorEnvironment,
  emulatorReady,
  installEmulator,
} from '../../../infra/local/emulator.ts';
import { verifySender } from '../../../infra/local/mail.ts';
import { freePort } from '../../../infra/local/ports.ts';
import { TABLES, type TableDefinition } from '../../../infra/tables.ts';
import type {} from './stack.ts';

const LOCAL = join(import.meta.dirname, '..', '..', '..', '.local');
const SENDER = 'no-reply@pasarela.example';

/** Starts an emulator for this run of the tests alone, with the tables, the bucket and the secret that stores need. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  mkdirSync(LOCAL, { recursive: true });
  const python = await installEmulator(LOCAL, join(LOCAL, 'install.log'));
  const temporary = mkdtempSync(join(tmpdir(), 'pasarela-test-'));
  const port = await freePort();
  // In a group of its own, so that what it starts ends with it.
  const emulator = spawn(python, EMULATOR_ARGS, {
    env: emulatorEnvironment(port, temporary),
    stdio: 'ignore',
    detached: true,
  });
  const stop = async () => {
    if (emulator.exitCode === null && emulator.pid) {
      process.kill(-emulator.pid, 'SIGKILL');
      await once(emulator, 'exit');
    }
    rmSync(temporary, { recursive: true, force: true });
  };
  try {
    const endpoint = `http://127.0.0.1:${port}`;
    const gone = new AbortController();
    emulator.once('exit', () => gone.abort(new Error('the emulator ended')));
    await emulatorReady(endpoint, gone.signal);
    project.provide('variables', { ...awsVariables(endpoint), ...(await create(endpoint)) });
    return stop;
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Makes what the deployment would make, and tells where it is. */
const create = async (endpoint: string): Promise<Record<string, string>> => {
  const variables = awsVariables(endpoint);
  const options = {
    endpoint,
    region: variables.AWS_REGION!,
    credentials: {
      accessKeyId: variables.AWS_ACCESS_KEY_ID!,
      secretAccessKey: variables.AWS_SECRET_ACCESS_KEY!,
    },
  };
  const dynamo = new DynamoDBClient(options);
  const tables = await Promise.all(
    Object.entries(TABLES).map(async ([variable, definition]) => {
      await createTable(dynamo, variable, definition);
      return [variable, variable] as const;
    }),
  );
  await new S3Client({ ...options, forcePathStyle: true }).send(
    new CreateBucketCommand({ Bucket: 'documents' }),
  );
  await new SecretsManagerClient(options).send(
    new CreateSecretCommand({ Name: 'service-key', SecretString: crypto.randomUUID().repeat(2) }),
  );
  await verifySender(endpoint, SENDER);
  return {
    STAGE: 'sandbox',
    ...Object.fromEntries(tables),
    DOCUMENTS_BUCKET: 'documents',
    SERVICE_KEY_SECRET: 'service-key',
    CERTIFICATE_SECRETS_PREFIX: 'certificates/',
    ENCRYPTION_KEY: 'alias/aws/secretsmanager',
    STRICT_IDENTIFIERS: 'false',
    SWITCHED_ON: JSON.stringify('all'),
    MAIL_SENDER: SENDER,
  };
};

const createTable = async (
  dynamo: DynamoDBClient,
  name: string,
  { partitionKey, sortKey, timeToLive, indexes = [] }: TableDefinition,
): Promise<void> => {
  const keys: KeySchemaElement[] = [
    { AttributeName: partitionKey, KeyType: 'HASH' },
    ...(sortKey ? [{ AttributeName: sortKey, KeyType: 'RANGE' as const }] : []),
  ];
  const attributes = new Set([
    ...keys.map(({ AttributeName }) => AttributeName),
    ...indexes.flatMap((index) => [index.partitionKey, index.sortKey]),
  ]);
  await dynamo.send(
    new CreateTableCommand({
      TableName: name,
      KeySchema: keys,
      AttributeDefinitions: [...attributes].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
      ...(indexes.length > 0 && {
        GlobalSecondaryIndexes: indexes.map((index) => ({
          IndexName: index.name,
          KeySchema: [
            { AttributeName: index.partitionKey, KeyType: 'HASH' as const },
            { AttributeName: index.sortKey, KeyType: 'RANGE' as const },
          ],
          Projection: { ProjectionType: 'ALL' as const },
        })),
      }),
      BillingMode: 'PAY_PER_REQUEST',
    }),
  );
  if (timeToLive)
    await dynamo.send(
      new UpdateTimeToLiveCommand({
        TableName: name,
        TimeToLiveSpecification: { AttributeName: timeToLive, Enabled: true },
      }),
    );
};
