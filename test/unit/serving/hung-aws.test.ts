import { createSecretKey } from 'node:crypto';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { SignJWT } from 'jose';
import { beforeEach, expect, test, vi } from 'vitest';
import { auth } from '../../../functions/gateway/auth/group.ts';
import { handler as authorizer } from '../../../functions/gateway/authorizer/handler.ts';
import { realServices } from '../../../functions/services.ts';
import { stores } from '../../../functions/stores.ts';
import { completeFiles } from '../../../shared/serving/documents.ts';
import { portsOf } from '../../../shared/serving/run.ts';
import { serve } from '../../../shared/serving/serve.ts';
import type { Services } from '../../../shared/serving/services.ts';
import { type Acting, newTrace } from '../../../shared/serving/stages.ts';
import { withDeadline } from '../../../shared/stores/limits.ts';
import { hungAws } from '../../support/servers/hung-server.ts';

/** The real stores, against an AWS that accepts every request and answers none. */

const VARIABLES = {
  STAGE: 'production',
  WINDOWS_TABLE: 'windows',
  DOCUMENTS_BUCKET: 'documents',
  SERVICE_KEY_SECRET: 'service-key',
  TOKEN_KEYS_SECRET: 'token-keys',
};

let logged: string[];
const services: Services = {
  ...realServices,
  log: { info: () => {}, error: (message, { error }) => logged.push(`${message}: ${error?.message}`) },
};

beforeEach(() => {
  logged = [];
  for (const [name, value] of Object.entries(VARIABLES)) vi.stubEnv(name, value);
});

test('a request is answered in time where the stores are silent, and says when to ask again', async () => {
  const { seen } = await hungAws();
  const event = {
    httpMethod: 'POST',
    resource: '/api/v4/auth/login',
    headers: {},
    requestContext: { domainName: 'api.example.com', identity: { sourceIp: '192.0.2.1' } },
  } as unknown as APIGatewayProxyEvent;
  // A client keeps the address with which it was created, so the client for secrets is left for the last test.
  const keys = { ...stores.keys, serviceKey: async () => createSecretKey(new Uint8Array(32)) };
  const handler = serve(auth, { ...services, stores: { ...stores, keys } });
  const answered = await withDeadline(2_900, () => handler(event));
  expect(answered.statusCode).toBe(503);
  expect(answered.headers).toMatchObject({ 'Retry-After': '5' });
  expect(JSON.parse(answered.body)).toMatchObject({
    success: false,
    status: 503,
    message: expect.stringContaining('no ha presentado nada'),
  });
  // On a slow machine even the first attempt may come too late, and is not made.
  expect(logged).toEqual([
    expect.stringMatching(/^unexpected error: an AWS call was not (done within|made)/),
  ]);
  expect(seen.length).toBeLessThan(2);
});

test('a document that cannot be kept is delivered, and some of the time is left for others', async () => {
  const { seen } = await hungAws();
  const operation = { kind: 'submission', path: '/alta' };
  const acting = { requestId: 'r', now: new Date(), trace: newTrace(), operation } as unknown as Acting;
  const { keep } = portsOf(services, acting);
  const document = { name: 'ta.pdf', contentType: 'application/pdf', bytes: Buffer.from('%PDF-') };
  const times = vi.spyOn(AbortSignal, 'timeout');
  const answered = await withDeadline(2_500, async () => {
    const file = await keep(document);
    const answered = await completeFiles(services, acting, { success: true, message: 'OK', data: { file } });
    // Nothing waited for it.
    expect(seen).toEqual([]);
    expect(await acting.trace.files[0]!.stored()).toBeUndefined();
    return answered;
  });
  expect(answered).toMatchObject({
    message: 'OK',
    data: { file: { name: 'ta.pdf', content: document.bytes.toString('base64') } },
  });
  expect(logged).toEqual([
    expect.stringMatching(/^failed to store a document: an AWS call was not (done within|made)/),
  ]);
  // The time that is left belongs to other work, however slow this machine is.
  for (const [milliseconds] of times.mock.calls) expect(milliseconds).toBeLessThanOrEqual(1_000);
  expect(seen.length).toBeLessThan(2);
});

test('the authorizer ends with an error before its function does', async () => {
  await hungAws();
  const token = await new SignJWT({})
    .setProtectedHeader({ alg: 'HS256', kid: 'first' })
    .sign(new Uint8Array(32));
  const headers = { Authorization: `Bearer ${token}` };
  const call = authorizer({ headers, methodArn: 'x' } as unknown as Parameters<typeof authorizer>[0]);
  await expect(call).rejects.toThrow(/^an AWS call was not (done within \d{1,4} ms|made: no time is left)$/);
});
