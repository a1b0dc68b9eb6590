import { mkdirSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { CreateTableCommand, DynamoDBClient, type KeySchemaElement } from '@aws-sdk/client-dynamodb';
import { CreateBucketCommand, PutObjectLockConfigurationCommand, S3Client } from '@aws-sdk/client-s3';
import { CreateSecretCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { CreateQueueCommand, SQSClient } from '@aws-sdk/client-sqs';
import { groups } from '../../functions/operations.ts';
import { queuedGroups } from '../../infra/queues/work-queues.ts';
import { TABLES, type TableDefinition } from '../../infra/tables.ts';
import { awsVariables, givenEndpoint } from '../../local/aws.ts';
import { emulatorAt } from '../../local/emulators/emulator-at.ts';
import { installEmulator } from '../../local/emulators/ministack.ts';
import { verifySender } from '../../local/mail.ts';
import { LOCAL, openRunFolder, type RunFolder } from '../../local/run-folder.ts';
import { startSupervisor } from '../../local/supervisor-client.ts';

/** What the names of run folders of tests begin with. */
export const RUN_PREFIX = 'test-';

/** A new run folder. The next run on the deployed stack removes it if its supervisor was killed. */
export const newRunFolder = (): RunFolder => {
  mkdirSync(LOCAL, { recursive: true });
  return openRunFolder(mkdtempSync(join(LOCAL, RUN_PREFIX)));
};

const SENDER = 'no-reply@pasarela.example';
/** A region other than the tables' one, as on a stage in whose region SES is not offered. */
const MAIL_REGION = 'eu-west-3';

/** An emulator for tests. */
interface Used {
  endpoint: string;
  /** Stops it, if it was started here. */
  stop: () => Promise<unknown>;
}

/** The emulator that `AWS_ENDPOINT_URL` names, or else a new one for this process. */
export const useEmulator = async (): Promise<Used> => {
  const endpoint = givenEndpoint();
  return endpoint ? { endpoint, stop: async () => {} } : startEmulator();
};

/** An emulator for this process alone, on a free port. Its supervisor stops it also when this process is killed. */
const startEmulator = async (): Promise<Used> => {
  mkdirSync(LOCAL, { recursive: true });
  const python = await installEmulator(LOCAL, join(LOCAL, 'install.log'));
  const runFolder = newRunFolder();
  const options = { folder: runFolder.path, emulator: { python }, defaultPorts: false, ephemeral: true };
  const supervisor = startSupervisor(runFolder, options, new AbortController().signal);
  const { endpoint } = await supervisor.ready();
  return { endpoint, stop: supervisor.stop };
};

/**
 * Creates tables, buckets, secrets and sender, as a deployment would, without the CDK.
 * @param suffix for the tables' names, to have several sets on one emulator
 * @returns the environment variables of a function
 */
export const createResources = async (endpoint: string, suffix = ''): Promise<Record<string, string>> => {
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
  const tables = await createTables(dynamo, suffix);
  const documents = `documents${suffix}`;
  const s3 = new S3Client({ ...options, forcePathStyle: true });
  await s3.send(new CreateBucketCommand({ Bucket: documents }));
  const sandbox = `sandbox${suffix}`;
  await s3.send(new CreateBucketCommand({ Bucket: sandbox }));
  // With object lock, as in production.
  const evidence = `evidence${suffix}`;
  await s3.send(new CreateBucketCommand({ Bucket: evidence, ObjectLockEnabledForBucket: true }));
  await s3.send(
    new PutObjectLockConfigurationCommand({
      Bucket: evidence,
      ObjectLockConfiguration: {
        ObjectLockEnabled: 'Enabled',
        Rule: { DefaultRetention: { Mode: 'GOVERNANCE', Days: 1461 } },
      },
    }),
  );
  const serviceKey = `service-key${suffix}`;
  const sandboxAuthority = `sandbox-authority${suffix}`;
  const secrets = new SecretsManagerClient(options);
  const certificateKey = `certificate-key${suffix}`;
  const filingKey = `filing-key${suffix}`;
  const tokenKeys = `token-keys${suffix}`;
  const key = () => crypto.randomUUID().repeat(2);
  await secrets.send(new CreateSecretCommand({ Name: sandboxAuthority, SecretString: key() }));
  for (const Name of [serviceKey, certificateKey, filingKey, tokenKeys])
    await secrets.send(
      new CreateSecretCommand({ Name, SecretString: JSON.stringify({ id: 'first', key: key() }) }),
    );
  const sender = (await emulatorAt(endpoint)).mails ? SENDER : '';
  if (sender) await verifySender(endpoint, sender, MAIL_REGION);
  const sqs = new SQSClient({ ...options, useQueueUrlAsEndpoint: false });
  const workQueues = await createWorkQueues(sqs, suffix);
  const mails = await sqs.send(new CreateQueueCommand({ QueueName: `mails${suffix}` }));
  const { QueueUrl } = await sqs.send(new CreateQueueCommand({ QueueName: `deliveries${suffix}` }));
  return {
    ...variables,
    STAGE: 'sandbox',
    ...tables,
    DOCUMENTS_BUCKET: documents,
    EVIDENCE_BUCKET: evidence,
    SANDBOX_BUCKET: sandbox,
    SANDBOX_AUTHORITY_SECRET: sandboxAuthority,
    SERVICE_KEY_SECRET: serviceKey,
    CERTIFICATE_KEY_SECRET: certificateKey,
    FILING_KEY_SECRET: filingKey,
    TOKEN_KEYS_SECRET: tokenKeys,
    CERTIFICATE_SECRETS_PREFIX: 'certificates/',
    ENCRYPTION_KEY: 'alias/aws/secretsmanager',
    STRICT_IDENTIFIERS: 'false',
    SWITCHED_ON: JSON.stringify('all'),
    GIVE_UP_DAYS: '10',
    LIMITS: JSON.stringify({
      clients: 100_000,
      certificates: 10_000,
      derivationsPerHour: 1_000,
      queued: 2_000,
    }),
    KEEP_CONVERSATIONS: 'false',
    WORK_QUEUES: JSON.stringify(workQueues),
    MAILS_QUEUE: mails.QueueUrl!,
    DELIVERIES_QUEUE: QueueUrl!,
    WEBHOOKS_TO_LOOPBACK: 'true',
    MAIL_SENDER: sender,
    MAIL_REGION,
  };
};

/**
 * Creates a queue for each group that has asynchronous operations.
 * @param suffix for their names
 * @returns their URLs, as functions have them
 */
export const createWorkQueues = async (sqs: SQSClient, suffix: string): Promise<Record<string, string>> => {
  const queues = queuedGroups(groups).map(async ({ name, prefix }) => {
    const { QueueUrl } = await sqs.send(new CreateQueueCommand({ QueueName: `work-${name}${suffix}` }));
    return [prefix, QueueUrl!] as const;
  });
  return Object.fromEntries(await Promise.all(queues));
};

/** Creates the tables that a deployment would create. @returns their names, by environment variable */
export const createTables = async (
  dynamo: DynamoDBClient,
  suffix: string,
): Promise<Record<string, string>> => {
  const names = Object.keys(TABLES).map((variable) => [variable, variable + suffix]);
  await Promise.all(
    Object.entries(TABLES).map(([variable, definition]) =>
      createTable(dynamo, variable + suffix, definition),
    ),
  );
  return Object.fromEntries(names);
};

/** Created without a time to live: the emulator would delete rows by its own clock, and tests have other clocks. */
const createTable = async (
  dynamo: DynamoDBClient,
  name: string,
  { partitionKey, sortKey, indexes = [], streamed }: TableDefinition,
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
          Projection: index.include
            ? { ProjectionType: 'INCLUDE' as const, NonKeyAttributes: index.include }
            : { ProjectionType: 'ALL' as const },
        })),
      }),
      BillingMode: 'PAY_PER_REQUEST',
      ...(streamed && {
        StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' as const },
      }),
    }),
  );
};
