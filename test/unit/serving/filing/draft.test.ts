import { createSecretKey, type KeyObject } from 'node:crypto';
import { isDeepStrictEqual as equals } from 'node:util';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { describe, expect, test } from 'vitest';
import { hashOf } from '../../../../shared/serving/filing/content.ts';
import {
  companyOf,
  draftOf,
  isOneForAccount,
  keyErrors,
  knownName,
  listMac,
  namedAbout,
  namesOthers,
  triedName,
  triedNameOf,
} from '../../../../shared/serving/filing/draft.ts';
import { type Acting, newTrace } from '../../../../shared/serving/stages.ts';
import type { Filing } from '../../../../shared/stores/filings/filing.ts';
import { operations } from '../../../support/infra/groups.ts';
import { scriptedServices } from '../../../support/stores/scripted-services.ts';

/** The record of a request when it is first written, and which requests count as the same. */

const now = new Date('2026-11-04T11:00:00.000Z');
const caller = { accountId: 'a1', userId: 'u1' };
const certificate = { id: 'c1', fingerprint: 'f1', dni: '12345678Z', clientId: 0 };
const input: Record<string, unknown> = { b: 1, a: [{ d: 1, c: 2 }], duplicate: true, test: false };
const SUBMISSION = { kind: 'submission', id: 'registerEmployee', method: 'POST', authority: 'tgss' };

interface Request {
  call?: object;
  operation?: object;
  address?: string;
  key?: string | undefined;
}

const actingOf = ({ call, operation }: Request) =>
  ({
    requestId: 'r1',
    now,
    dry: false,
    caller,
    certificate,
    input,
    trace: newTrace(),
    operation: { ...SUBMISSION, ...operation },
    ...call,
  }) as unknown as Acting;

const draft = (request: Request = {}) => {
  const { address = '/api/v4/alta', key } = request;
  return draftOf(actingOf(request), address, key);
};

/** Names of locks: a change of how they are made would file again what was filed before. */
const STORED = {
  content: 'content#af17aea9ad364de9ae5557ec286277c81375b47f992c7cdec0beab35e0a76487',
  key: 'key#a10250846887c4f7064ac646971d55107b6e7544d54f7ec0117ee02b11098eaa',
  preview: 'preview#4ce1b599d1e46293130b40d7fc3a02fa61f43109a6f57dfa524c2e3b33cb1a31',
  requestHash: 'd5e9d4843d9014a684a6d7ce2307f6fe08418ee5102494a17f68c942ac3bfdf3',
};
const TRIED = 'content#2ed2ec10df554d34a2cadbc2ebe937877295543f0a01b7d35f469ecd41739916';
const HASHED = '10ea11db4288d39d67495f2bf8da28a7c86e60af567ca1ebba7c0be77fc4d100';

const usual = draft({ key: 'k' });
const withCertificate = (given: object) => ({ call: { certificate: { ...certificate, ...given } } });
const withInput = (given: object) => ({ call: { input: { ...input, ...given } } });

describe('the record of a request', () => {
  test('the record says who asks for what, before which authority', () => {
    const { id, requestHash, contentHash, ...made } = draft();
    expect(made).toEqual({
      state: 'claimed',
      dry: false,
      operation: 'POST /api/v4/alta',
      authority: 'tgss',
      accountId: 'a1',
      userId: 'u1',
      clientId: 0,
      certificate: { id: 'c1', fingerprint: 'f1', nif: '12345678Z' },
      requestId: 'r1',
      owner: 'r1',
      guards: { content: expect.any(String) },
      acts: [],
      details: expect.any(String),
      claimedAt: '2026-11-04T11:00:00.000Z',
    });
    expect(id).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
    expect(requestHash).toMatch(/^[0-9a-f]{64}$/);
    expect(contentHash).toMatch(/^[0-9a-f]{64}$/);
    expect(contentHash).not.toBe(requestHash);
  });

  test('the ids of records are in the order of time', () => {
    const later = new Date(now.getTime() + 1);
    expect(usual.id.slice(0, 10) < draft({ call: { now: later } }).id.slice(0, 10)).toBe(true);
  });

  test('the record belongs to the client company of its certificate, otherwise to that of the caller', () => {
    const ofClient = { ...caller, clientId: 4 };
    const call = { certificate: { ...certificate, clientId: 7 }, caller: ofClient };
    expect(draft({ call }).clientId).toBe(7);
    expect(draft({ call: { caller: ofClient } }).clientId).toBe(4);
    expect(draft(withCertificate({ dni: '' })).certificate.nif).toBe('f1');
  });

  test('the record of a dry run says that it has ended, and blocks no other filing', () => {
    const made = draft({ call: { dry: true }, operation: { commitsFirst: true } });
    expect(made).toMatchObject({ state: 'ended', dry: true });
    expect(made).not.toHaveProperty('guards');
    expect(made).not.toHaveProperty('committingAt');
  });

  test('the record of a dry run about a worker and a start date is found by both, within the account and the operation', () => {
    const wanted = { dni: '012345678z', startDate: '2026-11-04' };
    const found = (given: object) =>
      triedNameOf({ accountId: 'a1', operation: 'POST /api/v4/alta' }, { input: { ...input, ...given } });
    const nameOf = (account: string, address: string, startDate = wanted.startDate) =>
      triedName(account, `POST ${address}`, { dni: '12345678Z', startDate });
    expect(found(wanted)).toBe(nameOf('a1', '/api/v4/alta'));
    const others = [
      nameOf('a2', '/api/v4/alta'),
      nameOf('a1', '/api/v4/baja'),
      nameOf('a1', '/api/v4/alta', '2026-11-05'),
    ];
    expect(new Set([nameOf('a1', '/api/v4/alta'), ...others]).size).toBe(4);
    for (const [name, value] of Object.entries(wanted))
      expect(found({ ...wanted, [name]: [value] })).toBeUndefined();
    // It does not block another dry run.
    expect(draft({ call: { dry: true, input: { ...input, ...wanted } } })).not.toHaveProperty('guards');
    expect(draft(withInput(wanted)).guards?.content).not.toBe(nameOf('a1', '/api/v4/alta'));
  });

  test('the record names its batch, the days that its sandbox world is ahead, and who previewed it', () => {
    const preview = { id: 'p1', at: '2026-11-04T10:00:00.000Z', userId: 'u2' };
    const batch = { id: 'b1', row: 3 };
    const made = draft({ call: { batch, daysAhead: 5, preview } });
    expect(made).toMatchObject({ batch, daysAhead: 5, preview });
    expect(made.guards).toHaveProperty('preview');
    expect(draft({ call: { preview: { ...preview, id: undefined } } }).guards).not.toHaveProperty('preview');
    for (const name of ['batch', 'daysAhead', 'preview', 'key']) expect(draft()).not.toHaveProperty(name);
  });

  test('the record of a submission that commits first says that it is about to be sent', () => {
    expect(draft({ operation: { commitsFirst: true } })).toMatchObject({
      state: 'committing',
      committingAt: '2026-11-04T11:00:00.000Z',
    });
    expect(draft()).not.toHaveProperty('committingAt');
  });

  test('the record of a question says so, and blocks others only if its answer is prepared later', () => {
    const question = (more: object = {}) => draft({ operation: { kind: 'reading', ...more } });
    expect(question()).toMatchObject({ reading: true, state: 'claimed' });
    expect(question()).not.toHaveProperty('guards');
    expect(question({ mayBePrepared: true }).guards).toHaveProperty('content');
    expect(question({ commitsFirst: true }).state).toBe('claimed');
    expect(draft()).not.toHaveProperty('reading');
  });
});

describe('the content by which a filing is locked', () => {
  test.each<[string, Request]>([
    ['sent again, later', { call: { requestId: 'r2', now: new Date('2026-11-05T11:00:00Z') } }],
    [
      'with its fields in another order, at every level',
      { call: { input: { test: false, duplicate: true, a: [{ c: 2, d: 1 }], b: 1 } } },
    ],
    ['with another certificate of the same person', withCertificate({ id: 'c2', fingerprint: 'f2' })],
    ['at the other address of its operation', { address: '/api/v4/sepe/transformation' }],
    ['of another user of the account', { call: { caller: { ...caller, userId: 'other' } } }],
    ['with another idempotency key', { key: 'l' }],
    ['that asks for other documents', withInput({ duplicate: false, obtener_idc: true })],
    ['that says of a dry run something else', withInput({ test: true })],
  ])('the content of a submission is the same for one %s', (_, request) => {
    const { guards, contentHash } = draft(request);
    expect([guards?.content, contentHash]).toEqual([usual.guards?.content, usual.contentHash]);
  });

  test.each<[string, Request]>([
    ['certificate of another person', withCertificate({ dni: '87654321X' })],
    ['account', { call: { caller: { ...caller, accountId: 'other' } } }],
    ['value', withInput({ a: [{ d: 2, c: 1 }] })],
    ['type of a value', withInput({ b: '1' })],
    ['value that is nothing', withInput({ a: null })],
    ['field', withInput({ cno: '4122' })],
    ['operation', { operation: { id: 'updateCno' } }],
    ['world of the account at the sandbox authorities', { call: { world: 1 } }],
  ])('the content of a submission differs if it has another %s', (_, request) => {
    expect(draft(request).guards?.content).not.toBe(usual.guards?.content);
  });

  test.each<[string, string, object, object]>([
    ['capitals', 'tgss', { puesto: 'Camarera' }, { puesto: 'CAMARERA' }],
    ['blanks', 'tgss', { puesto: 'AUX  DE\tCAJA' }, { puesto: 'AUX DE CAJA' }],
    ['leading zeros', 'tgss', { dni: '012345678Z' }, { dni: '12345678Z' }],
    ['capitals', 'sepe', { puesto: 'Camarera' }, { puesto: 'CAMARERA' }],
    ['blanks', 'sepe', { puesto: 'AUX  DE\tCAJA' }, { puesto: 'AUX DE CAJA' }],
  ])('the content of a submission is the same with other %s at %s', (_, authority, one, other) => {
    const contentOf = (given: object) => {
      const { guards, details } = draft({ operation: { authority }, ...withInput(given) });
      return [guards?.content, details];
    };
    expect(contentOf(one)).toEqual(contentOf(other));
  });

  test.each<[string, string, object, object]>([
    ['a missing blank', 'tgss', { puesto: 'AUX DE CAJA' }, { puesto: 'AUXDECAJA' }],
    ['leading zeros', 'sepe', { numero: '012345678' }, { numero: '12345678' }],
    ['capitals', 'dehu', { notification: 'aB' }, { notification: 'AB' }],
  ])('the content of a submission differs with %s at %s', (_, authority, one, other) => {
    const contentOf = (given: object) =>
      draft({ operation: { authority }, ...withInput(given) }).guards?.content;
    expect(contentOf(one)).not.toBe(contentOf(other));
  });

  test('the names of locks are the same in each version, because stored locks must be found', () => {
    const preview = { id: 'p1', at: '2026-11-04T10:00:00.000Z', userId: 'u2' };
    const { guards, requestHash } = draft({ key: '"k"', call: { preview } });
    expect({ ...guards, requestHash }).toEqual(STORED);
    expect(triedName('a1', 'POST /api/v4/alta', { dni: '12345678Z', startDate: '2026-11-04' })).toBe(TRIED);
    expect(hashOf({ b: [1, { d: 'x', c: null }], a: true })).toBe(HASHED);
  });

  test('the content belongs to the certificate itself if the certificate names no person', () => {
    const [one, same, other] = [
      { id: 'c1', fingerprint: 'f1' },
      { id: 'c2', fingerprint: 'f1' },
      { id: 'c1', fingerprint: 'f2' },
    ].map((given) => draft(withCertificate({ dni: '', ...given })).guards?.content);
    expect(same).toBe(one);
    expect(other).not.toBe(one);
  });

  test('an act belongs to the account, whoever signs it, with the details that its operation files', () => {
    const acts = ({ a }: Record<string, unknown>) => [{ family: 'change', subject: [String(a)] }];
    const act = (given: Request) => draft({ ...given, operation: { acts, ...given.operation } });
    const own = act({});
    expect(own.acts).toEqual([{ name: expect.stringMatching(/^subject#/), sets: expect.any(String) }]);
    for (const same of [
      withCertificate({ dni: '87654321X' }),
      { call: { certificate: { ...certificate, clientId: 7 }, companyCif: 'B12345674' } },
      { call: { caller: { ...caller, userId: 'u2' } } },
      withInput({ duplicate: false }),
      { address: '/api/v4/other' },
    ])
      expect([act(same).acts, act(same).details], JSON.stringify(same)).toEqual([own.acts, own.details]);
    const otherDetails = act(withInput({ b: 2 }));
    expect([otherDetails.acts, otherDetails.details === own.details]).toEqual([own.acts, false]);
    for (const other of [
      withInput({ a: [1] }),
      { call: { caller: { ...caller, accountId: 'a2' } } },
      { call: { world: 1 } },
    ])
      expect(act(other).acts, JSON.stringify(other)).not.toEqual(own.acts);
  });

  test('the act of opening a notification belongs to its holder alone, because two holders may rightly open the same one', () => {
    const all = operations.filter(({ operation }) => operation.kind === 'submission' && operation.perHolder);
    expect(all.map(({ name }) => name.replace('/api/v4', '')).toSorted()).toEqual([
      'POST /aeat/notification-accept',
      'POST /dehu/notification-accept',
      'POST /seg-social/notification-accept',
    ]);
  });

  test('an act belongs to the account if a client company asks for its own account or tax id, and to the company otherwise', async () => {
    const asks = (clientId: number | undefined, input: object, answers = {}) =>
      isOneForAccount(scriptedServices(now, answers).services, {
        caller: { ...caller, sessionId: '', ...(clientId !== undefined && { clientId }) },
        operation: SUBMISSION as never,
        input,
      });
    const ccc = { regimen: '0111', ccc: '28000000097' };
    const ofAccount = { clientsWithAccount: () => [3, 4] };
    expect(await asks(undefined, ccc)).toBe(true);
    expect(await asks(4, ccc, ofAccount)).toBe(true);
    const ofThis = (_: string, wanted: object) => (equals(wanted, ccc) ? [4] : []);
    expect(await asks(4, { ...ccc, cif: 'B12345674' }, { clientsWithAccount: ofThis })).toBe(true);
    for (const nothing of [asks(5, ccc, ofAccount), asks(4, ccc), asks(4, {})])
      expect(await nothing).toBe(false);
    expect(await asks(4, { cif: 'B12345674' }, { clientsWithCif: () => [4] })).toBe(true);
    const down = () => Promise.reject(new Error('down'));
    await expect(asks(4, ccc, { clientsWithAccount: down })).rejects.toThrow('down');
  });

  test('an act is locked by the CIF of the company of its certificate, whatever names that company has', () => {
    const guard = (clientId: number, companyCif: string | undefined, dni: string) =>
      draft({ call: { certificate: { ...certificate, clientId, dni }, companyCif } }).guards?.content;
    const own = guard(7, 'B12345674', '12345678Z');
    expect(guard(7, 'B12345674', 'forged')).toBe(own);
    // It was removed, and is saved again.
    expect(guard(9, 'B12345674', '12345678Z')).toBe(own);
    expect(guard(8, 'A87654321', '12345678Z')).not.toBe(own);
    expect(guard(0, undefined, '12345678Z')).not.toBe(own);
    // The account's own certificate for that company.
    expect(guard(0, undefined, 'B12345674')).toBe(own);
    expect(guard(7, undefined, '12345678Z')).not.toBe(guard(8, undefined, '12345678Z'));
  });
});

describe('the idempotency key', () => {
  const errorsOf = (key?: string) =>
    keyErrors({ headers: { 'idempotency-key': key } } as unknown as APIGatewayProxyEvent);

  test.each(['a', '!~', 'x'.repeat(100), `"${'x'.repeat(100)}"`, undefined])(
    'an idempotency key may be %j',
    (key) => {
      expect(errorsOf(key)).toEqual({});
    },
  );

  test.each(['', ' ', 'a b', 'é', 'a\n', '\u007f', 'x'.repeat(101), '""', '"a b"', `"${'x'.repeat(101)}"`])(
    'an idempotency key may not be %j',
    (key) => {
      expect(errorsOf(key)).toEqual({
        'Idempotency-Key': ['Debe tener de 1 a 100 caracteres ASCII sin espacios.'],
      });
    },
  );

  test('an idempotency key is the same with and without quotes', () => {
    const quoted = draft({ key: '"k"' });
    expect(quoted.key).toBe('k');
    expect(quoted.guards).toEqual(usual.guards);
  });

  test('an idempotency key is unique within a user, and within a world of the account', () => {
    expect(usual.key).toBe('k');
    const names = [
      usual,
      draft({ key: 'k', ...withInput({ b: 2 }) }),
      draft({ key: 'l' }),
      draft({ key: 'k', call: { caller: { ...caller, userId: 'other' } } }),
      draft({ key: 'k', call: { world: 1 } }),
      draft({ key: 'k', call: { world: 2 } }),
    ].map(({ guards }) => guards?.key);
    expect(names[1]).toBe(names[0]);
    expect(new Set(names).size).toBe(5);
    expect(draft()).not.toHaveProperty('key');
    expect(draft().guards).not.toHaveProperty('key');
  });

  test.each<[string, Request]>([
    ['other documents', withInput({ duplicate: false })],
    ['another value', withInput({ b: 2 })],
    ['the certificate of another person', withCertificate({ dni: '87654321X' })],
    ['another operation', { operation: { id: 'updateCno' } }],
  ])('an idempotency key does not fit a request with %s', (_, request) => {
    expect(draft(request).requestHash).not.toBe(usual.requestHash);
  });

  test('an idempotency key fits the same request', () => {
    const reversed = Object.fromEntries(Object.entries(input).reverse());
    expect(draft({ call: { requestId: 'r2', input: reversed } }).requestHash).toBe(usual.requestHash);
  });
});

describe('the worker and the contribution account of a request', () => {
  const key = createSecretKey(new Uint8Array(32));
  const workerMac = (accountId: string, value: string, by = key) =>
    listMac(accountId, { what: 'worker', value }, by);

  test('the worker is found by the document, written in any way, within an account', () => {
    const mac = workerMac('a1', '12345678Z');
    expect(mac).toMatch(/^[0-9a-f]{64}$/);
    for (const same of ['12345678z', '012345678Z', '0012345678Z']) expect(workerMac('a1', same)).toBe(mac);
    for (const other of ['12345678X', '12345678Z0', '102345678Z'])
      expect(workerMac('a1', other)).not.toBe(mac);
    expect(workerMac('a2', '12345678Z')).not.toBe(mac);
    expect(workerMac('a1', '12345678Z', createSecretKey(new Uint8Array(32).fill(1)))).not.toBe(mac);
  });

  test('the contribution account is found by its number, in which a leading zero counts', () => {
    const cccMac = (accountId: string, value: string) => listMac(accountId, { what: 'ccc', value }, key);
    const mac = cccMac('a1', '08000000097');
    expect(mac).toMatch(/^[0-9a-f]{64}$/);
    for (const other of [
      cccMac('a2', '08000000097'),
      cccMac('a1', '8000000097'),
      workerMac('a1', '08000000097'),
    ])
      expect(other).not.toBe(mac);
  });
});

test('the record shows the name of the worker that a dry run found, rather than the name that was sent', () => {
  const named = { dni: '12345678Z', name: 'ANA', surname: 'RUIZ', lastSurname: 'GIL' };
  expect(draft(withInput(named)).about).toMatchObject({ document: '12345678Z', name: 'ANA RUIZ GIL' });
  const found = { ...newTrace(), worker: 'ANA MARIA RUIZ GIL' };
  expect(draft({ call: { input: named, trace: found } }).about?.name).toBe('ANA MARIA RUIZ GIL');
  // A request that names no worker refers to none, whatever its other fields are called.
  expect(draft({ call: { input: { name: 'Lote' }, trace: found } }).about).toBeUndefined();
});

describe('the client company of a request', () => {
  const ACCOUNT = { regimen: '0111', ccc: '28000000097' };
  const CIF = 'B12345674';

  /**
   * The company of a request with these fields and this certificate, if this many client companies have the account or the tax
   * id.
   */
  const company = async (
    asked: object,
    {
      ofCertificate = 0,
      ofCaller,
      found = [],
      names,
    }: {
      ofCertificate?: number;
      ofCaller?: number;
      found?: number[] | Error;
      names?: () => Promise<Map<number, string>>;
    } = {},
  ) => {
    const find = async () => {
      if (found instanceof Error) throw found;
      return found;
    };
    const scripted = scriptedServices(now, {
      clientsWithAccount: find,
      clientsWithCif: find,
      companyNames: async (_: string, ids: number[]) => {
        if (names) return names();
        return new Map(ids.includes(4) ? [[4, 'Talleres Ruiz']] : []);
      },
    });
    const acting = {
      caller: { ...caller, ...(ofCaller !== undefined && { clientId: ofCaller }) },
      certificate: { ...certificate, clientId: ofCertificate },
      operation: SUBMISSION,
      input: asked,
      requestId: 'r1',
    };
    return { ...scripted, of: await companyOf(scripted.services, acting as unknown as Acting) };
  };

  test('the client company is known by its contribution account, otherwise by its tax id, within the account', async () => {
    const byAccount = await company({ ...ACCOUNT, cif: CIF }, { found: [4] });
    expect(byAccount.of).toEqual({ companyId: 4 });
    expect(byAccount.asked('clientsWithAccount')).toEqual([['a1', ACCOUNT]]);
    expect(byAccount.asked('clientsWithCif')).toEqual([]);
    const byCif = await company({ cif: CIF }, { found: [4] });
    expect(byCif.of).toEqual({ companyId: 4 });
    expect(byCif.asked('clientsWithCif')).toEqual([['a1', CIF]]);
    const none = await company({ dni: '12345678Z' });
    expect(none.of).toEqual({});
    expect(none.seen).toEqual([]);
  });

  test.each<[string, Parameters<typeof company>[1], object]>([
    ['of several it is that of the certificate', { ofCertificate: 7, found: [4, 7] }, { companyId: 7 }],
    ['of several others it is the first', { found: [4, 5] }, { companyId: 4 }],
    ['of none it is that of the certificate', { ofCertificate: 7 }, { companyId: 7 }],
    ['of none and without one it is the caller’s', { ofCaller: 6 }, { companyId: 6 }],
    [
      'that of the certificate comes before the caller’s',
      { ofCertificate: 7, ofCaller: 6 },
      { companyId: 7 },
    ],
    ['the account itself is none', {}, {}],
    [
      'another than the certificate’s is worth a look',
      { ofCertificate: 7, found: [4] },
      {
        companyId: 4,
        warnings: ['La cuenta de cotización es de Talleres Ruiz (4) y el certificado, de cliente (7).'],
      },
    ],
    [
      'another than the certificate’s is worth a look where names cannot be read',
      { ofCertificate: 7, found: [4], names: () => Promise.reject(new Error('no answer')) },
      {
        companyId: 4,
        warnings: ['La cuenta de cotización es de cliente (4) y el certificado, de cliente (7).'],
      },
    ],
    [
      'a client company does not learn whose account it is',
      { ofCertificate: 7, ofCaller: 7, found: [4] },
      { companyId: 4, warnings: ['La cuenta de cotización no consta entre las de su empresa.'] },
    ],
    [
      'with a certificate of the account there is nothing to look at',
      { ofCaller: 6, found: [4] },
      { companyId: 4 },
    ],
  ])('the client company follows from accounts, certificate and caller: %s', async (_, given, expected) => {
    expect((await company(ACCOUNT, given)).of).toEqual(expected);
  });

  test('a client company that is found by its tax id is no reason for a warning', async () => {
    expect((await company({ cif: CIF }, { ofCertificate: 7, found: [4] })).of).toEqual({ companyId: 4 });
  });

  test('the client company is that of the certificate where it cannot be read, and the log says why', async () => {
    const error = new Error('no answer');
    const { of, asked } = await company(ACCOUNT, { ofCertificate: 7, found: error });
    expect(of).toEqual({ companyId: 7 });
    expect(asked('log')).toEqual([
      ['the client company of a request could not be read', { requestId: 'r1', error }],
    ]);
  });
});

test('a warning that names another client company is known by its beginning, and only that one', () => {
  for (const one of [
    'La cuenta de cotización es de Talleres Ruiz (4) y el certificado, de cliente (7).',
    'La cuenta de cotización es del cliente 12.',
  ])
    expect(namesOthers(one)).toBe(true);
  for (const other of [
    'La cuenta de cotización no consta entre las de su empresa.',
    'Revise: La cuenta de cotización es de',
  ])
    expect(namesOthers(other)).toBe(false);
});

describe('the name of a worker in a record', () => {
  test('the name is added to a record that names the worker, and to no other', () => {
    const about = { document: '12345678Z', ccc: '28000000097' };
    const record = (given: object | undefined) => ({ ...draft(), about: given }) as Filing;
    expect(namedAbout(record(about), 'ANA RUIZ')).toEqual({ about: { ...about, name: 'ANA RUIZ' } });
    expect(namedAbout(record(about), undefined)).toEqual({});
    expect(namedAbout(record({ ccc: '28000000097' }), 'ANA RUIZ')).toEqual({});
    expect(namedAbout(record(undefined), 'ANA RUIZ')).toEqual({});
  });

  /** The known name of a request's worker, with what was asked for. */
  const known = async (
    asked: object,
    {
      ofCertificate = 0,
      ofCaller,
      answer,
    }: { ofCertificate?: number; ofCaller?: number; answer?: () => unknown } = {},
  ) => {
    const wanted: unknown[] = [];
    const scripted = scriptedServices(now);
    const services = {
      ...scripted.services,
      hooks: {
        ...scripted.services.hooks,
        workerName: async (_: unknown, about: object) => {
          wanted.push(about);
          return answer ? answer() : 'ANA RUIZ';
        },
      },
    } as typeof scripted.services;
    const acting = {
      caller: { ...caller, ...(ofCaller !== undefined && { clientId: ofCaller }) },
      certificate: { ...certificate, clientId: ofCertificate },
      operation: SUBMISSION,
      input: asked,
      requestId: 'r1',
    };
    const name = await knownName(services, acting as unknown as Acting);
    return { name, wanted, asked: scripted.asked };
  };
  const mac = listMac(
    'a1',
    { what: 'worker', value: '12345678Z' },
    new Uint8Array(32) as unknown as KeyObject,
  );

  test.each([
    ['everything, for the account itself', {}, undefined],
    ['its own filings, for the client company of the certificate', { ofCertificate: 7, ofCaller: 6 }, 7],
    ['its own filings, for a client company that asks', { ofCaller: 6 }, 6],
  ])('the name is looked for in %s', async (_, given, reader) => {
    const { name, wanted, asked } = await known({ dni: '12345678Z' }, given);
    expect(name).toBe('ANA RUIZ');
    expect(wanted).toEqual([{ accountId: 'a1', mac, reader }]);
    expect(asked('serviceKey')).toEqual([['worker']]);
  });

  test('the name is not looked for where the request has it or names no worker', async () => {
    expect(await known({ dni: '12345678Z', name: 'Eva' })).toMatchObject({ name: 'Eva', wanted: [] });
    expect(await known({ ccc: '28000000097' })).toMatchObject({ name: undefined, wanted: [] });
  });

  test('the name is omitted where it cannot be read, and the log says why', async () => {
    const error = new Error('no answer');
    const { name, asked } = await known({ dni: '12345678Z' }, { answer: () => Promise.reject(error) });
    expect(name).toBeUndefined();
    expect(asked('log')).toEqual([['the name of a worker could not be read', { requestId: 'r1', error }]]);
  });
});
