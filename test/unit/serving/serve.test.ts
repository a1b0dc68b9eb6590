import type { APIGatewayProxyEvent } from 'aws-lambda';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import type { SubmittingPort } from '../../../shared/authorities/reading-port.ts';
import { lazyGroup } from '../../../shared/derive/groups.ts';
import { resourceOf } from '../../../shared/derive/routes.ts';
import { integer, noData, test as testField, text } from '../../../shared/kernel/fields.ts';
import { type Group, type Operation, reading, submission } from '../../../shared/operation/operation.ts';
import { serve } from '../../../shared/serving/serve.ts';
import { realServices, type Services } from '../../../shared/serving/services.ts';

/** Requests through all the steps of serving, with stores in memory. */

vi.stubEnv('STAGE', 'production');
vi.stubEnv('STRICT_IDENTIFIERS', 'false');
vi.stubEnv('TGSS_URL', 'https://tgss.invalid');
vi.stubEnv('AUTHORITY_CA', '');
vi.stubEnv('KEEP_CONVERSATIONS', 'false');

const NOW = new Date('2026-11-04T11:00:00.000Z');
const inMilliseconds = (milliseconds: number) => new Date(NOW.getTime() + milliseconds).toISOString();

/** Runs of the operations, and what each of them waits for before it ends. */
let runs = 0;
let begun = Promise.withResolvers<void>();
let end = Promise.resolve();
const run = async () => {
  runs += 1;
  begun.resolve();
  await end;
  return {};
};
beforeEach(() => {
  runs = 0;
  begun = Promise.withResolvers<void>();
  end = Promise.resolve();
});

const common = {
  authority: 'tgss',
  summary: 'x',
  response: noData,
  rate: 'write',
  standing: 'chosen',
  run,
} as const;
const fields = z.object({ test: testField, nota: text(10, 'x').optional(), otra: integer('x').optional() });
const example = { request: {}, response: [] };
const file = submission({
  ...common,
  id: 'file',
  method: 'POST',
  path: '/cosa',
  request: fields,
  dryRun: 'confirmation',
  lookUp: { none: 'x' },
  example,
});
const remove = submission({ ...file, method: 'DELETE' });
const fileElsewhere = submission({ ...file, path: '/otra-cosa' });
const ask = reading({ ...common, id: 'ask', method: 'GET', path: '/cosa', request: z.object({}), example });
const group: Group = {
  name: 'prueba',
  prefix: '/api/v4/prueba',
  title: 'x',
  operations: [file, remove, fileElsewhere, ask],
};

/** The service, for callers whose token is the name of their account, with certificates whose secret is their id. */
const service = ({ notAfter = inMilliseconds(60_000) } = {}) => {
  const stores = {
    certificates: { readSecret: async (certificateId: string) => ({ certificateId, clientId: 0 }) },
    keys: { serviceKey: async () => new Uint8Array(32) },
    rateWindows: {
      countRequest: async (_scope: string, limit: number) => ({
        limit,
        remaining: limit - 1,
        reset: 0,
        admitted: true,
        retryAfter: 0,
      }),
    },
    secrets: { getKeyPair: async () => ({ key: '', chain: '' }) },
    sessions: {
      noteCall: () => undefined,
      readToken: async (accountId: string) => ({ sessionId: 's', userId: 'u', accountId }),
      loadCallerRows: async (_claims: unknown, { secret }: { secret?: { certificateId: string } }) => ({
        user: {},
        role: 'owner',
        certificate: secret && {
          ...{ id: secret.certificateId, clientId: 0, type: 1, notAfter },
          acceptedAt: NOW.toISOString(),
        },
      }),
    },
    filings: {
      claimFiling: async () => ({ made: true }),
      beginCommit: async () => {},
      endFiling: async () => true,
    },
  } as unknown as Services['stores'];
  const handler = serve(lazyGroup(group), {
    ...realServices,
    stores,
    openAuthority: () => ({}) as SubmittingPort,
    now: () => NOW,
    log: { info: () => {}, error: (message) => expect(message).toBeUndefined() },
  });
  return async (
    operation: Operation,
    { account = 'one', certificate = 'first', key = '', body = {} as Record<string, unknown> } = {},
  ) => {
    const event = {
      httpMethod: operation.method,
      resource: resourceOf(group, operation),
      headers: {
        Authorization: `Bearer ${account}`,
        ...(certificate && { 'X-Cert-Secret': certificate }),
        ...(key && { 'Idempotency-Key': key }),
      },
      body: JSON.stringify(body),
      requestContext: { domainName: 'api.example.com', identity: { sourceIp: '192.0.2.1' } },
    } as unknown as APIGatewayProxyEvent;
    const { statusCode, headers, body: answered } = await handler(event);
    return {
      status: statusCode,
      replayed: headers?.['Idempotency-Replayed'] === 'true',
      errors: JSON.parse(answered).errors as Record<string, string[]> | undefined,
    };
  };
};

describe.each([
  ['a submission', file],
  ['a reading', ask],
])('the certificate of %s', (_, operation) => {
  test.each([
    ['a millisecond ago', -1],
    ['at this instant', 0],
  ])('that expired %s is refused', async (_when, milliseconds) => {
    const call = service({ notAfter: inMilliseconds(milliseconds) });
    expect(await call(operation)).toMatchObject({
      status: 422,
      errors: { 'X-Cert-Secret': ['X-Cert-Secret: El certificado caducó el 2026-11-04.'] },
    });
    expect(runs).toBe(0);
  });

  test('that expires in a millisecond still serves', async () => {
    expect(await service({ notAfter: inMilliseconds(1) })(operation)).toMatchObject({ status: 200 });
    expect(runs).toBe(1);
  });

  test.each(['', ' ', '\t  '])('is required; %j is none', async (certificate) => {
    expect(await service()(operation, { certificate })).toMatchObject({
      status: 422,
      errors: { 'X-Cert-Secret': ['X-Cert-Secret: Esta cabecera es obligatoria.'] },
    });
    expect(runs).toBe(0);
  });
});
