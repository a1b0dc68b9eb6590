import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { expect, test, vi } from 'vitest';
import * as z from 'zod';
import { realServices } from '../../../functions/services.ts';
import { notFound } from '../../../shared/kernel/errors.ts';
import type { Page } from '../../../shared/kernel/reply.ts';
import { type LazyGroup, resource } from '../../../shared/operation/operation.ts';
import { serve } from '../../../shared/serving/serve.ts';
import type { Services } from '../../../shared/serving/services.ts';

/** Pages that caches may keep. */

vi.stubEnv('STAGE', 'production');
vi.stubEnv('STRICT_IDENTIFIERS', 'false');

const window = { limit: 60, remaining: 59, reset: 0, admitted: true, retryAfter: 0 };
const stores = {
  keys: { serviceKey: async () => new Uint8Array(32) },
  rateWindows: { countRequest: async () => window },
} as unknown as Services['stores'];

/** Requests a page. @param known the version that the caller has, sent as `If-None-Match` */
const ask = async (page: Page | undefined, known?: string): Promise<APIGatewayProxyResult> => {
  const show = resource({
    id: 'show',
    method: 'GET',
    path: '/pagina',
    summary: 'x',
    access: 'anonymous',
    rate: 'read',
    standing: 'chosen',
    kept: true,
    request: z.object({}),
    page: 'text/html',
    response: z.string(),
    example: { request: {}, response: 'x' },
    run: async () => {
      if (!page) throw notFound();
      return { page };
    },
  });
  const group: LazyGroup = {
    name: 'prueba',
    prefix: '/api/v4',
    title: 'x',
    operations: { 'GET /pagina': async () => show },
  };
  const log = { info: () => {}, error: (message: string) => expect(message).toBeUndefined() };
  const event = {
    httpMethod: 'GET',
    resource: '/v4/pagina',
    headers: known === undefined ? {} : { 'if-none-match': known },
    requestContext: { domainName: 'api.example.com', identity: { sourceIp: '192.0.2.1' } },
  } as unknown as APIGatewayProxyEvent;
  return serve(group, { ...realServices, stores, log })(event);
};

const page = { contentType: 'text/html; charset=utf-8', body: '<p>x', kept: { tag: 'one' } };

test('a page that may change is asked for each time, and sent only where it has changed', async () => {
  const first = await ask(page);
  expect(first).toMatchObject({ statusCode: 200, body: '<p>x' });
  expect(first.headers).toMatchObject({ ETag: 'W/"one"', 'Cache-Control': 'public, no-cache' });
  expect(await ask(page, 'W/"one"')).toMatchObject({
    statusCode: 304,
    body: '',
    headers: { ETag: 'W/"one"' },
  });
  expect(await ask(page, 'W/"other", "one"')).toMatchObject({ statusCode: 304 });
  for (const other of ['W/"other"', 'W/"on"', 'W/"one2"', 'one', ''])
    expect(await ask(page, other), other).toMatchObject({ statusCode: 200 });
});

test('a page whose address has no other content is kept for ever', async () => {
  const { headers } = await ask({ ...page, kept: { tag: 'one', forever: true } });
  expect(headers).toMatchObject({ 'Cache-Control': 'public, max-age=31536000, immutable' });
});

test('a page that is for its caller alone is kept by that caller', async () => {
  const { headers } = await ask({ ...page, kept: { tag: 'one', isPrivate: true } });
  expect(headers).toMatchObject({ ETag: 'W/"one"', 'Cache-Control': 'private, no-cache' });
});

test('any other page, and a failure, is kept nowhere', async () => {
  const { contentType, body } = page;
  for (const answer of [await ask({ contentType, body }, 'W/"one"'), await ask(undefined, 'W/"one"')]) {
    expect(answer.statusCode).not.toBe(304);
    expect(answer.headers).toMatchObject({ 'Cache-Control': 'no-store' });
    expect(answer.headers).not.toHaveProperty('ETag');
  }
});
