import { PassThrough, type Writable } from 'node:stream';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { afterEach, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { lazyGroup } from '../../../shared/derive/groups.ts';
import { resourceOf } from '../../../shared/derive/routes.ts';
import { type Group, resource } from '../../../shared/operation/operation.ts';
import { fits } from '../../../shared/serving/documents.ts';
import { serve } from '../../../shared/serving/serve.ts';
import { realServices } from '../../../shared/serving/services.ts';

/** Answers that Lambda passes on in parts. */

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

/** What AWS documents of the global of its runtime: metadata in JSON, eight zero bytes, then the body. */
const runtime = () => ({
  streamifyResponse: (handle: unknown) => handle,
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
const large = resource({
  id: 'large',
  method: 'GET',
  path: '/grande',
  summary: 'x',
  request: z.object({}),
  response: z.object({ text: z.string() }),
  rate: 'read',
  standing: 'chosen',
  access: 'anonymous',
  example: { request: {}, response: { text: '' } },
  run: async () => ({ data: { text: 'x'.repeat(SIZE) } }),
});
const group: Group = { name: 'prueba', prefix: '/api/v4/prueba', title: 'x', operations: [large] };

const eventOf = (more: object) =>
  ({
    httpMethod: 'GET',
    resource: resourceOf(group, large),
    headers: {},
    requestContext: { domainName: 'api.example.com', identity: { sourceIp: '192.0.2.1' } },
    ...more,
  }) as unknown as APIGatewayProxyEvent;

/** The answer of a function of such a stage, as API Gateway reads it. */
const answerTo = async (event: APIGatewayProxyEvent) => {
  vi.stubEnv('STREAMED', 'true');
  vi.stubEnv('STAGE', 'production');
  vi.stubEnv('STRICT_IDENTIFIERS', 'false');
  vi.stubGlobal('awslambda', runtime());
  const rateWindows = { countRequest: async () => ({ admitted: true, limit: 60, remaining: 59, reset: 0 }) };
  const stores = { ...realServices.stores, rateWindows } as unknown as typeof realServices.stores;
  const log = { info: () => {}, error: (message: string) => expect(message).toBeUndefined() };
  const handler = serve(lazyGroup(group), { ...realServices, stores, log }) as unknown as (
    event: APIGatewayProxyEvent,
    stream: Writable,
  ) => Promise<void>;
  const stream = new PassThrough();
  const [parts] = await Promise.all([stream.toArray(), handler(event, stream)]);
  const whole = Buffer.concat(parts);
  const end = whole.indexOf(Buffer.alloc(8));
  const metadata = JSON.parse(whole.subarray(0, end).toString()) as APIGatewayProxyResult;
  return { metadata, body: whole.subarray(end + 8).toString() };
};

test('status and headers come first, then a body that is larger than a whole answer may be', async () => {
  const { metadata, body } = await answerTo(eventOf({}));
  expect(metadata).toMatchObject({
    statusCode: 200,
    headers: { 'Content-Type': expect.stringContaining('application/json') },
  });
  expect(metadata).not.toHaveProperty('body');
  expect(JSON.parse(body).data.text).toHaveLength(SIZE);
});

test('an answer without a body has its status and headers, too', async () => {
  const { metadata, body } = await answerTo(eventOf({ httpMethod: 'OPTIONS' }));
  expect(metadata.statusCode).toBe(204);
  expect(body).toBe('');
});

test('only a function that sends parts may answer more than Lambda takes of a whole answer', () => {
  vi.stubEnv('STREAMED', 'false');
  expect([fits('x'.repeat(5_000_000)), fits('x'.repeat(SIZE))]).toEqual([true, false]);
  vi.stubEnv('STREAMED', 'true');
  expect([fits('x'.repeat(SIZE)), fits('x'.repeat(2 * SIZE))]).toEqual([true, false]);
});
