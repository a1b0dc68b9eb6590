import { EncryptJWT } from 'jose';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PortOptions } from '../../../shared/authorities/authority-port.ts';
import type { Conversation } from '../../../shared/authorities/recording/har.ts';
import { lazyGroup } from '../../../shared/derive/groups.ts';
import { ServiceError } from '../../../shared/kernel/errors.ts';
import { filingPorts } from '../../../shared/serving/filing/for-operations.ts';
import { openAuthority, portsOf } from '../../../shared/serving/run.ts';
import { FILING_STATES, type Filing } from '../../../shared/stores/filings/filing.ts';
import { limited } from '../../../shared/stores/limits.ts';
import {
  type Answers,
  actingWith,
  down,
  FILING,
  inMs,
  NOW,
  SUBMISSION,
  stubSettings,
} from '../../support/stores/scripted-filing.ts';
import { scriptedServices } from '../../support/stores/scripted-services.ts';

/** The ports of an operation, with scripted stores. */

beforeEach(() => {
  stubSettings();
  vi.stubEnv('SEPE_URL', 'https://sepe.invalid');
  vi.stubEnv('SWITCHED_ON', '["a"]');
});

afterEach(() => void vi.useRealTimers());

describe('the opening of an authority', () => {
  const open = async (
    given: Record<string, unknown> = {},
    { answers = {}, authority = 'tgss', how }: { answers?: Answers; authority?: string; how?: object } = {},
  ) => {
    const made = scriptedServices(NOW, answers);
    const operation = { ...SUBMISSION, id: 'fileIt', authority };
    const acting = actingWith({ deadline: inMs(25_000), operation, ...given });
    const port = await openAuthority(made.services, acting, how);
    const [[options]] = made.asked('openAuthority') as [[PortOptions]];
    return { ...made, trace: acting.trace, port, options };
  };

  test('an authority is opened with the address of the stage, until the deadline of the call', async () => {
    const { port, options } = await open();
    expect(port).toBe('authority');
    expect(options).toMatchObject({
      authority: 'tgss',
      baseUrl: 'https://tgss.invalid',
      dry: false,
      deadline: inMs(25_000),
      headers: {},
      readingsAtOnce: 3,
    });
    expect(options.ca).toBeUndefined();
    expect(options).not.toHaveProperty('commit');
    expect(options.siteOf!('/x')).toBe('https://tgss.invalid');
    expect([options.isSwitchedOn!('a'), options.isSwitchedOn!('b')]).toEqual([true, false]);
    const sepe = await open({ dry: true }, { authority: 'sepe' });
    expect(sepe.options).toMatchObject({ baseUrl: 'https://sepe.invalid', dry: true, readingsAtOnce: 1 });
    expect(options.tls).toEqual({});
    vi.stubEnv('AUTHORITY_CA', 'pem');
    vi.stubEnv('AUTHORITY_TLS', '{"sepe":{"roots":"other","maxVersion":"TLSv1.2"}}');
    expect((await open()).options).toMatchObject({ tls: { roots: 'pem' } });
    expect((await open({}, { authority: 'sepe' })).options.tls).toEqual({
      roots: 'pem\nother',
      maxVersion: 'TLSv1.2',
    });
    vi.stubEnv('OWN_STAND_INS', 'true');
    expect((await open()).options).toMatchObject({ ca: 'pem', tls: {} });
    vi.stubEnv('OWN_STAND_INS', '');
    const guard = {};
    expect((await open({}, { how: { guard, bypassesBreaker: true } })).options).toMatchObject({
      guard,
      bypassesBreaker: true,
    });
  });

  test('an authority is opened with the certificate of the call, whose key pair is read when it is needed', async () => {
    const { options, asked } = await open({}, { answers: { getKeyPair: () => ({ key: 'k', cert: 'c' }) } });
    expect(asked('getKeyPair')).toEqual([]);
    expect(await options.credential()).toEqual({ version: 'c1', key: 'k', cert: 'c' });
    expect(asked('getKeyPair')).toEqual([['a1', expect.objectContaining({ id: 'c1' })]]);
  });

  test('an authority is opened with the user of SEPE that is stored with the certificate', async () => {
    const { options, asked } = await open();
    expect(await options.access!()).toBeUndefined();
    expect(asked('getSepeAccess')).toEqual([]);
    const sepe = await open(
      { certificate: { id: 'c1', dni: 'd', sepe: { version: 'v1' } } },
      { answers: { getSepeAccess: () => ({ user: 'u' }) } },
    );
    expect(await sepe.options.access!()).toEqual({ user: 'u' });
    expect(sepe.asked('getSepeAccess')).toEqual([['a1', { id: 'c1', dni: 'd', sepe: { version: 'v1' } }]]);
  });

  test.each<[string, object, unknown]>([
    ['the worker’s number', { nss: 's', naf: 'n', dni: 'd', ccc: 'c' }, 's'],
    ['the same by its other name', { naf: 'n', dni: 'd', ccc: 'c' }, 'n'],
    ['the worker’s document', { dni: 'd', ccc: 'c' }, 'd'],
    ['the contribution account', { ccc: 'c' }, 'c'],
    ['the holder', { other: 1 }, '12345678Z'],
  ])('an authority is opened with %s as the subject of the call', async (_, input, about) => {
    expect((await open({ input })).options.subject).toBe(JSON.stringify(['a1', about]));
  });

  test('the subject of a call is the certificate if its holder has no number and the request has no input', async () => {
    const { options } = await open({ input: undefined, certificate: { id: 'c1', fingerprint: 'f' } });
    expect(options.subject).toBe('["a1","f"]');
  });

  test('a scenario is sent to the stand-ins on a sandbox stage alone', async () => {
    expect((await open({ scenario: 'slow' })).options.headers).toEqual({});
    vi.stubEnv('STAGE', 'sandbox');
    expect((await open({ scenario: 'slow' })).options.headers).toEqual({
      'X-Sandbox-Account': 'a1',
      'X-Sandbox-Authority': 'tgss',
      'X-Sandbox-Operation': 'fileIt',
      'X-Sandbox-Scenario': 'slow',
    });
    expect((await open()).options.headers).toEqual({
      'X-Sandbox-Account': 'a1',
      'X-Sandbox-Authority': 'tgss',
      'X-Sandbox-Operation': 'fileIt',
    });
  });

  test('a call goes to the stand-in if it has a scenario, and to the world of the account if there is one', async () => {
    const health = async (given: Record<string, unknown> = {}) => {
      const { options } = await open(given);
      return [options.isStaged, options.world];
    };
    vi.stubEnv('STAGE', 'sandbox');
    expect(await health()).toEqual([false, undefined]);
    vi.stubEnv('OWN_STAND_INS', 'true');
    expect(await health({ scenario: 'slow' })).toEqual([true, 'a1']);
    vi.stubEnv('STAGE', 'production');
    expect(await health({ scenario: 'slow' })).toEqual([false, 'a1']);
  });

  test('each exchange has a log line and metrics', async () => {
    const { options, asked } = await open({ trace: { filingId: 'f1' } });
    const record = {
      authority: 'tgss',
      exchange: 'x',
      attempts: 1,
      steps: 2,
      milliseconds: 5,
      outcome: 'result',
    } as const;
    options.log(record);
    expect(asked('info')).toEqual([['exchange', { requestId: 'r1', filing: 'f1', ...record }]]);
    expect(asked('metric')).toEqual([
      ['Exchanges', 1, { authority: 'tgss', outcome: 'answered' }],
      ['ExchangeTime', 5, { authority: 'tgss' }],
    ]);
  });

  test('an authority is opened with what all processes know of its health', async () => {
    vi.useFakeTimers({ now: inMs(7) });
    const { services, asked } = scriptedServices(NOW);
    const openUntil = vi.fn(() => 5);
    const pauseOf = vi.fn(() => ({ message: 'm', until: 6 }));
    Object.assign(services.stores, { health: { openUntil, pauseOf } });
    await openAuthority(services, actingWith());
    const { health } = (asked('openAuthority') as [[PortOptions]])[0][0];
    expect(health!.openUntil()).toBe(5);
    expect(health!.pause()).toEqual({ message: 'm', until: 6 });
    // By the clock, because the known state may change while the authority is asked.
    const clock = inMs(7);
    expect(openUntil.mock.calls).toEqual([['tgss', clock]]);
    expect(pauseOf.mock.calls).toEqual([['tgss', clock]]);
  });

  test('the health of the authority is noted alongside the answer, which never fails by it', async () => {
    const { options, asked, trace } = await open();
    options.health!.saw('failing', 9);
    expect(trace.underWay).toHaveLength(1);
    await Promise.all(trace.underWay);
    expect(asked('noteHealth')).toEqual([
      ['tgss', { accountId: 'a1', health: 'failing', slowest: 9 }, expect.any(Date)],
    ]);
    const broken = await open({}, { answers: { noteHealth: down } });
    broken.options.health!.saw('healthy', 1);
    await Promise.all(broken.trace.underWay);
    expect(broken.asked('log')).toEqual([
      ['failed to record the health of an authority', { requestId: 'r1', error: new Error('down') }],
    ]);
  });

  /** The recorded texts contain words that portals use. They are kept, unless they are also somebody's name. */
  const CONVERSATION: Conversation = {
    exchange: { authority: 'tgss', name: 'informe de situación/ 2@1', kind: 'reading' },
    input: { dni: '12345678Z' },
    dry: false,
    end: 'result',
    requests: [
      {
        at: NOW.getTime(),
        milliseconds: 1,
        request: { method: 'GET', url: 'https://tgss.invalid/x' },
        answer: {
          status: 200,
          contentType: 'text/html',
          headers: {},
          body: Buffer.from('<p>EMPRESA</p><p>NOMBRE</p><p>FECHA</p>'),
        },
      },
    ],
  };
  const kept = async (name: string, givenName: string, surname: string) => {
    vi.stubEnv('KEEP_CONVERSATIONS', 'true');
    const put = vi.fn();
    const certificate = { id: 'c1', dni: '12345678Z', name, givenName, surname };
    const { options } = await open({ certificate }, { answers: { putDocument: put } });
    await options.record!(CONVERSATION);
    const [[key, bytes, type]] = put.mock.calls as [[string, Buffer, string]];
    return { key, type, text: bytes.toString() };
  };

  test('a conversation is stored if the stage keeps conversations', async () => {
    expect((await open()).options).not.toHaveProperty('record');
    const { key, type, text } = await kept('x', 'x', 'x');
    expect(key).toMatch(/^conversations\/2026-11-04\/tgss-informe-de-situaci-n-2@1-r1-\d{13}\.har$/);
    expect(type).toBe('application/json');
    expect(JSON.parse(text).log.entries).toHaveLength(1);
    expect(text).not.toContain('12345678Z');
    for (const word of ['EMPRESA', 'NOMBRE', 'FECHA']) expect(text).toContain(word);
  });

  test('a stored conversation has no names of the holder', async () => {
    expect((await kept('Empresa Xx', 'Nombre', 'Fecha')).text).not.toMatch(/EMPRESA|NOMBRE|FECHA/);
  });

  test('storing a conversation takes at most two seconds, for which the exchange waits', async () => {
    vi.stubEnv('KEEP_CONVERSATIONS', 'true');
    const timeouts = vi.spyOn(AbortSignal, 'timeout');
    const client = limited(() => ({ send: async (_command: object) => ({}) }));
    const { options } = await open(
      { certificate: { id: 'c1', name: '', givenName: '', surname: '' } },
      { answers: { putDocument: async () => void (await client.send({})) } },
    );
    await options.record!(CONVERSATION);
    const [[milliseconds]] = timeouts.mock.calls as [[number]];
    timeouts.mockRestore();
    expect(milliseconds).toBeGreaterThan(1_000);
    expect(milliseconds).toBeLessThanOrEqual(2_000);
  });
});

describe('what an operation may use', () => {
  const ports = (given: Record<string, unknown> = {}, answers: Answers = {}) => {
    const made = scriptedServices(NOW, answers);
    const acting = actingWith(given);
    return { ...made, trace: acting.trace, ports: portsOf(made.services, acting) };
  };

  test('an operation may use the caller, the time and the stores of the call', () => {
    const { ports: given, services } = ports();
    expect(given).toMatchObject({
      caller: { accountId: 'a1', userId: 'u1' },
      now: NOW,
    });
    expect(given.stores).toBe(services.stores);
    const anonymous = ports({ caller: undefined }).ports;
    expect(() => anonymous.caller).toThrow('an operation with anonymous access has no caller');
  });

  test('an operation may put a document of an authority into its answer', async () => {
    const { ports: given, trace } = ports();
    const file = await given.keep({ name: 'a', contentType: 'c', bytes: Buffer.from('A') });
    expect(file).toEqual({ name: 'a', contentType: 'c', content: '' });
    expect(trace.files[0]!.file).toBe(file);
  });

  test('an operation may compute the MAC of a worker, with the key for workers and within the account', async () => {
    const { ports: given, asked } = ports();
    const mac = await given.listMac('worker', '0012345678z');
    expect(mac).toMatch(/^[0-9a-f]{64}$/);
    expect(asked('serviceKey')).toEqual([['worker']]);
    expect(await given.listMac('worker', '12345678Z')).toBe(mac);
    expect(await ports({ caller: { accountId: 'a2' } }).ports.listMac('worker', '12345678Z')).not.toBe(mac);
    const anonymous = ports({ caller: undefined }).ports;
    expect(await anonymous.listMac('worker', '12345678Z')).toBe(
      await ports({ caller: { accountId: '' } }).ports.listMac('worker', '12345678Z'),
    );
  });

  describe('a continuation token', () => {
    const KEY = new Uint8Array(32).fill(7);
    const OPERATION = { method: 'GET', path: '/list' };
    const keyed = (given: object = {}, key: Uint8Array | undefined = KEY) =>
      ports(
        { operation: OPERATION, ...given },
        { newestKey: () => ({ id: 'k1', key: KEY }), keyOf: () => key },
      );
    const issued = () => keyed().ports.continuation.issue({ page: 2 });

    test('an operation reads a token that it issued itself, within the hour', async () => {
      const { ports: given, asked } = keyed();
      const token = await given.continuation.issue({ page: 2 });
      expect(asked('newestKey')).toEqual([['continuation', NOW]]);
      const [head] = token.split('.');
      expect(JSON.parse(Buffer.from(head!, 'base64url').toString())).toEqual({
        alg: 'dir',
        enc: 'A256GCM',
        kid: 'k1',
      });
      expect(token).not.toContain(Buffer.from('"page"').toString('base64url'));
      expect(await given.continuation.read(token)).toMatchObject({ page: 2 });
      expect(asked('keyOf')).toEqual([[token, 'continuation', NOW]]);
      const later = (seconds: number) => keyed({ now: inMs(seconds * 1000) }).ports.continuation.read(token);
      expect(await later(3599)).toMatchObject({ page: 2 });
      expect(await later(3600)).toBeUndefined();
    });

    test.each<[string, object]>([
      ['account', { caller: { accountId: 'a2', userId: 'u1' } }],
      ['user', { caller: { accountId: 'a1', userId: 'u2' } }],
      ['certificate', { certificate: { id: 'c2' } }],
      ['method', { operation: { ...OPERATION, method: 'POST' } }],
      ['path', { operation: { ...OPERATION, path: '/other' } }],
      [
        'caller, certificate and operation',
        { caller: undefined, certificate: undefined, operation: undefined },
      ],
    ])('an operation does not read a token of another %s', async (_, given) => {
      expect(await keyed(given).ports.continuation.read(await issued())).toBeUndefined();
    });

    test('an operation does not read a token that is broken, of another key, or without an end', async () => {
      const { continuation } = keyed().ports;
      expect(await continuation.read('x')).toBeUndefined();
      const unknown = ports({ operation: OPERATION }, { keyOf: () => undefined }).ports;
      expect(await unknown.continuation.read(await issued())).toBeUndefined();
      const other = keyed({}, new Uint8Array(32).fill(8)).ports;
      expect(await other.continuation.read(await issued())).toBeUndefined();
      const endless = new EncryptJWT({ page: 2 })
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .setAudience('a1 u1 c1 GET /list');
      expect(await continuation.read(await endless.encrypt(KEY))).toBeUndefined();
      // The same token with an expiry is accepted, so nothing else was wrong with it.
      endless.setExpirationTime(NOW.getTime() / 1000 + 1);
      expect(await continuation.read(await endless.encrypt(KEY))).toMatchObject({ page: 2 });
    });

    test('reading a token fails if the keys of tokens cannot be read', async () => {
      await expect(ports({}, { keyOf: down }).ports.continuation.read('x')).rejects.toThrow('down');
    });
  });
});

describe('what an operation may do with a filing', () => {
  const ports = (
    answers: Answers = {},
    { call = {}, operation = {} }: { call?: Record<string, unknown>; operation?: object } = {},
  ) => {
    const made = scriptedServices(NOW, answers);
    made.services.loadGroups = async () => [
      lazyGroup({ prefix: '/api/v4', operations: [{ ...SUBMISSION, ...operation }] } as never),
    ];
    const given = actingWith({ deadline: inMs(25_000), ...call });
    return { ...made, trace: given.trace, filings: filingPorts(made.services, given) };
  };

  test('an operation may read the request of a filing, as long as it is stored', async () => {
    expect(await ports().filings.request(FILING)).toEqual({ a: 1 });
    expect(await ports().filings.request({ ...FILING, request: undefined } as never)).toBeUndefined();
    const stored = { ...FILING, request: undefined, requestKey: 'k' } as never;
    expect(await ports({ getDocument: down }).filings.request(stored)).toBeUndefined();
  });

  test('an operation may read the answer of a filing, as it was given', async () => {
    expect(await ports().filings.answer({ ...FILING, answer: '{"success":true}' })).toEqual({
      success: true,
    });
    expect(await ports().filings.answer(FILING)).toBeNull();
  });

  const DOCUMENT = { name: 'a', contentType: 'c', size: 1, key: 'k' };

  test('an operation may read a document of a filing, as long as it is stored', async () => {
    const there = ports({ getDocument: () => Buffer.from('A') });
    const file = await there.filings.document(DOCUMENT);
    expect(file).toEqual({ name: 'a', contentType: 'c', content: '' });
    expect(there.trace.files[0]!.file).toBe(file);
    expect(await ports().filings.document(DOCUMENT)).toBeUndefined();
    const broken = ports({ getDocument: down });
    await expect(broken.filings.document(DOCUMENT)).rejects.toMatchObject({ status: 503 });
    expect(broken.asked('log')).toEqual([
      ['a document could not be read', { requestId: 'r1', error: new Error('down') }],
    ]);
  });

  test('an operation may cancel a filing before it begins, and the filing that waits for its place is made', async () => {
    const queued = { ...FILING, state: 'queued', owner: 'o1' } as Filing;
    const { filings, asked, seen } = ports();
    await filings.cancel(queued);
    const [[filing, , end]] = asked('endFiling') as [[Filing, unknown, { state: string; facts: Filing }]];
    // The store ends it only for this owner, and a function that begins it becomes its owner.
    expect(filing.owner).toBe('o1');
    expect(end).toMatchObject({
      state: 'ended',
      facts: { status: 409, messages: ['Se canceló antes de empezar. No se ha enviado nada.'] },
    });
    expect(seen.map(([name]) => name).slice(-2)).toEqual(['freeSlot', 'readQueue']);
    const crowded = ports({ freeSlot: () => Promise.reject(new Error('down')) });
    await crowded.filings.cancel(queued);
    expect(crowded.asked('log')[0]).toMatchObject([
      'failed to start the next queued filing',
      { filing: 'f1' },
    ]);
  });

  test('an operation may not cancel a filing that has begun or ended, even just now', async () => {
    const refused = {
      status: 409,
      message: 'El trámite ya ha empezado o ha terminado: no se puede cancelar.',
    };
    for (const state of FILING_STATES.filter((one) => one !== 'queued')) {
      const { filings, asked } = ports();
      await expect(filings.cancel({ ...FILING, state } as Filing)).rejects.toMatchObject(refused);
      expect(asked('endFiling')).toEqual([]);
    }
    const late = ports({ endFiling: () => false });
    await expect(late.filings.cancel({ ...FILING, state: 'queued' } as Filing)).rejects.toMatchObject(
      refused,
    );
    expect(late.asked('freeSlot')).toEqual([]);
  });

  const UNKNOWN = {
    ...FILING,
    state: 'unknown',
    certificate: { id: 'c1', fingerprint: 'f', nif: 'n' },
  } as Filing;
  const own = { findCertificate: () => ({ id: 'c1', dni: 'n', notAfter: inMs(1).toISOString() }) };
  const finds = (result: unknown) => {
    const find = vi.fn(async () => result);
    return { find, operation: { lookUp: { find } } };
  };

  test('an operation may look a filing up with its own certificate, in the scenario that the caller wants of the sandbox', async () => {
    const { find, operation } = finds({ data: 1 });
    const { filings, asked } = ports(own, { call: { scenario: 'slow', requestId: 'r9' }, operation });
    vi.stubEnv('STAGE', 'sandbox');
    await filings.check(UNKNOWN);
    expect(find).toHaveBeenCalledTimes(1);
    expect(asked('openAuthority')[0]![0]).toMatchObject({
      deadline: inMs(25_000),
      headers: { 'X-Sandbox-Scenario': 'slow' },
    });
    expect(asked('endFiling')[0]![2]).toMatchObject({ state: 'accepted' });
    const fails = finds(undefined);
    fails.find.mockRejectedValue(new TypeError('x'));
    const failed = ports(own, { call: { requestId: 'r9' }, operation: fails.operation });
    await failed.filings.check(UNKNOWN);
    expect(failed.asked('info')[0]![1]).toMatchObject({ requestId: 'r9' });
  });

  test('an operation may look a filing up and find a refusal, which is no failure', async () => {
    const { operation } = finds({ refused: ['no'] });
    const { filings, asked } = ports(own, { operation });
    await filings.check(UNKNOWN);
    expect(asked('endFiling')[0]![2]).toMatchObject({ state: 'refused' });
  });

  test('an operation may not look up a filing whose outcome is known, or on which a function may still work', async () => {
    const { find, operation } = finds({ data: 1 });
    const check = async (filing: Partial<Filing>) => {
      const checked = ports(own, { operation }).filings.check({ ...UNKNOWN, ...filing });
      return checked.catch((error: ServiceError) => error);
    };
    for (const state of ['accepted', 'refused', 'ended', 'queued', 'committing'] as const)
      expect(await check({ state })).toMatchObject({
        status: 409,
        message: 'El resultado de este trámite no es desconocido.',
      });
    expect(find).not.toHaveBeenCalled();
    expect(await check({ state: 'committing', committingAt: inMs(-59_001).toISOString() })).toBeUndefined();
    expect(find).toHaveBeenCalledTimes(1);
  });

  const NO_CERTIFICATE = {
    status: 409,
    message:
      'El certificado del trámite ya no existe o no puede usarse: envíe en X-Cert-Secret otro del mismo titular.',
  };
  const gone = { findCertificate: () => undefined };

  test('an operation may look a filing up with another certificate of the same holder, if its own cannot be used', async () => {
    const { find, operation } = finds(undefined);
    const check = async (certificate: object | undefined, answers: Answers = gone) => {
      const { filings, asked } = ports(answers, { call: { certificate }, operation });
      const outcome = await filings.check(UNKNOWN).catch((error: ServiceError) => error);
      const [opened] = asked('openAuthority') as [PortOptions][];
      return { outcome, version: opened && (await opened[0].credential()).version };
    };
    expect(await check({ id: 'c2', dni: 'n' })).toEqual({ outcome: undefined, version: 'c2' });
    // A certificate without a number is identified by its fingerprint.
    expect(await check({ id: 'c3', fingerprint: 'n' })).toEqual({ outcome: undefined, version: 'c3' });
    expect(await check({ id: 'c2', dni: 'n' }, own)).toEqual({ outcome: undefined, version: 'c1' });
    expect(find).toHaveBeenCalledTimes(3);
    expect((await check(undefined)).outcome).toMatchObject(NO_CERTIFICATE);
    expect((await check({ id: 'c2', dni: 'other', fingerprint: 'n' })).outcome).toMatchObject(NO_CERTIFICATE);
    expect(find).toHaveBeenCalledTimes(3);
  });

  test('an operation may not look up a filing of an unknown operation', async () => {
    const check = ports(own).filings.check({ ...UNKNOWN, operation: 'POST /gone' });
    await expect(check).rejects.toThrow('the filing has an unknown operation');
    expect(await check.catch((error: Error) => error)).not.toBeInstanceOf(ServiceError);
  });
});
