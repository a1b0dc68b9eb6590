import { createSecretKey } from 'node:crypto';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { lazyGroup } from '../../../../shared/derive/groups.ts';
import { sha256Of } from '../../../../shared/kernel/document.ts';
import { invalid, notWrittenDown, ServiceError } from '../../../../shared/kernel/errors.ts';
import { readEvidence } from '../../../../shared/serving/evidence/read.ts';
import { claim, failClaim, macsOf, requestOf } from '../../../../shared/serving/filing/claim.ts';
import { actsOf } from '../../../../shared/serving/filing/content.ts';
import { listMac } from '../../../../shared/serving/filing/draft.ts';
import { ABANDONED } from '../../../../shared/serving/filing/end-record.ts';
import {
  actorOf,
  certificateOf,
  keptRequest,
  notAsked,
  operationOf,
  operationsNamed,
  refusalOf,
  requestOfFiling,
  sealedRequest,
  submissionOf,
} from '../../../../shared/serving/filing/recorded.ts';
import { dispatch, endLater, makeRoom, notMade } from '../../../../shared/serving/later/dispatch.ts';
import type { Acting, DeliveredFile } from '../../../../shared/serving/stages.ts';
import type { Filing } from '../../../../shared/stores/filings/filing.ts';
import { AT, actingWith, FILING as COMMON, inMs, NOW } from '../../../support/stores/scripted-filing.ts';
import { scriptedServices, sealed } from '../../../support/stores/scripted-services.ts';

/** Claims on filings, later look-ups, and the queue: each step with scripted stores in memory. */

beforeEach(() => {
  vi.stubEnv('GIVE_UP_DAYS', '10');
});

const { committingAt: _, owner: __, request: ___, ...CLAIMED } = COMMON;
const FILING = {
  ...CLAIMED,
  state: 'claimed',
  operation: 'POST /api/v4/seg-social/alta',
  requestHash: 'h1',
} as Filing;
const CALL = actingWith({ input: { dni: '12345678Z' } }) as Acting;
const KEY = createSecretKey(new Uint8Array(32));
const WORKER = listMac('a1', { what: 'worker', value: '12345678Z' }, KEY);

const world = (answers: Parameters<typeof scriptedServices>[1] = {}) => scriptedServices(NOW, answers);

const failureOf = async (act: () => unknown) => {
  try {
    await act();
  } catch (error) {
    return error;
  }
  throw new Error('it did not fail');
};

describe('the request of a filing', () => {
  test('the request is in the row of its filing if it fits, and in S3 otherwise', async () => {
    const { services, asked } = world();
    // {"a":""} is eight bytes long.
    const sized = (bytes: number) => ({ ...CALL, input: { a: 'x'.repeat(bytes - 8) } }) as Acting;
    const small = requestOf(services, FILING, sized(8192));
    expect(small.row.request).toHaveLength(8192);
    expect(small.row).not.toHaveProperty('requestKey');
    await small.stored;
    expect(asked('putDocument')).toEqual([]);
    const large = requestOf(services, FILING, sized(8193));
    expect(large.row).toEqual({ requestKey: 'requests/a1/f1.json' });
    await large.stored;
    const [[key, bytes, type]] = asked('putDocument') as [[string, Buffer, string]];
    expect([key, bytes.length, type]).toEqual(['requests/a1/f1.json', 8193, 'application/json']);
    expect(
      requestOf(services, FILING, { ...CALL, input: { a: 'é'.repeat(4093) } } as Acting).row,
    ).toHaveProperty('requestKey');
  });

  test('the request is read from the row or from S3, where it was written', async () => {
    const { services, asked } = world({
      getDocument: (key: string) => (key === 'k' ? Buffer.from('{"a":1}') : undefined),
    });
    expect(
      Buffer.from(
        (await keptRequest(services, { ...FILING, request: '{"b":2}', requestKey: 'k' }))!,
      ).toString(),
    ).toBe('{"b":2}');
    expect(await requestOfFiling(services, { ...FILING, requestKey: 'k' })).toEqual({ a: 1 });
    expect(await keptRequest(services, FILING)).toBeUndefined();
    expect(asked('getDocument')).toEqual([['k']]);
    for (const gone of [FILING, { ...FILING, requestKey: 'gone' }])
      await expect(requestOfFiling(services, gone)).rejects.toThrow('the request of a filing is gone');
  });

  test('a queued request is read only with its seal, and a request without one is logged and counted', async () => {
    const { services, asked } = world();
    const filing = await sealed({ ...FILING, request: '{"a":1}' } as Filing);
    expect(await sealedRequest(services, filing)).toEqual({ a: 1 });
    expect([...asked('log'), ...asked('metric')]).toEqual([]);
    expect(await sealedRequest(services, { ...filing, request: '{"a":2}' })).toBeUndefined();
    expect(asked('log')).toEqual([
      ['seal mismatch: queued work was changed', { requestId: 'r1', filing: 'f1' }],
    ]);
    expect(asked('metric')).toEqual([['Defects', 1, { facts: { requestId: 'r1' } }]]);
    const { request: _, ...gone } = filing;
    await expect(sealedRequest(services, gone as Filing)).rejects.toThrow('the request of a filing is gone');
    const { status, message } = notAsked();
    expect([status, message]).toEqual([
      409,
      'No consta que esta petición se hiciera así en este servicio. No se ha enviado nada.',
    ]);
  });

  test('the row of a filing names worker and contribution account, if it has them, by MACs', async () => {
    const { services, asked } = world();
    expect(await macsOf(services, CALL)).toEqual({ worker: WORKER });
    expect(asked('serviceKey')).toEqual([['worker']]);
    const ccc = '28000000097';
    const of = (input: object) => macsOf(services, { ...CALL, input } as Acting);
    expect(await of({ ccc })).toEqual({ ccc: listMac('a1', { what: 'ccc', value: ccc }, KEY) });
    expect(await of({})).toEqual({});
  });
});

describe('a claim', () => {
  const guard = (filingId: string, requestHash = 'h1') => ({ filingId, requestHash });
  const inTheWay = (by: object, acts: object[] = []) => ({ made: false, by, acts, entered: 0 });
  const claimed = (answers: Record<string, (...args: never[]) => unknown>, when?: object) => {
    const made = world(answers);
    return { ...made, done: claim(made.services, FILING, { ...CALL, ...when }) };
  };

  test('a claim is written with the MAC of the worker and with the time at which the schedule looks after it', async () => {
    const { done, asked } = claimed({ claimFiling: () => ({ made: true }) });
    expect(await done).toEqual({ made: true });
    expect(asked('claimFiling')).toEqual([
      [
        FILING,
        {
          macs: { worker: WORKER },
          dueAt: inMs(59_000),
          now: NOW,
          stale: {},
          passed: new Map(),
          token: 'f1-0',
          expires: undefined,
          entered: 0,
        },
      ],
    ]);
    const later = claimed({ claimFiling: () => ({ made: true }) }, { dueAt: inMs(1), expires: 9 });
    await later.done;
    expect(later.asked('claimFiling')[0]![1]).toMatchObject({ dueAt: inMs(1), expires: 9 });
  });

  test('a claim of a client company for what is not its own is apart from the claims of the other companies of its account', async () => {
    const heldBy = async (caller: object, answers = {}) => {
      const { services, asked } = world({ claimFiling: () => ({ made: true }), ...answers });
      const input = { regimen: '0111', ccc: '28000000097' };
      const made = await claim(services, FILING, { ...CALL, input, ...caller } as Acting);
      const [[row]] = asked('claimFiling') as [[Filing]];
      return [made, row.apart];
    };
    const company = { caller: { accountId: 'a1', userId: 'u1', clientId: 7 } };
    expect(await heldBy({})).toEqual([{ made: true }, undefined]);
    const own = { clientsWithAccount: () => [7] };
    expect(await heldBy(company, own)).toEqual([{ made: true, warnings: undefined }, undefined]);
    expect(await heldBy(company)).toEqual([{ made: true, apart: true }, true]);
  });

  test.each<['key' | 'content', string, boolean]>([
    ['key', 'h1', true],
    ['key', 'h2', false],
    ['content', 'h1', true],
  ])('a claim is not made where another filing holds its %s', async (kind, hash, sameRequest) => {
    const other = { ...FILING, id: 'f2', state: 'committing' };
    const { done, asked } = claimed({
      claimFiling: () => inTheWay({ [kind]: guard('f2', hash) }),
      getFiling: () => other,
    });
    const own = { filing: FILING, macs: { worker: WORKER }, isWritten: false };
    expect(await done).toEqual({ made: false, kind, filing: other, sameRequest, own });
    expect(asked('getFiling')).toEqual([['f2']]);
    expect(asked('claimFiling')).toHaveLength(1);
  });

  test('a claim records and answers the warnings about its company and its request', async () => {
    const operation = { ...CALL.operation, doubts: () => ['otro'] };
    const company = Promise.resolve({ companyId: 7, warnings: ['uno'] });
    const { done, asked } = claimed({ claimFiling: () => ({ made: true }) }, { operation, company });
    expect(await done).toEqual({ made: true, warnings: ['uno', 'otro'] });
    const row = { ...FILING, companyId: 7, warnings: ['uno', 'otro'] };
    expect(asked('claimFiling')[0]![0]).toEqual(row);
    // The schedule and the answer to an equal request use the same record.
    const blocked = claimed(
      {
        claimFiling: () => inTheWay({ content: guard('f2') }),
        getFiling: () => ({ ...FILING, id: 'f2', state: 'committing' }),
      },
      { operation, company },
    );
    expect(await blocked.done).toMatchObject({ made: false, own: { filing: row } });
  });

  const SETS = { family: 'alta', subject: ['w'], sets: 'filed' };
  const operation = { ...CALL.operation, acts: () => [SETS] };
  const [act] = actsOf({ ...CALL, operation } as Acting);
  const declared = {
    ...FILING,
    id: 'f2',
    state: 'accepted',
    claimedAt: inMs(-3_000).toISOString(),
    stated: { filed: true, at: inMs(-2_000).toISOString() },
  };
  /** The row of the act after another act of its subject was accepted. */
  const rowAfter = (since: number, sets = 'removed') => ({
    last: { filing: 'f3', at: AT, since: inMs(since).toISOString(), sets, details: '', client: 0 },
    open: [],
  });

  test.each<['content' | 'key', string, boolean]>([
    ['content', 'h1', true],
    ['content', 'h2', true],
    ['key', 'h1', true],
    // If the key belongs to another request, it stays with that request.
    ['key', 'h2', false],
  ])(
    'a claim may follow a filing that was declared filed and then removed, whose %s it has, with the hash %s: %s',
    async (kind, hash, isMade) => {
      const ask = async (row: object) => {
        let tries = 0;
        const { done } = claimed(
          {
            claimFiling: () => (tries++ === 0 ? inTheWay({ [kind]: guard('f2', hash) }) : { made: true }),
            getFiling: () => declared,
            getAct: () => row,
          },
          { operation },
        );
        return (await done).made;
      };
      expect(await ask(rowAfter(-1_000))).toBe(isMade);
      // A removal that was sent before took back another one.
      expect(await ask(rowAfter(-2_500))).toBe(false);
      expect(await ask(rowAfter(-1_000, act!.sets))).toBe(false);
      expect(await ask({ open: [] })).toBe(false);
    },
  );

  describe('a request whose act was accepted already', () => {
    const minutes = (count: number) => inMs(-count * 60_000).toISOString();
    const first = { ...FILING, id: 'f2', state: 'accepted', accountId: 'a1', claimedAt: minutes(5) };
    const row = (at: number, more: object = {}) => ({
      last: {
        filing: 'f2',
        at: minutes(at),
        since: minutes(at),
        sets: act!.sets,
        details: 'd',
        client: 0,
        ...more,
      },
      open: [],
    });
    const ask = async (
      given: { row: object; first?: object; when?: object; rows?: Record<string, object> },
      filings: Record<string, object> = {},
    ) => {
      let tries = 0;
      const { done, asked } = claimed(
        {
          claimFiling: () => (tries++ === 0 ? inTheWay({}, [{ act, row: given.row }]) : { made: true }),
          getFiling: (id: string) => ({ f2: { ...first, ...given.first }, ...filings })[id],
        },
        { operation, ...given.when },
      );
      return { made: await done, asked };
    };

    test('a request is stopped for ten minutes after the acceptance', async () => {
      expect((await ask({ row: row(9.9) })).made).toMatchObject({ made: false, kind: 'accepted' });
      const { made, asked } = await ask({ row: row(10) });
      expect(made).toMatchObject({ made: true, repeated: 'f2' });
      expect((made as { warnings: string[] }).warnings.at(-1)).toMatch(/^Lo mismo ya se aceptó el .*f2/);
      const [, [again, { passed }]] = asked('claimFiling') as [
        unknown,
        [Filing, { passed: Map<string, object> }],
      ];
      expect(again.repeated).toBe('f2');
      expect(passed.get(act!.name)).toEqual({ last: 'f2' });
    });

    test('a request is stopped however long ago the act was accepted, if that was after its dry run, which could not show it', async () => {
      const preview = { preview: { at: minutes(31), userId: 'u1' } };
      // Their functions may have different clocks.
      for (const ago of [30, 31.4])
        expect((await ask({ row: row(ago), when: preview })).made).toMatchObject({ kind: 'accepted' });
      expect((await ask({ row: row(32), when: preview })).made).toMatchObject({ made: true });
    });

    test('a request is stopped though a person said before the acceptance that the act was not there', async () => {
      const stated = { filed: false, at: AT };
      expect((await ask({ row: row(1), first: { stated } })).made).toMatchObject({ kind: 'accepted' });
    });

    test('a request is stopped for a day if its act is done at most once a day', async () => {
      const once = { ...operation, acts: () => [{ ...SETS, isOnceADay: true }] };
      const of = (hours: number) => ask({ row: row(hours * 60), when: { operation: once } });
      expect((await of(23.9)).made).toMatchObject({ kind: 'accepted' });
      expect((await of(24)).made).toMatchObject({ made: true });
    });

    test.each<[string, Parameters<typeof ask>]>([
      [
        'by a row of its own batch',
        [{ row: row(1, { batch: 'b1' }), when: { batch: { id: 'b1', row: 2 } } }],
      ],
      ['and was forgotten by now', [{ row: row(31 * 24 * 60) }]],
      [
        'of which a person says that it is no longer there',
        [{ row: row(1), first: { stated: { filed: false, at: AT, wasProved: true } } }],
      ],
      ['and whose record is gone', [{ row: row(1, { filing: 'gone' }) }]],
    ])('an act that was accepted %s neither stops the request nor warns', async (_, asking) => {
      const { made } = await ask(...asking);
      expect(made).toEqual({ made: true });
    });

    test('a request is stopped while the act that undoes it is open, and free once that act was accepted', async () => {
      const open = (state: string, committingAt = minutes(1)) =>
        ask(
          { row: { ...row(2), open: [{ filing: 'f3', sets: 'removed', of: 'account' }] } },
          { f3: { ...FILING, id: 'f3', state, committingAt } },
        );
      expect((await open('unknown')).made).toMatchObject({ kind: 'undoing', filing: { id: 'f3' } });
      // It was sent before, so the acceptance stands; and it had no effect.
      expect((await open('unknown', minutes(3))).made).toMatchObject({ kind: 'accepted' });
      expect((await open('refused')).made).toMatchObject({ kind: 'accepted' });
    });

    test('a request is stopped by the record of an open filing if the row does not show the end of that filing', async () => {
      const ended = { ...first, endedAt: minutes(1), acts: [act], details: 'd' };
      const opened = { open: [{ filing: 'f2', sets: act!.sets, of: 'account' }] };
      expect((await ask({ row: opened, first: ended })).made).toMatchObject({ kind: 'accepted' });
      expect((await ask({ row: opened, first: { state: 'refused' } })).made).toEqual({ made: true });
      expect((await ask({ row: opened, first: { state: 'unknown' } })).made).toMatchObject({ kind: 'act' });
    });
  });

  test('a claim takes over the locks of a filing that is gone or over, and names that filing', async () => {
    let tries = 0;
    const { done, asked } = claimed({
      claimFiling: () =>
        tries++ === 0 ? inTheWay({ key: guard('gone'), content: guard('over') }) : { made: true },
      getFiling: (id: string) => (id === 'over' ? { ...FILING, id, state: 'ended' } : undefined),
    });
    expect(await done).toEqual({ made: true });
    expect((asked('claimFiling')[1] as [unknown, object])[1]).toMatchObject({
      stale: { key: 'gone', content: 'over' },
      token: 'f1-1',
    });
    expect(asked('endFiling')).toEqual([]);
  });

  test.each(['claimed', 'queued'] as const)(
    'a claim ends a filing that was left %s, and is tried again',
    async (state) => {
      let tries = 0;
      const left = { ...FILING, id: 'left', state, claimedAt: inMs(-60 * 60_000).toISOString() };
      const { done, asked } = claimed({
        claimFiling: () => (tries++ === 0 ? inTheWay({ content: guard('left') }) : { made: true }),
        getFiling: () => left,
      });
      expect(await done).toEqual({ made: true });
      expect(asked('endFiling')).toEqual([[left, [state], { ...ABANDONED, now: NOW }]]);
      expect((asked('claimFiling')[1] as [unknown, object])[1]).toMatchObject({ stale: {} });
    },
  );

  test('a claim is given up after five tries', async () => {
    const { done, asked } = claimed({ claimFiling: () => inTheWay({ content: guard('gone') }) });
    const error = await failureOf(() => done);
    expect(error).toMatchObject({
      message: 'claim failed: lock owner changed on every retry',
    });
    // For the caller nothing was filed, and there is no other filing whose result could be awaited.
    expect(await failureOf(() => failClaim(world().services, FILING, error))).toMatchObject({
      status: 503,
      message: notWrittenDown().message,
    });
    expect(asked('claimFiling')).toHaveLength(5);
  });

  test('a filing whose claim failed is ended, and its answer says that nothing was filed', async () => {
    const cause = new Error('down');
    const { services, asked } = world();
    expect(await failureOf(() => failClaim(services, FILING, cause))).toMatchObject({ status: 503, cause });
    expect(asked('endFiling')).toEqual([
      [
        FILING,
        ['queued', 'claimed', 'committing'],
        { state: 'ended', facts: { message: notWrittenDown().message }, now: NOW },
      ],
    ]);
    const broken = world({ endFiling: () => Promise.reject(new Error('x')) });
    expect(await failureOf(() => failClaim(broken.services, FILING, cause))).toMatchObject({ status: 503 });
    const refusal = invalid({ a: ['x'] });
    const untouched = world();
    expect(await failureOf(() => failClaim(untouched.services, FILING, refusal))).toBe(refusal);
    expect(untouched.seen).toEqual([]);
  });
});

describe('a filing that is looked up later', () => {
  const operation = { kind: 'submission', method: 'POST', path: '/alta' };
  const elsewhere = { ...operation, authority: 'sepe' };
  const resource = { ...operation, kind: 'resource' };
  const groupOf = (prefix: string, ...operations: object[]) => lazyGroup({ prefix, operations } as never);
  const groups = [
    groupOf('/api/v4/otra', elsewhere),
    groupOf('/api/v4/seg-social', resource),
    groupOf(
      '/api/v4/seg-social',
      { ...operation, method: 'PUT' },
      { ...operation, kind: 'reading', path: '/idc' },
      operation,
    ),
  ];

  test('the filing belongs to the operation with its method and address', async () => {
    expect(await operationOf(groups, FILING)).toBe(operation);
    expect(await submissionOf(groups, FILING)).toBe(operation);
    const question = { ...FILING, operation: 'POST /api/v4/seg-social/idc' };
    expect(await operationOf(groups, question)).toMatchObject({ kind: 'reading', path: '/idc' });
    await expect(submissionOf(groups, question)).rejects.toThrow('the record is a question, not a filing');
    for (const none of [undefined, [], groups.slice(0, 2)])
      await expect(operationOf(none, FILING)).rejects.toThrow('the filing has an unknown operation');
  });

  test('the operation of a filing is found without loading any other operation', async () => {
    const other = vi.fn();
    const load = vi.fn(async () => operation);
    const group = {
      prefix: '/api/v4/seg-social',
      operations: { 'PUT /alta': other, 'POST /idc': other, 'POST /alta': load },
    };
    expect(
      await operationOf(
        [{ ...group, prefix: '/api/v4/otra', operations: { 'POST /alta': other } }, group] as never,
        FILING,
      ),
    ).toBe(operation);
    expect(load).toHaveBeenCalledOnce();
    expect(other).not.toHaveBeenCalled();
  });

  test('an operation is found only if it has an id, and by its name in any letters', async () => {
    const [alta, idc, cesion] = [
      { ...operation, id: 'registerEmployee' },
      { ...operation, kind: 'reading', method: 'GET', path: '/idc', id: 'getIdc' },
      { ...elsewhere, path: '/cesion', id: 'registerEmployee' },
    ];
    const all = [
      groupOf('/api/v4/otra', cesion, { ...resource, id: 'listThings' }),
      groupOf('/api/v4/seg-social', alta, idc),
    ];
    const ids = ['registerEmployee', 'getIdc'];
    const both = ['POST /api/v4/otra/cesion', 'POST /api/v4/seg-social/alta'];
    for (const [name, found] of [
      [' getIdc ', ['GET /api/v4/seg-social/idc']],
      // The operation has two addresses.
      ['registerEmployee', both],
      ['POST /api/v4/seg-social/alta', [both[1]]],
      [' post \t /seg-social/alta ', [both[1]]],
      ['GET /seg-social/alta', []],
      ['POST', []],
      ['', []],
      ['listThings', []],
      ['POST /api/v4/otra/alta', []],
    ] as const)
      expect(await operationsNamed(all, name), name).toEqual({ found, ids });
    expect(await operationsNamed(undefined, 'getIdc')).toEqual({ found: [], ids: [] });
  });

  test('a filing is looked up as its account and user, with the request that the look-up is given', () => {
    const certificate = { id: 'c1' };
    const how = { requestId: 'r9', now: NOW, operation, certificate, scenario: 'slow' };
    expect(actorOf(FILING, how as never)).toEqual({
      ...how,
      deadline: inMs(25_000),
      caller: { accountId: 'a1', userId: 'u1', sessionId: '' },
      dry: false,
      trace: { ignored: [], notAsked: [], dry: false, files: [], underWay: [], filingId: 'f1' },
    });
    expect(actorOf(FILING, { ...how, deadline: inMs(1) } as never).deadline).toEqual(inMs(1));
  });

  test.each<[string, Record<string, () => unknown>, Partial<Filing>, string | object]>([
    ['good', {}, {}, { id: 'c1' }],
    ['of an active client', { findClientBrief: () => ({ active: true }) }, { clientId: 3 }, { id: 'c1' }],
    ['of no account', { findAccount: () => undefined }, {}, 'account'],
    ['of a disabled account', { findAccount: () => ({ disabled: true }) }, {}, 'account'],
    ['of an inactive client', { findClientBrief: () => ({ active: false }) }, { clientId: 3 }, 'client'],
    ['of a client that was removed', { findClientBrief: () => undefined }, { clientId: 3 }, 'client'],
    ['gone', { findCertificate: () => undefined }, {}, 'certificate'],
    ['no longer valid', { findCertificate: () => ({ id: 'c1', notAfter: AT }) }, {}, 'validity'],
  ])('the certificate of a filing is %s', async (_, answers, given, expected) => {
    const { services, asked } = world(answers);
    const found = await certificateOf(services, { ...FILING, ...given }, NOW);
    if (typeof expected === 'string') expect(found).toBe(expected);
    else expect(found).toMatchObject({ certificate: expected, daysAhead: 0 });
    expect(asked('findAccount')).toEqual([['a1']]);
    expect(asked('findClientBrief')).toEqual(given.clientId ? [['a1', 3]] : []);
    expect(asked('findClient')).toEqual([]);
    expect(asked('findCertificate')).toEqual([
      ['a1', { certificateId: 'c1', clientId: given.clientId ?? 0 }],
    ]);
  });

  test('the certificate must be valid on the day of the sandbox world', async () => {
    const inWorld = async (daysAhead: number) => {
      const notAfter = inMs(2 * 24 * 60 * 60_000).toISOString();
      const { services } = world({
        findAccount: () => ({ daysAhead }),
        findCertificate: () => ({ id: 'c1', notAfter }),
      });
      return certificateOf(services, FILING, NOW);
    };
    vi.stubEnv('STAGE', 'sandbox');
    expect(await inWorld(1)).toMatchObject({ daysAhead: 1 });
    expect(await inWorld(2)).toBe('validity');
    vi.stubEnv('STAGE', 'production');
    expect(await inWorld(2)).toMatchObject({ daysAhead: 0 });
  });

  test('a filing says why its certificate cannot be used', () => {
    const refusals = (['token', 'role', 'account', 'client', 'certificate', 'validity'] as const).map(
      (reason) => {
        const { status, message, errors } = refusalOf(reason);
        return [status, errors['X-Cert-Secret']?.[0] ?? message];
      },
    );
    expect(refusals).toEqual([
      [
        401,
        'Quien lo pidió perdió el acceso antes de que se empezara (contraseña nueva, token revocado). No se ha enviado nada.',
      ],
      [403, 'El rol con que se pidió ya no permite esta operación. No se ha enviado nada.'],
      [403, 'La cuenta está desactivada.'],
      [403, 'El cliente al que pertenece el certificado está inactivo.'],
      [422, 'X-Cert-Secret: El certificado ya no existe.'],
      [422, 'X-Cert-Secret: El certificado ha caducado, o aún no es válido.'],
    ]);
  });
});

describe('the queue of requests', () => {
  test('the queue gives a filing to a function if there is a slot', async () => {
    const { services, seen } = world();
    expect(await dispatch(services, FILING)).toBe(true);
    expect(seen).toEqual([
      ['takeSlot', FILING, { now: NOW, until: inMs(120_000) }],
      ['sendWork', FILING],
      ['leaveQueue', FILING, 'f1'],
    ]);
    for (const [slot, hasOne] of [
      ['full', false],
      ['held', true],
    ] as const) {
      const other = world({ takeSlot: () => slot });
      expect(await dispatch(other.services, FILING)).toBe(hasOne);
      expect(other.seen).toHaveLength(1);
    }
  });

  test('the queue is served when a slot is free, until there is none', async () => {
    const waiting = ['w1', 'gone', 'begun', 'w2', 'w3'].map((id) => ({ id, clientId: 0, files: true }));
    let slots = 1;
    const { services, seen, asked } = world({
      readQueue: () => ({ waiting, held: [] }),
      getFiling: (id: string) =>
        id === 'gone' ? undefined : { ...FILING, id, state: id === 'begun' ? 'claimed' : 'queued' },
      takeSlot: () => (slots-- > 0 ? 'taken' : 'full'),
    });
    await makeRoom(services, FILING);
    expect(seen.slice(0, 3)).toEqual([
      ['leaveQueue', FILING, 'f1'],
      ['freeSlot', FILING, 'f1'],
      ['readQueue', FILING, NOW],
    ]);
    expect(asked('sendWork').map(([one]) => (one as Filing).id)).toEqual(['w1']);
    expect(asked('leaveQueue').map(([, id]) => id)).toEqual(['f1', 'w1', 'gone', 'begun']);
    expect(asked('getFiling').map(([id]) => id)).toEqual(['w1', 'gone', 'begun', 'w2']);
  });

  const queued = { ...FILING, state: 'queued' } as Filing;
  test.each<[string, Partial<Filing>, 'failure' | 'answer', string]>([
    ['a filing', {}, 'failure', 'ended'],
    ['a question', { reading: true }, 'failure', 'failed'],
    ['a question', { reading: true }, 'answer', 'answered'],
    ['a dry run', { dry: true }, 'answer', 'answered'],
  ])('a filing in the queue ends %s (%j) with its %s: %s', async (_, given, kind, state) => {
    const { services, asked } = world();
    const filing = { ...queued, ...given };
    const failure = notMade(filing);
    expect(await endLater(services, filing, { outcome: kind === 'failure' ? failure : { data: 1 } })).toBe(
      true,
    );
    const [[one, from, end]] = asked('endFiling') as [[Filing, string[], { state: string; facts: Filing }]];
    expect([one, from]).toEqual([filing, ['queued', 'claimed', 'preparing']]);
    expect(end.state).toBe(state);
    expect(end.facts.status).toBe(kind === 'failure' ? 503 : 200);
    expect(end.facts.messages).toEqual(kind === 'failure' ? failure.errors.tgss : undefined);
    expect(end).toMatchObject({
      now: NOW,
      expires: state === 'ended' ? undefined : NOW.getTime() / 1000 + (given.dry ? 7 : 1) * 24 * 60 * 60,
    });
  });

  test.each<[string, boolean, { key?: string; fails: boolean }, boolean]>([
    ['is lost', true, { key: 'k', fails: true }, true],
    ['is stored after all', true, { key: 'k', fails: false }, false],
    ['it does not name', true, { fails: true }, false],
    ['is lost, where another one ended it', false, { key: 'k', fails: true }, false],
  ])(
    'an answer names a document that is being stored, but no longer one that %s',
    async (_, isEnded, given, isLost) => {
      vi.useFakeTimers();
      onTestFinished(() => {
        vi.useRealTimers();
      });
      const { services, asked } = world({ endFiling: () => isEnded });
      const storing = Promise.withResolvers<string | undefined>();
      const one = {
        file: { name: 'a', contentType: 'c', content: '' },
        size: 1,
        stored: () => storing.promise,
        bytes: async () => undefined,
        ...(given.key !== undefined && { key: given.key }),
      } as DeliveredFile;
      const ending = endLater(services, queued, { outcome: { data: 1 }, files: [one] });
      await vi.advanceTimersByTimeAsync(1_999);
      expect(asked('endFiling')).toEqual([]);
      await vi.advanceTimersByTimeAsync(1);
      expect(await ending).toBe(isEnded);
      const [[, , end]] = asked('endFiling') as [[unknown, unknown, { facts: Filing }]];
      expect(end.facts.documents).toEqual([
        { name: 'a', contentType: 'c', size: 1, ...(given.key !== undefined && { key: given.key }) },
      ]);
      expect(asked('noteLost')).toEqual([]);
      expect(one.noted !== undefined).toBe(isEnded && given.key !== undefined);
      storing.resolve(given.fails ? undefined : given.key);
      await one.noted;
      await vi.advanceTimersByTimeAsync(0);
      expect(asked('noteLost')).toEqual(isLost ? [['f1', 0, { name: 'a', size: 1, key: 'k' }]] : []);
    },
  );

  test('the answer to a request that was not made says that nothing was sent, and to which authority', () => {
    const error = notMade({ ...FILING, authority: 'sepe' });
    expect(error).toBeInstanceOf(ServiceError);
    expect(error).toMatchObject({ status: 503 });
    expect(error.message).toMatch(
      /^La petición no se ha podido tramitar a tiempo y no se ha enviado nada al SEPE\. Puede volver a enviarla\.$/,
    );
    expect(error.errors).toEqual({ sepe: [error.message] });
  });
});

describe('evidence', () => {
  const part = (name: string, text: string) => ({
    name,
    kind: 'document',
    contentType: 'c',
    size: text.length,
    sha256: sha256Of(Buffer.from(text)),
  });
  const manifest = (parts: object[], ended?: string) =>
    Buffer.from(
      JSON.stringify({
        version: 1,
        filing: {
          id: 'f1',
          operation: 'o',
          authority: 'tgss',
          state: 'accepted',
          requestId: 'r',
          entries: [],
        },
        by: { account: 'a', user: 'u', client: 0 },
        certificate: { id: 'c', fingerprint: 'f', nif: 'n' },
        times: { claimed: AT, ...(ended !== undefined && { ended }) },
        parts,
        missing: [],
      }),
    );
  const read = (objects: Record<string, Buffer | undefined>, filing: Partial<Filing> = { endedAt: AT }) =>
    readEvidence(world({ getEvidence: (key: string) => objects[key.replace('evidence/', 'e/')] }).services, {
      ...FILING,
      ...filing,
    });

  test('evidence is not given out before the record says what its manifest says', async () => {
    const objects = (ended?: string) => ({
      'e/manifest.json': manifest([part('a', 'A')], ended),
      'e/a': Buffer.from('A'),
    });
    expect(await read(objects(AT), {})).toBeUndefined();
    expect(await read(objects(), {})).toBeUndefined();
    expect(await read(objects(inMs(1).toISOString()))).toBeUndefined();
    expect(await read(objects(AT))).toHaveLength(2);
    expect(await read(objects(inMs(-1).toISOString()))).toHaveLength(2);
  });

  const wrong = 'evidence hash mismatch';
  const whole = manifest([part('a', 'A'), part('b', 'B')]);
  const [a, b, other] = ['A', 'B', 'C'].map((text) => Buffer.from(text));

  test('evidence is not given out while it is due and a part is not stored yet', async () => {
    const due = { endedAt: AT, evidenceDue: AT };
    expect(await read({ 'e/manifest.json': whole }, due)).toBeUndefined();
    expect(await read({ 'e/manifest.json': whole, 'e/b': b }, due)).toBeUndefined();
    expect(await read({ 'e/manifest.json': whole, 'e/a': a, 'e/b': b }, due)).toHaveLength(3);
    await expect(read({ 'e/manifest.json': whole, 'e/a': a, 'e/b': other }, due)).rejects.toThrow(wrong);
  });

  test('evidence is not given out where a part is gone or differs', async () => {
    for (const objects of [
      { 'e/manifest.json': whole, 'e/a': a },
      { 'e/manifest.json': whole, 'e/a': a, 'e/b': other },
    ])
      await expect(read(objects)).rejects.toThrow(wrong);
  });
});
