import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test, vi } from 'vitest';
import {
  type CallLimits,
  isUnavailable,
  limited,
  untilDeadline,
  withDeadline,
  withoutDeadline,
} from '../../../shared/stores/limits.ts';
import { hungAws } from '../../support/servers/hung-server.ts';

/** Far longer than any of these tests takes, in milliseconds. */
const NEVER = 100_000;
const HEAD = { 'content-type': 'application/x-amz-json-1.0', 'content-length': '100' };

const dynamoWith = (limits: Partial<CallLimits>) =>
  limited((config) => DynamoDBDocumentClient.from(new DynamoDBClient(config)), limits);
const s3With = (limits: Partial<CallLimits>) =>
  limited((config) => new S3Client({ ...config, forcePathStyle: true }), limits);

/** The error of the last attempt, which says how many there were. */
const timedOut = (attempts: number) => ({ name: 'TimeoutError', $metadata: { attempts } });

const row = new GetCommand({ TableName: 'x', Key: { id: 'x' } });
const put = (bytes: number) => new PutObjectCommand({ Bucket: 'b', Key: 'k', Body: new Uint8Array(bytes) });
const get = new GetObjectCommand({ Bucket: 'b', Key: 'k' });

test('a call to AWS that is never answered is tried a limited number of times, and fails', async () => {
  const { seen } = await hungAws();
  const dynamo = dynamoWith({ attempts: 3, attemptMs: 300, callMs: NEVER });
  const error = await dynamo.send(row).catch((error: unknown) => error);
  expect(error).toMatchObject(timedOut(3));
  expect(isUnavailable(error)).toBe(true);
  // On a busy machine the time of an attempt may be over before it arrives.
  expect(seen.length).toBeLessThanOrEqual(3);
});

test.each([
  ['in AWS', undefined, 1],
  ['on the emulator of tests, ten times as long,', '10', 10],
])('a client waits %s for a connection, an attempt and a call', async (_, factor, times) => {
  await hungAws();
  vi.stubEnv('CALL_LIMITS_FACTOR', factor);
  const begun = vi.spyOn(AbortSignal, 'timeout');
  const handlers: unknown[] = [];
  const clientWith = (limits: Partial<CallLimits>) =>
    limited(({ requestHandler, ...config }) => {
      handlers.push(requestHandler);
      return DynamoDBDocumentClient.from(new DynamoDBClient(config));
    }, limits);
  const caller = new AbortController();
  const options = { abortSignal: caller.signal };
  const calls = [
    clientWith({}).send(row, options),
    withDeadline(NEVER, () => clientWith({ callMs: 2 * NEVER }).send(row, options)),
  ];
  caller.abort();
  for (const call of calls) await expect(call).rejects.toMatchObject({ name: 'AbortError' });
  expect(handlers[0]).toEqual({
    connectionTimeout: 2_000 * times,
    requestTimeout: 3_000 * times,
    socketTimeout: 3_000 * times,
    throwOnRequestTimeout: true,
  });
  const [ofCall, ofWork] = begun.mock.calls.map(([milliseconds]) => milliseconds);
  expect(ofCall).toBe(10_000 * times);
  // A little of it is over.
  expect(ofWork).toBeLessThanOrEqual(NEVER * times);
  expect(ofWork).toBeGreaterThan(NEVER * times - NEVER / 2);
});

test('a call to AWS succeeds with the next attempt if one is not answered', async () => {
  const { seen } = await hungAws((response, time) => {
    if (time >= 2) response.end('{"Item":{"id":{"S":"x"}}}');
  });
  expect(await dynamoWith({ attempts: 9, attemptMs: 1_500, callMs: NEVER }).send(row)).toMatchObject({
    Item: { id: 'x' },
  });
  expect(seen.length).toBeGreaterThanOrEqual(2);
});

test('an answer whose body never comes is no answer', async () => {
  const { seen } = await hungAws((response) => response.writeHead(200, HEAD).flushHeaders());
  const dynamo = dynamoWith({ attempts: 2, attemptMs: 300, callMs: NEVER });
  await expect(dynamo.send(row)).rejects.toMatchObject(timedOut(2));
  expect(seen.length).toBeLessThanOrEqual(2);
});

test('a document whose body never comes fails while it is read', async () => {
  await hungAws((response) => response.writeHead(200, HEAD).flushHeaders());
  const { Body } = await s3With({ attempts: 20, attemptMs: 300, callMs: NEVER }).send(get);
  await expect(Body!.transformToByteArray()).rejects.toMatchObject({ name: 'TimeoutError' });
});

test('an answer that comes one byte at a time ends with the time of the whole call', async () => {
  const { seen } = await hungAws((response) => {
    response.writeHead(200, { ...HEAD, 'content-length': '1000000' });
    const drip = setInterval(() => response.write(' '), 20);
    response.once('close', () => clearInterval(drip));
  });
  const dynamo = dynamoWith({ attempts: 3, attemptMs: NEVER, callMs: 3_000 });
  await expect(dynamo.send(row)).rejects.toThrow('not done within 3000 ms');
  expect(seen).toHaveLength(1);
});

test.each([
  ['a small document', 10],
  // Above two megabytes the SDK waits for "100 Continue" before it sends the body.
  ['a large document', 3_000_000],
])('a call with %s that is never accepted ends with the time of the whole call', async (_, bytes) => {
  const { seen } = await hungAws();
  const s3 = s3With({ attempts: 3, attemptMs: NEVER, callMs: 3_000 });
  await expect(s3.send(put(bytes))).rejects.toThrow('not done within 3000 ms');
  expect(seen).toHaveLength(1);
});

test('a call ends before the deadline of its work, less the time that is reserved for others', async () => {
  const { seen } = await hungAws();
  const s3 = s3With({ attempts: 3, attemptMs: NEVER, callMs: NEVER, reserveMs: NEVER });
  await expect(withDeadline(NEVER + 1_000, () => s3.send(put(10)))).rejects.toThrow('not done within');
  expect(seen.length).toBeLessThanOrEqual(1);
});

test('no call to AWS is sent after the deadline of its work', async () => {
  const { seen } = await hungAws();
  const dynamo = dynamoWith({});
  await expect(withDeadline(0, () => dynamo.send(row))).rejects.toThrow('no time is left');
  await expect(withDeadline(0, () => withDeadline(NEVER, () => dynamo.send(row)))).rejects.toThrow(
    'no time is left',
  );
  expect(seen).toEqual([]);
});

test('a call that its caller aborts is aborted, and an error of AWS stays the same error', async () => {
  const caller = new AbortController();
  const { seen } = await hungAws((response, time) => {
    if (time === 1)
      response
        .writeHead(400, { 'content-type': 'application/x-amz-json-1.0' })
        .end('{"__type":"com.amazonaws.dynamodb.v20120810#ResourceNotFoundException","message":"x"}');
    else caller.abort();
  });
  const dynamo = dynamoWith({ attempts: 3, attemptMs: NEVER, callMs: NEVER });
  await expect(dynamo.send(row)).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  await expect(dynamo.send(row, { abortSignal: caller.signal })).rejects.toMatchObject({
    name: 'AbortError',
  });
  expect(seen).toHaveLength(2);
});

test('a call for which several requests wait does not end with the time of the one that began it', async () => {
  const answer = Promise.withResolvers<void>();
  await hungAws(async (response) => {
    await answer.promise;
    response.end('{"Item":{"id":{"S":"x"}}}');
  });
  const dynamo = dynamoWith({ attemptMs: NEVER, callMs: NEVER });
  const begun: Promise<unknown>[] = [];
  const late = withDeadline(1, () => {
    const read = withoutDeadline(() => dynamo.send(row));
    begun.push(read);
    return untilDeadline(read);
  });
  await expect(late).rejects.toThrow('an AWS call was not done within');
  answer.resolve();
  expect(await withDeadline(NEVER, () => untilDeadline(begun[0]!))).toMatchObject({ Item: { id: 'x' } });
});

test('a call that AWS does not answer is distinguished from a refused call and from other errors', async () => {
  await hungAws((response) => {
    response.writeHead(400, { 'content-type': 'application/x-amz-json-1.0' });
    response.end('{"__type":"ValidationException","message":"x"}');
  });
  const refused = await dynamoWith({ attempts: 1 })
    .send(row)
    .catch((error: unknown) => error);
  expect(refused).toMatchObject({ name: 'ValidationException' });
  for (const error of [refused, new Error('x'), Object.assign(new Error('x'), { code: 'ECONNREFUSED' })])
    expect(isUnavailable(error)).toBe(false);
  const late = await withDeadline(0, () => dynamoWith({}).send(row)).catch((error: unknown) => error);
  expect(isUnavailable(late)).toBe(true);
});

test.each([
  ['fails', 500, 'InternalServerError'],
  ['fails with a page of no service', 503, undefined],
  ['has too little capacity', 400, 'ProvisionedThroughputExceededException'],
  ['throttles', 400, 'ThrottlingException'],
  ['limits requests', 400, 'RequestLimitExceeded'],
])('a call that AWS cannot carry out now, since it %s, may be repeated', async (_, status, type) => {
  await hungAws((response) => {
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' });
    response.end(type ? JSON.stringify({ __type: type, message: 'x' }) : '<html></html>');
  });
  const error = await dynamoWith({ attempts: 1 })
    .send(row)
    .catch((error: unknown) => error);
  expect(error).toBeInstanceOf(Error);
  expect(isUnavailable(error)).toBe(true);
});
