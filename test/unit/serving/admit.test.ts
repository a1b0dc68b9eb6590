import type { APIGatewayProxyEvent } from 'aws-lambda';
import { describe, expect, test } from 'vitest';
import { forbidden, notFound, ServiceError } from '../../../shared/kernel/errors.ts';
import { admit } from '../../../shared/serving/admit.ts';
import type { Services } from '../../../shared/serving/services.ts';
import { type Admitted, newTrace, type Received } from '../../../shared/serving/stages.ts';

/**
 * Who is admitted: the rate window in which a request counts, and the conditions for token, account and certificate. The stores
 * are in memory.
 */

const NOW = new Date('2026-11-04T11:00:00.000Z');
const DAY = 24 * 60 * 60 * 1000;
const inDays = (days: number) => new Date(NOW.getTime() + days * DAY).toISOString();

const CLAIMS = { accountId: 'a1', userId: 'u1', sessionId: 's1' };
const CERTIFICATE = { id: 'c1', type: 1, clientId: 0, notAfter: inDays(100), acceptedAt: inDays(-1) };

interface World {
  operation?: object | undefined;
  event?: object;
  headers?: Record<string, string>;
  claims?: object | undefined;
  rows?: object | ServiceError;
  admitted?: boolean;
  noteUse?: () => Promise<void>;
  secret?: object | undefined;
  /** Work that is begun alongside the request: keys, key pair and authorities. */
  alongside?: () => Promise<unknown>;
  /** Set if the function has no authorities to load. */
  withoutAuthorities?: boolean;
}

const READ = { kind: 'reading', method: 'GET', authority: 'tgss', rate: 'read' };
const RESOURCE = { kind: 'resource', method: 'GET', rate: 'read', access: 'reads' };
const TOKEN = { Authorization: 'Bearer t' };
const BOTH = { ...TOKEN, 'X-Cert-Secret': ' secret ' };

const enter = async (given: World = {}) => {
  const {
    operation = READ,
    headers = BOTH,
    rows = { user: {}, certificate: CERTIFICATE },
    admitted = true,
    noteUse = async () => {},
    alongside = async () => {},
  } = given;
  const claims = 'claims' in given ? given.claims : CLAIMS;
  const secret = 'secret' in given ? given.secret : { certificateId: 'c1', clientId: 0, fingerprint: 'f1' };
  const counted: unknown[] = [];
  const seen: unknown[] = [];
  const noted: unknown[] = [];
  const services = {
    stores: {
      accounts: {
        noteCall: (...args: unknown[]) => {
          noted.push(args);
          return undefined;
        },
      },
      sessions: {
        readToken: async (token: string) => {
          seen.push(['token', token]);
          return claims;
        },
        loadCallerRows: async (...args: unknown[]) => {
          seen.push(['rows', ...args.slice(0, 2)]);
          if (rows instanceof ServiceError) throw rows;
          return { role: 'owner', ...rows };
        },
      },
      certificates: {
        readSecret: async (...args: unknown[]) => {
          seen.push(['secret', ...args]);
          return secret;
        },
      },
      rateWindows: {
        countRequest: async (scope: string, limit: number) => {
          counted.push([scope, limit]);
          return { admitted, retryAfter: 7, scope };
        },
        giveBack: async (scope: string, limit: number) => void counted.push(['back', scope, limit]),
      },
      apiTokens: {
        noteUse: async (...args: unknown[]) => {
          seen.push(['use', ...args]);
          await noteUse();
        },
      },
      keys: {
        serviceKey: (name: string) => {
          seen.push(['key', name]);
          return alongside();
        },
      },
      secrets: {
        expectKeys: (...args: unknown[]) => {
          seen.push(['pair', ...args]);
          return alongside();
        },
      },
    },
    ...(!given.withoutAuthorities && {
      loadAuthorities: () => {
        seen.push(['authorities']);
        return alongside();
      },
    }),
    log: { info: () => {}, error: (...line: unknown[]) => seen.push(line) },
    metrics: { add: (...values: unknown[]) => seen.push(['metric', ...values]) },
  } as unknown as Services;
  const event = {
    httpMethod: 'GET',
    resource: '/v4/cosa',
    headers,
    ...given.event,
  } as unknown as APIGatewayProxyEvent;
  let refusal: { status: number; message: string; headers: object } | undefined;
  const route = async (...asked: unknown[]) => {
    expect(asked).toEqual([event.httpMethod, event.resource]);
    return operation as never;
  };
  const received: Received = {
    event,
    requestId: 'r1',
    now: NOW,
    deadline: NOW,
    ip: '192.0.2.1',
    origin: 'o',
    headerErrors: {},
    trace: newTrace(),
  };
  let entered: Admitted | undefined;
  try {
    entered = await admit(services, route, received);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    refusal = { status: error.status, message: error.message, headers: error.headers };
  }
  const { trace } = received;
  return { call: { ...received, ...entered, ...trace }, entered, counted, seen, noted, refusal };
};

/** The calls of the stores with this name. */
const named = (seen: unknown[], name: string) => seen.filter((one) => (one as unknown[])[0] === name);

const UNAUTHENTICATED = { status: 401 };
const ADDRESS = ['ip#192.0.2.1', 60];

test('a request before an authority counts for its certificate and route, and what it needs is read once', async () => {
  const { counted, call, seen, refusal } = await enter();
  expect(refusal).toBeUndefined();
  expect(counted).toEqual([['certificate#a1#f1#GET /v4/cosa', 80]]);
  expect(call).toMatchObject({ caller: CLAIMS, certificate: CERTIFICATE, operation: READ, headerErrors: {} });
  const secret = { certificateId: 'c1', clientId: 0, fingerprint: 'f1' };
  expect(seen).toEqual([
    ['authorities'],
    ['key', 'certificate'],
    ['token', 't'],
    ['secret', 'secret', 'a1'],
    ['pair', 'a1', 'c1'],
    ['rows', CLAIMS, { secret, authority: 'tgss' }],
  ]);
});

describe('the count of requests', () => {
  test('a request counts also where its rows cannot be read, and the answer says how many are left', async () => {
    const { call, refusal } = await enter({ rows: new ServiceError(500, 'down') });
    expect(refusal).toMatchObject({ status: 500 });
    expect(call.window).toMatchObject({ scope: 'certificate#a1#f1#GET /v4/cosa' });
  });

  test('all heavy routes of an authority share one count, and each class of rate has its limit', async () => {
    const heavy = await enter({ operation: { ...READ, rate: 'heavy' } });
    expect(heavy.counted).toEqual([['certificate#a1#f1#heavy', 30]]);
    // An operation that belongs to no authority does not count in the shared window of heavy operations.
    const sheet = await enter({ operation: { ...RESOURCE, rate: 'heavy' } });
    expect(sheet.counted).toEqual([[expect.not.stringMatching(/#heavy$/), 30]]);
    expect((await enter({ operation: { ...READ, method: 'POST', rate: 'write' } })).counted).toEqual([
      ['certificate#a1#f1#POST /v4/cosa', 120],
    ]);
  });

  test('a request without a token, or with a token that belongs to no user, counts for its address', async () => {
    for (const given of [{ headers: {} }, { claims: undefined }]) {
      const { counted, refusal, seen } = await enter(given);
      expect(counted).toEqual([ADDRESS]);
      expect(refusal).toMatchObject(UNAUTHENTICATED);
      expect(named(seen, 'rows')).toEqual([]);
      expect(named(seen, 'secret')).toEqual([]);
      expect(named(seen, 'pair')).toEqual([]);
    }
    const gone = await enter({ rows: {} });
    expect(gone.counted).toEqual([
      ['certificate#a1#f1#GET /v4/cosa', 80],
      ['back', 'certificate#a1#f1#GET /v4/cosa', 80],
      ADDRESS,
    ]);
    expect(gone.refusal).toMatchObject(UNAUTHENTICATED);
    expect(gone.call.window).toMatchObject({ scope: ADDRESS[0] });
  });

  test('a request over the limit is refused with 429 before anything else about it is checked', async () => {
    for (const given of [{}, { operation: notFound('no') }, { headers: {} }, { rows: {} }])
      expect((await enter({ ...given, admitted: false })).refusal).toMatchObject({
        status: 429,
        headers: { 'Retry-After': '7' },
      });
    // The log line and the metrics still name the operation.
    expect((await enter({ admitted: false })).call.operation).toBe(READ);
  });
});

describe('a request to no operation', () => {
  test('the request is counted apart and answered with the refusal of the route, and its caller is not looked up', async () => {
    const missing = notFound('No hay.');
    for (const httpMethod of ['GET', 'POST']) {
      const { refusal, counted, seen, call } = await enter({ operation: missing, event: { httpMethod } });
      expect(refusal).toMatchObject({ status: 404, message: 'No hay.' });
      // The function may lack the keys and rows for it.
      expect(seen).toEqual([]);
      expect(counted).toEqual([[`${ADDRESS[0]}#unmatched`, ADDRESS[1]]]);
      expect(call.operation).toBeUndefined();
    }
  });

  test('a request without a token counts like all others of its address', async () => {
    const { counted } = await enter({ operation: notFound('No hay.'), headers: {} });
    expect(counted).toEqual([ADDRESS]);
  });
});

describe('an operation for anybody', () => {
  const operation = { ...RESOURCE, access: 'anonymous' };

  test('the operation reads no token, counts for the address, and has no caller', async () => {
    const { call, entered, counted, seen, refusal } = await enter({ operation });
    expect(refusal).toBeUndefined();
    expect(counted).toEqual([ADDRESS]);
    expect(seen).toEqual([]);
    expect(entered).toMatchObject({ requestId: 'r1', operation });
    expect(call.caller).toBeUndefined();
    expect(call).not.toHaveProperty('counting');
    expect((await enter({ operation, admitted: false })).refusal).toMatchObject({ status: 429 });
  });

  test('an operation for anybody may run while its request is counted, and learns the count when it waits for it', async () => {
    const concurrent = { ...operation, runsDuringRateLimitCheck: true };
    const { call, entered, counted, seen, refusal } = await enter({ operation: concurrent });
    expect(refusal).toBeUndefined();
    expect(entered).toMatchObject({ requestId: 'r1', operation: concurrent });
    expect(counted).toEqual([ADDRESS]);
    expect(seen).toEqual([]);
    await call.counting;
    expect(call.window).toMatchObject({ admitted: true, scope: ADDRESS[0] });
    const over = await enter({ operation: concurrent, admitted: false });
    expect(over.refusal).toBeUndefined();
    await expect(over.call.counting).rejects.toMatchObject({
      status: 429,
      headers: { 'Retry-After': '7' },
    });
    // However often the result is awaited, the request counts once.
    await expect(over.call.counting).rejects.toMatchObject({ status: 429 });
    expect(over.counted).toEqual([ADDRESS]);
    expect(over.call.window).toMatchObject({ admitted: false });
  });

  test('an operation that reads a token does not start before its request is counted', async () => {
    const asking = { ...RESOURCE, runsDuringRateLimitCheck: true };
    const { call, refusal } = await enter({ operation: asking, admitted: false });
    expect(refusal).toMatchObject({ status: 429 });
    expect(call).not.toHaveProperty('counting');
  });
});

describe('early reads alongside a request', () => {
  const CLIENT = { ...CLAIMS, clientId: 3 };
  const rows = { user: {}, client: { active: true } };

  test('the key pair of a certificate is read early only if the caller may use that certificate', async () => {
    const pairs = async (given: World) => named((await enter(given)).seen, 'pair');
    const ofClient = { certificateId: 'c1', clientId: 3 };
    const asked = [['pair', 'a1', 'c1']];
    expect(await pairs({ secret: ofClient })).toEqual(asked);
    expect(await pairs({ secret: ofClient, claims: CLIENT, rows })).toEqual(asked);
    expect(await pairs({ operation: { ...READ, kind: 'submission' } })).toEqual(asked);
    for (const clientId of [0, 4])
      expect(await pairs({ secret: { certificateId: 'c1', clientId }, claims: CLIENT, rows })).toEqual([]);
    expect(await pairs({ secret: undefined })).toEqual([]);
    expect(await pairs({ headers: TOKEN })).toEqual([]);
    expect(await pairs({ operation: RESOURCE })).toEqual([]);
  });

  test('the key of secrets is read early if the request has a certificate secret', async () => {
    const keys = async (given: World) => named((await enter(given)).seen, 'key');
    expect(await keys({ operation: RESOURCE })).toEqual([['key', 'certificate']]);
    for (const headers of [TOKEN, { ...TOKEN, 'X-Cert-Secret': ' ' }]) {
      expect(await keys({ headers })).toEqual([]);
      expect(named((await enter({ headers })).seen, 'secret')).toEqual([]);
    }
  });

  test('the authorities are loaded early if the function has them and the operation belongs to one', async () => {
    const loaded = async (operation: object) => named((await enter({ operation })).seen, 'authorities');
    expect(await loaded(READ)).toHaveLength(1);
    expect(await loaded({ ...READ, kind: 'submission' })).toHaveLength(1);
    expect(await loaded(RESOURCE)).toEqual([]);
    expect(await loaded(notFound('no'))).toEqual([]);
    const without = await enter({ withoutAuthorities: true });
    expect(without.refusal).toBeUndefined();
    expect(without.call.certificate).toBe(CERTIFICATE);
  });

  test.each([
    ['fails', () => Promise.reject(new Error('down'))],
    ['never ends', () => new Promise(() => {})],
  ])('a request does not wait for an early read that %s', async (_, alongside) => {
    const { refusal, call, seen } = await enter({ alongside });
    expect(refusal).toBeUndefined();
    expect(call).toMatchObject({ certificate: CERTIFICATE, underWay: [] });
    for (const name of ['authorities', 'key', 'pair']) expect(named(seen, name)).toHaveLength(1);
  });
});

describe('a caller', () => {
  test('the call of a caller is noted for its account, with the time of the call that was noted before', async () => {
    const { noted } = await enter({ rows: { user: {}, calledAt: '2026-11-03' } });
    expect(noted).toEqual([[{ id: 'a1', calledAt: '2026-11-03' }, NOW]]);
    expect((await enter({ rows: {} })).noted).toEqual([]);
  });

  test('a caller whose rows have no role may only read', async () => {
    const statusOf = async (access: string) =>
      (await enter({ operation: { ...RESOURCE, access }, rows: { user: {}, role: undefined } })).refusal
        ?.status;
    expect(await statusOf('reads')).toBeUndefined();
    expect(await statusOf('files')).toBe(403);
  });

  test('operates the service only as an operator with a second factor whose code was given', async () => {
    const operation = { ...RESOURCE, isForOperators: true };
    const rows = { user: { hasSecondFactor: true }, isOperator: true, isWithCode: true };
    const { refusal, call } = await enter({ operation, rows });
    expect(refusal).toBeUndefined();
    expect(call).toMatchObject({ isOperator: true });
    for (const lacking of [
      { isOperator: undefined },
      { isOperator: false },
      { isWithCode: undefined },
      { user: {} },
      { user: { hasSecondFactor: false } },
    ])
      expect((await enter({ operation, rows: { ...rows, ...lacking } })).refusal).toMatchObject({
        status: 403,
        message: expect.stringContaining('Reservado a quien opera el servicio'),
      });
    expect((await enter({ operation: RESOURCE })).call).toMatchObject({ isOperator: false });
  });

  test('the use of an API token is noted, and a request does not fail where noting it fails', async () => {
    const rows = { user: {}, certificate: CERTIFICATE, apiToken: { id: 't1' } };
    expect((await enter({ rows })).seen).toContainEqual(['use', CLAIMS, { id: 't1' }, NOW]);
    const failing = await enter({ rows, noteUse: () => Promise.reject(new Error('x')) });
    expect(failing.refusal).toBeUndefined();
    expect(failing.call.underWay).toHaveLength(1);
    await Promise.all(failing.call.underWay);
    expect(failing.seen).toContainEqual([
      'failed to record last use of account or token',
      { requestId: 'r1', error: new Error('x') },
    ]);
    expect(named((await enter()).seen, 'use')).toEqual([]);
    expect((await enter({ rows: { apiToken: { id: 't1' } } })).call.underWay).toEqual([]);
  });

  test('a caller does not wait until the use of its API token is noted', async () => {
    const rows = { user: {}, certificate: CERTIFICATE, apiToken: { id: 't1' } };
    let note = () => {};
    const noteUse = () =>
      new Promise<void>((resolve) => {
        note = resolve;
      });
    const { call, refusal } = await enter({ rows, noteUse });
    expect(refusal).toBeUndefined();
    expect(call.caller).toEqual(CLAIMS);
    expect(call.underWay).toHaveLength(1);
    expect(await Promise.race([call.underWay[0]!.then(() => 'noted'), 'under way'])).toBe('under way');
    note();
    await call.underWay[0];
  });

  test('a caller of a client company is admitted while the company is active, and sees its own certificates', async () => {
    const claims = { ...CLAIMS, clientId: 3 };
    const certificate = { ...CERTIFICATE, clientId: 3 };
    const rows = { user: {}, client: { active: true }, certificate, certificateClient: { active: true } };
    expect((await enter({ claims, rows })).call.certificate).toBe(certificate);
    for (const client of [undefined, { active: false }])
      expect((await enter({ claims, rows: { ...rows, client } })).refusal).toMatchObject({
        status: 403,
        message: 'El acceso de este cliente está desactivado.',
      });
    const foreign = await enter({ claims, rows: { ...rows, certificate: CERTIFICATE } });
    expect(foreign.call.headerErrors).toEqual({ 'X-Cert-Secret': ['El certificado no existe.'] });
    expect(foreign.counted.at(-1)).toEqual(['user#u1#GET /v4/cosa', 80]);
  });

  test.each([
    ['owner', 'owner', true],
    ['owner', 'reads', true],
    ['files', 'owner', false],
    ['files', 'files', true],
    ['reads', 'files', false],
    ['reads', 'reads', true],
  ])('a caller with the role %s may do what needs %s: %s', async (role, access, may) => {
    const asked: unknown[] = [];
    const operation = { ...RESOURCE, access, admits: () => asked.push('operation') };
    const { refusal, counted } = await enter({ operation, rows: { user: {}, role } });
    expect(refusal?.status).toBe(may ? undefined : 403);
    if (!may) expect(refusal!.message).toContain(`necesita el rol ${access} (`);
    expect(asked).toHaveLength(may ? 1 : 0);
    expect(counted).not.toEqual([]);
  });

  test.each(['submission', 'reading'])('a caller needs a role for a %s', async (kind) => {
    const roles = ['owner', 'files', 'reads'];
    const refusals = await Promise.all(
      roles.map((role) => enter({ operation: { ...READ, kind }, rows: { user: {}, role } })),
    );
    expect(refusals.map(({ refusal }) => refusal?.status)).toEqual([
      undefined,
      undefined,
      kind === 'submission' ? 403 : undefined,
    ]);
  });

  test('a caller without the second factor that the account demands may only switch it on', async () => {
    const rows = { user: {}, lacksSecondFactor: true };
    for (const operation of [READ, RESOURCE])
      expect((await enter({ operation, rows })).refusal).toMatchObject({
        status: 403,
        message: expect.stringContaining('POST y PUT /auth/second-factor'),
      });
    const enrolling = { ...RESOURCE, isBeforeSecondFactor: true };
    expect((await enter({ operation: enrolling, rows })).refusal).toBeUndefined();
  });

  test('a caller may be refused by the operation itself', async () => {
    const asked: unknown[] = [];
    const admits = (claims: unknown) => {
      asked.push(claims);
      throw forbidden('Usted no.');
    };
    expect((await enter({ operation: { ...RESOURCE, admits } })).refusal).toMatchObject({
      message: 'Usted no.',
    });
    expect(asked).toEqual([CLAIMS]);
    expect((await enter({ operation: { ...READ, admits } })).refusal).toBeUndefined();
  });
});

describe.each(['reading', 'submission'])('the certificate of a %s', (kind) => {
  const operation = { ...READ, kind };
  const withCertificate = (given: object, more: object = {}, of: object = {}) =>
    enter({
      operation: { ...operation, ...of },
      rows: { user: {}, certificate: { ...CERTIFICATE, ...given }, ...more },
    });

  test('the certificate is required, and must exist', async () => {
    for (const headers of [TOKEN, { ...TOKEN, 'X-Cert-Secret': ' \t' }]) {
      const none = await enter({ operation, headers, rows: { user: {} } });
      expect(none.refusal).toBeUndefined();
      expect(none.call.headerErrors).toEqual({ 'X-Cert-Secret': ['Esta cabecera es obligatoria.'] });
    }
    const unknown = await enter({ operation, rows: { user: {} } });
    expect(unknown.call.headerErrors).toEqual({ 'X-Cert-Secret': ['El certificado no existe.'] });
    expect(unknown.call.certificate).toBeUndefined();
  });

  test('the certificate is admitted together with the user, the company, and the world of the account', async () => {
    const more = { world: 3, daysAhead: 2, previews: true, generation: 5, role: 'owner' };
    const user = { name: 'Lucía' };
    const { entered } = await withCertificate(
      { clientId: 3 },
      { ...more, user, certificateClient: { active: true, cif: 'B12345674' } },
    );
    expect(entered).toMatchObject({
      requestId: 'r1',
      operation,
      caller: { ...CLAIMS, generation: 5 },
      user,
      world: 3,
      daysAhead: 2,
      previews: true,
      companyCif: 'B12345674',
    });
  });

  test.each<[string | undefined, string | undefined, boolean]>([
    [undefined, undefined, false],
    [undefined, 'inline', true],
    ['documents=inline', undefined, true],
    ['documents=inline', 'link', true],
    ['documents=link', 'inline', false],
  ])(
    'a certificate gets documents within the answer of a reading only: Prefer %s, account %s',
    async (prefer, documents, isInline) => {
      const headers = { ...BOTH, ...(prefer !== undefined && { Prefer: prefer }) };
      const { call } = await enter({
        operation,
        headers,
        rows: { user: {}, certificate: CERTIFICATE, documents },
      });
      expect(call.documentsInline).toBe(kind === 'reading' && isInline);
    },
  );

  test('the certificate must be of a type that the authority takes', async () => {
    for (const [type, of, isTaken] of [
      [1, {}, true],
      [undefined, {}, true],
      [2, {}, false],
      [2, { authority: 'sepe' }, true],
      [1, { authority: 'sepe' }, false],
      [3, { authority: 'aeat' }, true],
      [2, { alsoCertificateTypes: [2] }, true],
      [1, { alsoCertificateTypes: [2] }, true],
      [3, { alsoCertificateTypes: [2] }, false],
    ] as const) {
      const { refusal, call } = await withCertificate({ type }, {}, of);
      expect(call.certificate !== undefined, JSON.stringify([type, of])).toBe(isTaken);
      if (!isTaken)
        expect(refusal).toMatchObject({
          status: 403,
          message: 'El tipo del certificado no sirve para este organismo.',
        });
    }
  });

  test('the certificate of a client company is accepted only while that company is active', async () => {
    expect(
      (await withCertificate({ clientId: 3 }, { certificateClient: { active: true } })).refusal,
    ).toBeUndefined();
    for (const certificateClient of [undefined, { active: false }])
      expect((await withCertificate({ clientId: 3 }, { certificateClient })).refusal).toMatchObject({
        status: 403,
        message: 'El cliente al que pertenece el certificado está inactivo.',
      });
  });

  test('the certificate must not have expired', async () => {
    expect(
      (await withCertificate({ notAfter: new Date(NOW.getTime() + 1).toISOString() })).call.certificate,
    ).toBeDefined();
    const expired = await withCertificate({ notAfter: NOW.toISOString() });
    expect(expired.call.headerErrors).toEqual({ 'X-Cert-Secret': ['El certificado caducó el 04/11/2026.'] });
    expect(expired.call.certificate).toBeUndefined();
  });

  test('the certificate must be valid already', async () => {
    expect((await withCertificate({ notBefore: NOW.toISOString() })).call.certificate).toBeDefined();
    const early = await withCertificate({ notBefore: inDays(1) });
    expect(early.call.headerErrors).toEqual({
      'X-Cert-Secret': ['El certificado no es válido hasta el 05/11/2026.'],
    });
    expect(early.call.certificate).toBeUndefined();
  });

  test('the certificate is counted if it expires within thirty days', async () => {
    const metric = [
      'metric',
      'ExpiringCertificateUses',
      1,
      { facts: { certificate: 'c1', requestId: 'r1' } },
    ];
    expect((await withCertificate({ notAfter: inDays(30) })).seen).toContainEqual(metric);
    expect((await withCertificate({ notAfter: inDays(31) })).seen).not.toContainEqual(metric);
  });
});

describe('the certificate of an operation that needs none', () => {
  test('a good certificate is used if the request names it, and a request without one is accepted', async () => {
    expect((await enter({ operation: RESOURCE })).call.certificate).toBe(CERTIFICATE);
    const now = await enter({
      operation: RESOURCE,
      rows: { user: {}, certificate: { ...CERTIFICATE, notAfter: NOW.toISOString() } },
    });
    expect(now.call.certificate).toBeUndefined();
    expect(now.refusal).toBeUndefined();
    const none = await enter({ operation: RESOURCE, headers: TOKEN, rows: { user: {} } });
    expect(none.call).toMatchObject({ caller: CLAIMS, headerErrors: {} });
    expect(none.call).not.toHaveProperty('certificate');
  });
});
