/**
 * The handler with which functions are compared: it uses middy, zod, lib-dynamodb and four AWS clients, checks a request, makes
 * the calls that it is given, and does nothing else.
 */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SQSClient } from '@aws-sdk/client-sqs';
import {
  BatchGetCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import middy from '@middy/core';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import * as z from 'zod';
import type { RecordedCall } from '../recorder.ts';

const dynamo = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const secrets = new SecretsManagerClient({});
/** A deployed function has these clients, too. */
export const others = [new S3Client({}), new SQSClient({})];

/** The secrets that a function reads once, before its first answer. */
const SECRETS = ['TOKEN_KEYS_SECRET', 'CERTIFICATE_KEY_SECRET', 'SERVICE_KEY_SECRET'];
let keys: Promise<unknown> | undefined;
const readKeys = () => {
  keys ??= Promise.all(
    SECRETS.map((name) => secrets.send(new GetSecretValueCommand({ SecretId: process.env[name] }))),
  );
  return keys;
};

const question = z.object({
  regimen: z.string().regex(/^\d{4}$/),
  ccc: z.string().regex(/^\d{11}$/),
  nss: z.string().regex(/^\d{12}$/),
  startDate: z.iso.date(),
});

// biome-ignore lint/suspicious/noExplicitAny: of any command
const commands: Record<string, new (input: any) => any> = {
  BatchGetItemCommand: BatchGetCommand,
  GetItemCommand: GetCommand,
  PutItemCommand: PutCommand,
  QueryCommand,
  UpdateItemCommand: UpdateCommand,
};

const calls = JSON.parse(process.env.BENCH_CALLS ?? '[]') as RecordedCall[];

/** @param dialog the dialog with an authority, if there is one */
export const bareHandler = (dialog: () => Promise<unknown> = async () => []) =>
  middy<APIGatewayProxyEvent>().handler(async (event) => {
    const { success, error } = question.safeParse(event.queryStringParameters);
    await readKeys();
    await Promise.all(calls.map(({ name, input }) => dynamo.send(new commands[name]!(input))));
    if (!success)
      return { statusCode: 422, headers: {}, body: JSON.stringify({ success, errors: error.issues }) };
    return { statusCode: 200, headers: {}, body: JSON.stringify({ success, data: await dialog() }) };
  });

export const handler = bareHandler();
