import { mkdirSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import {
  CreateTableCommand,
  DeleteTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  UpdateTableCommand,
} from '@aws-sdk/client-dynamodb';
import {
  CreateEventSourceMappingCommand,
  LambdaClient,
  ListEventSourceMappingsCommand,
} from '@aws-sdk/client-lambda';
import { ListBucketsCommand, S3Client } from '@aws-sdk/client-s3';
import { ListSecretsCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { DynamoDBDocumentClient, PutCommand, paginateScan } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { emulatorClient } from '../../local/aws.ts';
import { LOCAL, openRunFolder } from '../../local/run-folder.ts';
import { type Stack, startStack } from '../../local/stack.ts';
import { type Gateway, signIn } from '../support/gateway.ts';
import { runCommand } from '../support/programs/commands.ts';
import { requestsOf } from '../support/requests.ts';

/**
 * Actions of an operator on a separate stage: a lost table is restored from a backup by the steps of docs/operations.md, and
 * then the stage is removed.
 */

let stack: Stack;
let caller: Gateway;
beforeAll(async () => {
  mkdirSync(LOCAL, { recursive: true });
  stack = await startStack(openRunFolder(mkdtempSync(join(LOCAL, 'restore-'))), {
    defaultPorts: false,
    ephemeral: true,
    signal: new AbortController().signal,
    progress: (_, work) => work(),
  });
  const { baseUrl, email, password, certificates } = stack.demo;
  caller = (await signIn(baseUrl, { email, password })).acting(certificates.tgss);
});
afterAll(() => stack?.stop());

const operate = (command: string, ...args: string[]) =>
  runCommand(command, [...args, '--stage', 'sandbox'], stack.variables);

/** The doctor's lines about the streams. */
const streams = async () => {
  // It exits with 1 if it finds any problem.
  const { stdout } = await operate('doctor').catch((error: { stdout: string }) => error);
  return stdout.split('\n').find((line) => line.startsWith('streams '));
};

/** Files a change of occupation. @returns the id of its trámite */
const file = async (cno: string): Promise<string> => {
  const { request } = requestsOf(stack.demo)['PUT /seg-social/cno']!;
  const { status, headers } = await caller.call('PUT', '/seg-social/cno', { json: { ...request, cno } });
  expect(status).toBe(200);
  return headers.get('x-tramite-id')!;
};

/** Ids of the trámites that were accepted according to the events. */
const acceptedIn = async (): Promise<string[]> => {
  const { body } = await caller.get('/events', { type: 'tramite.accepted', limit: 100 });
  return body.data.events.map(({ subject }: { subject: { id: string } }) => subject.id);
};

test('a table that was lost and restored is read again, and what was filed meanwhile is known again', async () => {
  const options = emulatorClient(stack.demo.emulator);
  const dynamo = new DynamoDBClient(options);
  const documents = DynamoDBDocumentClient.from(dynamo);
  const TableName = stack.variables.FILINGS_TABLE!;
  const before = await file('2103');
  await expect.poll(acceptedIn, { timeout: 300_000, interval: 1_000 }).toContain(before);
  expect(await streams()).toMatch(/^streams +ok /);

  // Lost, and restored under its name: with its rows, keys and indexes, but without a stream.
  const rows = [];
  for await (const { Items = [] } of paginateScan({ client: documents }, { TableName })) rows.push(...Items);
  const { Table } = await dynamo.send(new DescribeTableCommand({ TableName }));
  await dynamo.send(new DeleteTableCommand({ TableName }));
  const { KeySchema, AttributeDefinitions, GlobalSecondaryIndexes = [] } = Table!;
  await dynamo.send(
    new CreateTableCommand({
      TableName,
      KeySchema,
      AttributeDefinitions,
      BillingMode: 'PAY_PER_REQUEST',
      GlobalSecondaryIndexes: GlobalSecondaryIndexes.map(({ IndexName, KeySchema, Projection }) => ({
        IndexName,
        KeySchema,
        Projection,
      })),
    }),
  );
  for (const Item of rows) await documents.send(new PutCommand({ TableName, Item }));
  const restored = new Date().toISOString();
  expect(await streams()).toMatch(/^streams +PROBLEM .* has no stream.*StreamEnabled=true/);

  const meanwhile = await file('2104');
  await dynamo.send(
    new UpdateTableCommand({
      TableName,
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
    }),
  );
  const streaming = new Date().toISOString();
  const found = await streams();
  const stream = /"streams": \{ "filings": "([^"]+)" \}/.exec(found!)?.[1];
  expect(stream, found).toBeDefined();

  // CloudFormation creates this once the stage has the stream.
  const lambda = new LambdaClient(options);
  const { EventSourceMappings = [] } = await lambda.send(new ListEventSourceMappingsCommand({}));
  const old = EventSourceMappings.find(({ EventSourceArn = '' }) =>
    EventSourceArn.includes(`table/${TableName}/`),
  )!;
  await lambda.send(
    new CreateEventSourceMappingCommand({
      FunctionName: old.FunctionArn,
      EventSourceArn: stream,
      StartingPosition: 'TRIM_HORIZON',
      FilterCriteria: old.FilterCriteria,
    }),
  );
  const after = await file('2103');
  await expect.poll(acceptedIn, { timeout: 300_000, interval: 1_000 }).toContain(after);
  expect(await acceptedIn()).not.toContain(meanwhile);

  const { stderr } = await operate('tables', 'replay', '--since', restored, '--until', streaming);
  expect(stderr).toContain('Replayed the filings that ended in this period: 1.');
  await operate('tables', 'replay', '--since', restored, '--until', streaming);
  // Each event appears once, however often its record is repeated.
  const told = await acceptedIn();
  for (const id of [before, meanwhile, after]) expect(told.filter((one) => one === id)).toEqual([id]);
});

test('a sandbox is removed by one command, with its objects, secrets and stacks, and only when its name is repeated', async () => {
  const options = emulatorClient(stack.demo.emulator);
  const refused = await operate('remove').catch((error: { code: number; stderr: string }) => error);
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('Nothing was removed') });
  expect(await caller.get('/auth')).toMatchObject({ status: 200 });

  const secrets = async () => {
    const { SecretList = [] } = await new SecretsManagerClient(options).send(new ListSecretsCommand({}));
    return SecretList.map(({ Name }) => Name).filter((name) => !name?.startsWith('cdk-'));
  };
  const s3 = new S3Client({ ...options, forcePathStyle: true });
  const buckets = async () => {
    const { Buckets = [] } = await s3.send(new ListBucketsCommand({}));
    return Buckets.map(({ Name }) => Name!).filter((name) => !name.startsWith('cdk-'));
  };
  expect((await secrets()).length).toBeGreaterThan(3);
  expect((await buckets()).length).toBeGreaterThan(3);
  const { stderr } = await operate('remove', '--confirm', 'sandbox');
  expect(stderr).toContain('The stage sandbox is removed.');
  expect(await secrets()).toEqual([]);
  expect(await buckets()).toEqual([]);
});
