import { PassThrough, Writable } from 'node:stream';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { afterEach, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { ownMemory, withOwnMemory } from '../../../shared/authorities/channel/memory.ts';
import type { SubmittingPort } from '../../../shared/authorities/reading-port.ts';
import { lazyGroup } from '../../../shared/derive/groups.ts';
import { resourceOf } from '../../../shared/derive/routes.ts';
import { STREAM_SECONDS } from '../../../shared/kernel/config.ts';
import { fileObject } from '../../../shared/kernel/document.ts';
import { ServiceError } from '../../../shared/kernel/errors.ts';
import { type Group, type Operation, reading, resource } from '../../../shared/operation/operation.ts';
import { fits } from '../../../shared/serving/documents.ts';
import { serve } from '../../../shared/serving/serve.ts';
import { realServices } from '../../../shared/serving/services.ts';

/** Answers that Lambda passes on in parts. */

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

/** By this the runtime knows a handler that writes its answer into a stream; any other returns it. */
const STREAMING = Symbol.for('aws.lambda.runtime.handler.streaming');

/** What AWS documents of the global of its runtime: metadata in JSON, eight zero bytes, then the body. */
const runtime = () => ({
  streamifyResponse: (handle: object) => Object.assign(handle, { [STREAMING]: 'response' }),
  HttpResponseStream: {
    from: (stream: Writable, metadata: object) => {
      const write = stream.write.bind(stream);
      let isBegun = false;
      // Only a write brings the metadata, as in the runtime.
      stream.write = ((part: string) => {
        if (!isBegun) write(Buffer.concat([Buffer.from(JSON.stringify(metadata)), Buffer.alloc(8)]));
        isBegun = true;
        return part === '' ? true : write(part);
      }) as typeof stream.write;
      return stream;
    },
  },
});

const SIZE = 12_000_000;
/** More than all large documents of a process may take together. */
const ALL = 1024 * 1024 * 1024;
const common = { summary: 'x', rate: 'read', standing: 'chosen', request: z.object({}) } as const;
const large = resource({
  ...common,
  id: 'large',
  method: 'GET',
  path: '/grande',
  response: z.object({ text: z.string() }),
  access: 'anonymous',
  example: { request: {}, response: { text: '' } },
  run: async () => {
    ownMemory()!.take(ALL, false);
    return { data: { text: 'x'.repeat(SIZE) } };
  },
});
const failing = resource({
  ...large,
  id: 'failing',
  path: '/falla',
  run: () => Promise.reject(new ServiceError(503, 'Vuelva más tarde.', { headers: { 'Retry-After': '5' } })),
});
const PDF = Buffer.alloc(SIZE, 'informe ');
const report = reading({
  ...common,
  id: 'report',
  method: 'GET',
  path: '/informe',
  authority: 'tgss',
  response: fileObject,
  example: { request: {}, response: { contentType: 'application/pdf', name: 'x', content: '' } },
  run: async (_, { keep }) => ({
    data: await keep({ contentType: 'application/pdf', name: 'informe.pdf', bytes: PDF }),
  }),
});
const group: Group = {
  name: 'prueba',
  prefix: '/api/v4/prueba',
  title: 'x',
  operations: [large, failing, report],
};

const eventOf = (operation: Operation, httpMethod: string = operation.method) =>
  ({
    httpMethod,
    resource: resourceOf(group, operation),
    headers: { Authorization: 'Bearer one', 'X-Cert-Secret': 'first' },
    requestContext: { domainName: 'api.example.com', identity: { sourceIp: '192.0.2.1' } },
  }) as unknown as APIGatewayProxyEvent;

/** Stores of one caller with one certificate. */
const stores = {
  certificates: { readSecret: async (certificateId: string) => ({ certificateId, clientId: 0 }) },
  keys: { serviceKey: async () => new Uint8Array(32) },
  rateWindows: { countRequest: async () => ({ admitted: true, limit: 60, remaining: 59, reset: 0 }) },
  secrets: { getKeyPair: async () => ({ key: '', chain: '' }) },
  accounts: { noteCall: () => undefined },
  sessions: {
    readToken: async (accountId: string) => ({ sessionId: 's', userId: 'u', accountId }),
    loadCallerRows: async () => ({
      user: {},
      role: 'owner',
      certificate: { id: 'first', clientId: 0, type: 1, notAfter: '2099-01-01', acceptedAt: '2026-01-01' },
    }),
  },
} as unknown as typeof realServices.stores;

/** Calls a function of such a stage as Lambda does: one that is not known to write into a stream returns its answer. */
const invoke = async (event: APIGatewayProxyEvent, stream: Writable): Promise<void> => {
  vi.stubEnv('STREAMED', 'true');
  vi.stubEnv('STAGE', 'production');
  vi.stubEnv('STRICT_IDENTIFIERS', 'false');
  vi.stubEnv('TGSS_URL', 'https://tgss.invalid');
  vi.stubEnv('AUTHORITY_CA', '');
  vi.stubEnv('KEEP_CONVERSATIONS', 'false');
  vi.stubGlobal('awslambda', runtime());
  const handler = serve(lazyGroup(group), {
    ...realServices,
    stores,
    openAuthority: () => ({}) as SubmittingPort,
    log: { info: () => {}, error: (message) => expect(message).toBeUndefined() },
  }) as unknown as { (event: APIGatewayProxyEvent, stream: Writable): Promise<void>; [STREAMING]?: string };
  if (handler[STREAMING]) await handler(event, stream);
  else stream.end(JSON.stringify(await handler(event, stream)));
};

/** The answer of such a function, as API Gateway reads it. */
const answerTo = async (event: APIGatewayProxyEvent) => {
  const stream = new PassThrough();
  const [parts] = await Promise.all([stream.toArray(), invoke(event, stream)]);
  const whole = Buffer.concat(parts);
  const end = whole.indexOf(Buffer.alloc(8));
  const metadata = JSON.parse(whole.subarray(0, end).toString()) as APIGatewayProxyResult;
  return { metadata, body: whole.subarray(end + 8).toString() };
};

test('status and headers come first, then a body that is larger than a whole answer may be', async () => {
  const { metadata, body } = await answerTo(eventOf(large));
  expect(metadata).toMatchObject({
    statusCode: 200,
    headers: { 'Content-Type': expect.stringContaining('application/json') },
  });
  expect(metadata).not.toHaveProperty('body');
  expect(JSON.parse(body).data.text).toHaveLength(SIZE);
});

test('a document of a reading is in its answer, without a link', async () => {
  const { metadata, body } = await answerTo(eventOf(report));
  expect(metadata.statusCode).toBe(200);
  const { data } = JSON.parse(body);
  expect(data).toEqual({ contentType: 'application/pdf', name: 'informe.pdf', content: expect.any(String) });
  expect(PDF.equals(Buffer.from(data.content, 'base64'))).toBe(true);
});

test('a failure has its status and headers', async () => {
  const { metadata, body } = await answerTo(eventOf(failing));
  expect(metadata).toMatchObject({ statusCode: 503, headers: { 'Retry-After': '5' } });
  expect(JSON.parse(body)).toMatchObject({ success: false, message: 'Vuelva más tarde.' });
});

test('an answer without a body has its status and headers, too', async () => {
  const { metadata, body } = await answerTo(eventOf(large, 'OPTIONS'));
  expect(metadata.statusCode).toBe(204);
  expect(body).toBe('');
});

/** A receiver that takes the first part of an answer, and the others when the test lets it. */
const slowReceiver = () => {
  const { promise: took, resolve } = Promise.withResolvers<void>();
  const { promise: goOn, resolve: takeAll } = Promise.withResolvers<void>();
  const stream = new Writable({
    write: async (_part, _encoding, done) => {
      resolve();
      await goOn;
      done();
    },
  });
  return { stream, took, takeAll };
};

/** Waits for memory of which a request holds all. */
const anotherWaits = () =>
  withOwnMemory(async () => {
    const room = ownMemory()!.take(1);
    expect(room).toBeDefined();
    await room?.over;
  });

test('memory is given back when the answer has left, not when it is made', async () => {
  const { stream, took, takeAll } = slowReceiver();
  const ended = invoke(eventOf(large), stream);
  await took;
  const other = anotherWaits();
  takeAll();
  await Promise.all([ended, other]);
});

test('an answer that no receiver takes ends the request after its time, and frees the memory', async () => {
  const late = new AbortController();
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) =>
    milliseconds === STREAM_SECONDS * 1000 ? late.signal : timeout(milliseconds),
  );
  const { stream, took } = slowReceiver();
  const ended = invoke(eventOf(large), stream);
  await took;
  const other = anotherWaits();
  late.abort();
  await expect(ended).rejects.toThrow('aborted');
  await other;
});

test('only a function that sends parts may answer more than Lambda takes of a whole answer', () => {
  vi.stubEnv('STREAMED', 'false');
  expect([fits('x'.repeat(5_000_000)), fits('x'.repeat(SIZE))]).toEqual([true, false]);
  vi.stubEnv('STREAMED', 'true');
  expect([fits('x'.repeat(SIZE)), fits('x'.repeat(2 * SIZE))]).toEqual([true, false]);
});
