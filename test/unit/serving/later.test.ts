import type { APIGatewayProxyEvent } from 'aws-lambda';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { SharedHealth } from '../../../shared/authorities/health.ts';
import { lazyGroup } from '../../../shared/derive/groups.ts';
import { ServiceError } from '../../../shared/kernel/errors.ts';
import { acceptForLater } from '../../../shared/serving/later/accept.ts';
import { consumerHandler } from '../../../shared/serving/later/consumer.ts';
import { preferencesOf } from '../../../shared/serving/stages.ts';
import type { Filing } from '../../../shared/stores/filings/filing.ts';
import {
  type Answers,
  AT,
  actingWith,
  down,
  inMs,
  NOW,
  SUBMISSION,
  stubSettings,
} from '../../support/stores/scripted-filing.ts';
import { scriptedServices, sealed } from '../../support/stores/scripted-services.ts';

/** Asynchronous requests: how they are accepted, and how a function carries them out, with scripted stores. */

beforeEach(stubSettings);
afterEach(() => void vi.useRealTimers());

const QUESTION = { ...SUBMISSION, kind: 'reading', method: 'GET', path: '/idc' };

test.each<[prefer: string | undefined, later: boolean, documents: 'inline' | 'link' | undefined]>([
  ['respond-async', true, undefined],
  ['wait=5, respond-async', true, undefined],
  [' Respond-Async ; x=1', true, undefined],
  ['respond-async,wait=1', true, undefined],
  ['respond-async, Documents = "INLINE"; x=1', true, 'inline'],
  ['documents=inline, respond-async', true, 'inline'],
  ['documents=link, documents=inline', false, 'link'],
  ['documents', false, undefined],
  ['documents=all', false, undefined],
  ['xdocuments=inline', false, undefined],
  [undefined, false, undefined],
  ['', false, undefined],
  ['respond', false, undefined],
  ['xrespond-async', false, undefined],
  ['respond-async-x', false, undefined],
  ['wait; respond-async', false, undefined],
])(
  'the answer to a caller that prefers %j comes later: %s, with documents: %s',
  (prefer, later, documents) => {
    const found = preferencesOf({ headers: { prefer } } as never);
    expect([found.later, found.documents]).toEqual([later, documents]);
  },
);

describe('a request that is answered later', () => {
  const EVENT = {
    headers: { 'Idempotency-Key': 'k' },
    resource: '/v4/seg-social/alta',
    requestContext: { path: '/api/v4/seg-social/alta' },
  } as unknown as APIGatewayProxyEvent;

  const accept = async (
    operation: object,
    { answers = {}, call: given = {} }: { answers?: Answers; call?: Record<string, unknown> } = {},
  ) => {
    const made = scriptedServices(NOW, answers);
    const acting = actingWith({ operation, ...given });
    const key = acting.operation.kind === 'submission' ? 'k' : undefined;
    const how = { event: EVENT, address: '/api/v4/seg-social/alta', key };
    const outcome = await acceptForLater(made.services, acting, how).then(
      (value) => ({ value }),
      (error: ServiceError) => ({ error }),
    );
    return { ...made, trace: acting.trace, outcome };
  };

  test('the request is queued, and not about to be sent, also if its operation commits first', async () => {
    const { asked } = await accept({ ...SUBMISSION, commitsFirst: true });
    const [[filing]] = asked('claimFiling') as [[Filing]];
    expect(filing.state).toBe('queued');
    expect(filing).not.toHaveProperty('committingAt');
  });

  test('a question that is answered later has no key, and its record expires', async () => {
    const { asked } = await accept(QUESTION);
    const [[filing, how]] = asked('claimFiling') as [[Filing, { expires: number }]];
    expect(filing).not.toHaveProperty('key');
    expect(filing).not.toHaveProperty('scenario');
    expect(filing.reading).toBe(true);
    expect(how.expires).toBe(NOW.getTime() / 1000 + 36 * 60 * 60);
  });

  test('the request is refused and not recorded if as many requests as the stage allows are waiting already', async () => {
    const full = await accept(SUBMISSION, { answers: { countWaiting: () => 2_000 } });
    expect(full.outcome).toMatchObject({ error: { status: 429, headers: { 'Retry-After': '60' } } });
    expect(full.asked('claimFiling')).toEqual([]);
    const last = await accept(SUBMISSION, { answers: { countWaiting: () => 1_999 } });
    expect(last.outcome).toMatchObject({ value: { status: 202 } });
    // The rows of a batch wait together: their batch has asked for room already.
    const row = { batch: { id: 'b1', row: 1 } };
    const ofBatch = await accept(SUBMISSION, { call: row, answers: { countWaiting: () => 2_000 } });
    expect(ofBatch.outcome).toMatchObject({ value: { status: 202 } });
  });

  test.each<[string, object, 'key' | 'content', string | undefined, number]>([
    ['that is the same request', SUBMISSION, 'key', undefined, 202],
    ['of another request with its key', SUBMISSION, 'key', 'other', 422],
    ['that files the same', SUBMISSION, 'content', undefined, 409],
    ['that asks the same', { ...QUESTION, mayBePrepared: true }, 'content', undefined, 202],
  ])(
    'a request meets an equal one under way that is %s, and gets its answer',
    async (_, operation, kind, hash, status) => {
      const { outcome, trace } = await accept(operation, {
        answers: {
          claimFiling: ({ requestHash }: Filing) => ({
            made: false,
            by: { [kind]: { filingId: 'f2', requestHash: hash ?? requestHash } },
          }),
          getFiling: () => ({ id: 'f2', state: 'queued', async: true, claimedAt: AT, authority: 'tgss' }),
        },
      });
      expect('value' in outcome ? outcome.value.status : outcome.error.status).toBe(status);
      expect(trace.filingId).toBe('f2');
    },
  );

  test('a request that cannot be recorded is refused', async () => {
    for (const step of ['claimFiling', 'countWaiting'])
      expect((await accept(SUBMISSION, { answers: { [step]: down } })).outcome).toMatchObject({
        error: { status: 503 },
      });
    const large = { input: { a: 'x'.repeat(9_000) } };
    const { outcome, asked } = await accept(SUBMISSION, { call: large, answers: { putDocument: down } });
    expect(outcome).toMatchObject({ error: { status: 503 } });
    expect(asked('claimFiling')).toEqual([]);
    expect((await accept(SUBMISSION, { call: large })).asked('claimFiling')[0]![0]).toHaveProperty(
      'requestKey',
    );
  });
});

describe('the work of a function on a queued filing', () => {
  const FILING = {
    id: 'f1',
    accountId: 'a1',
    userId: 'u1',
    clientId: 0,
    authority: 'tgss',
    operation: 'GET /api/v4/seg-social/idc',
    reading: true,
    async: true,
    state: 'queued',
    claimedAt: inMs(-5_000).toISOString(),
    requestId: 'r1',
    owner: 'o1',
    dry: false,
    request: '{"a":1}',
    certificate: { id: 'c1', fingerprint: 'f', nif: 'n' },
  } as Filing;

  const work = async (
    run: (input: unknown, ports: Record<string, unknown>) => unknown,
    {
      filing = {},
      answers = {},
      operation = {},
      planted = {},
    }: {
      filing?: Partial<Filing> | null;
      answers?: Answers;
      operation?: object;
      /** Members that somebody else wrote into its row. */
      planted?: Partial<Filing>;
    } = {},
  ) => {
    const record = filing && { ...(await sealed({ ...FILING, ...filing })), ...planted };
    const made = scriptedServices(NOW, { getFiling: () => record, beginQueued: () => record, ...answers });
    const group = lazyGroup({
      prefix: '/api/v4/seg-social',
      operations: [{ ...QUESTION, run: async (...args: [unknown, never]) => run(...args), ...operation }],
    } as never);
    const failed = await consumerHandler(
      group,
      made.services,
    )({ Records: [{ messageId: 'm1', body: 'f1' }] } as never);
    return {
      ...made,
      failed,
      end: (
        made.asked('endFiling')[0] as unknown as [unknown, unknown, { state: string; facts: Filing }]
      )?.[2],
    };
  };

  test('the function begins the filing, runs it with minutes of time, stores its answer, and frees its slot', async () => {
    const ran: unknown[] = [];
    const { failed, end, asked, seen } = await work((input, { filingId, tgss }) => {
      ran.push(input, filingId, tgss);
      return { data: 1 };
    });
    expect(failed).toEqual({ batchItemFailures: [] });
    expect(ran).toEqual([{ a: 1 }, '', 'authority']);
    expect(end).toMatchObject({ state: 'answered', facts: { status: 200 } });
    expect(asked('takeSlot')).toEqual([
      [expect.objectContaining({ id: 'f1' }), { now: NOW, until: inMs(330_000) }, true],
    ]);
    expect(asked('beginQueued')).toEqual([
      [
        expect.objectContaining({ id: 'f1', accountId: 'a1' }),
        { owner: 'new', state: 'claimed', now: NOW, dueAt: inMs(330_000) },
      ],
    ]);
    expect(asked('openAuthority')[0]![0]).toMatchObject({ deadline: inMs(270_000) });
    // The shared state of the authority is read before it is asked.
    expect(asked('readHealth')).toEqual([[['tgss'], NOW]]);
    const steps = seen.map(([name]) => name);
    expect(steps.indexOf('readHealth')).toBeLessThan(steps.indexOf('openAuthority'));
    expect(asked('info')).toEqual([
      [
        'queued work',
        {
          requestId: 'r1',
          filing: 'f1',
          operation: FILING.operation,
          account: 'a1',
          waited: 5_000,
          milliseconds: 0,
        },
      ],
    ]);
    expect(seen.map(([name]) => name).slice(-2)).toEqual(['freeSlot', 'readQueue']);
  });

  test('the function stores a failure as the answer, and hides and measures a defect', async () => {
    const refused = await work(() => {
      throw new ServiceError(422, 'No.');
    });
    expect(refused.end).toMatchObject({ state: 'failed', facts: { status: 422 } });
    expect(refused.asked('metric').map(([name]) => name)).not.toContain('Defects');
    const broken = await work(() => {
      throw new TypeError('secret');
    });
    expect(broken.end).toMatchObject({ state: 'failed', facts: { status: 500 } });
    expect(broken.failed).toEqual({ batchItemFailures: [] });
    expect(broken.asked('log')).toEqual([
      ['unexpected error', { requestId: 'r1', filing: 'f1', error: new TypeError('secret') }],
    ]);
    expect(broken.asked('metric')).toContainEqual(['Defects', 1, { facts: { requestId: 'r1' } }]);
  });

  test('the function reports the failure of a filing in its record alone', async () => {
    const { asked, end, failed } = await work(
      () => {
        throw new ServiceError(422, 'No.', { errors: { tgss: ['uno'] } });
      },
      {
        operation: SUBMISSION,
        filing: { reading: false, operation: 'POST /api/v4/seg-social/alta' } as never,
      },
    );
    expect(end).toMatchObject({ state: 'ended', facts: { status: 422, messages: ['uno'] } });
    expect(asked('endFiling')).toHaveLength(1);
    expect(asked('log')).toEqual([]);
    expect(asked('metric').map(([name]) => name)).not.toContain('Defects');
    expect(failed).toEqual({ batchItemFailures: [] });
  });

  test('the function ends when the work alongside it has ended, because it may be frozen then', async () => {
    const noting = Promise.withResolvers<void>();
    let done = false;
    const made = work((_, { tgss }) => (tgss as () => unknown)(), {
      answers: {
        openAuthority:
          ({ health }: { health: SharedHealth }) =>
          () =>
            health.saw('healthy', 1),
        noteHealth: () => noting.promise,
      },
    }).finally(() => {
      done = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(done).toBe(false);
    noting.resolve();
    expect((await made).asked('noteHealth')).toHaveLength(1);
  });

  test('the function ends when it is noted that a document was not stored after all', async () => {
    vi.useFakeTimers();
    const [storing, noting] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const document = { name: 'a.pdf', contentType: 'application/pdf', bytes: Buffer.from('A') };
    let done = false;
    const made = work(async (_, { keep }) => ({ data: await (keep as (one: object) => unknown)(document) }), {
      answers: { putDocument: () => storing.promise, noteLost: () => noting.promise },
    }).finally(() => {
      done = true;
    });
    // It waits this long for anything that is still being stored.
    await vi.advanceTimersByTimeAsync(20_000);
    storing.reject(new Error('down'));
    await vi.advanceTimersByTimeAsync(0);
    expect(done).toBe(false);
    noting.resolve();
    await made;
    expect((await made).asked('noteLost')).toEqual([
      ['f1', 0, { name: 'a.pdf', size: 1, key: 'documents/k' }],
    ]);
  });

  test.each<[string, Partial<Filing>, Answers, number]>([
    ['it waited too long', { claimedAt: inMs(-12 * 60 * 60_000 - 1).toISOString() }, {}, 503],
    ['its account is disabled', {}, { findAccount: () => ({ disabled: true }) }, 403],
    ['its token is good no more', {}, { callerStill: () => undefined }, 401],
  ])('the function does not begin a filing where %s', async (_, filing, answers, status) => {
    const run = vi.fn();
    const { end, asked } = await work(run, { filing, answers });
    expect(run).not.toHaveBeenCalled();
    expect(asked('beginQueued')).toEqual([]);
    expect(end).toMatchObject({ state: 'failed', facts: { status } });
    expect(asked('freeSlot')).toHaveLength(1);
  });

  test.each<Partial<Filing>>([
    { id: 'f2' },
    { accountId: 'a2' },
    { userId: 'u2' },
    { clientId: 7 },
    { certificate: { id: 'c2', fingerprint: 'f', nif: 'n' } },
    { token: { kind: 'session', id: 's2', generation: 0 } },
    { operation: 'GET /api/v4/seg-social/vida-laboral' },
    { authority: 'sepe' },
    { dry: true },
    { reading: undefined },
    { request: '{"a":2}' },
    { batch: { id: 'b1', row: 1 } },
    { key: 'k' },
    { preview: { at: AT, userId: 'u1' } },
    { requestHash: 'other' },
    { contentHash: 'other' },
    { guards: { content: 'of another one' } },
    { claimedAt: inMs(-4_999).toISOString() },
    { scenario: 'slow' },
    { seal: undefined },
    { seal: '' },
    { seal: 'f'.repeat(64) },
  ])('the function does not begin a filing whose row got %j since, or was planted so', async (planted) => {
    const run = vi.fn();
    const { asked } = await work(run, { planted });
    expect(run).not.toHaveBeenCalled();
    expect(asked('beginQueued')).toEqual([]);
    expect(asked('endFiling')[0]![2]).toMatchObject({ facts: { status: 409 } });
    expect(asked('metric')).toContainEqual(['Defects', 1, { facts: { requestId: 'r1' } }]);
    expect(asked('freeSlot')).toHaveLength(1);
  });

  test('the function begins the filing as it was when its seal was checked, whatever is written into its row at that moment', async () => {
    const other = { id: 'c2', fingerprint: 'other', nif: 'other' };
    const began = vi.fn(() => ({ data: 1 }));
    const { asked } = await work(began, {
      answers: {
        beginQueued: async () => ({ ...(await sealed(FILING)), accountId: 'a2', certificate: other }),
      },
    });
    expect(began).toHaveBeenCalledOnce();
    expect(asked('endFiling')[0]![0]).toMatchObject({ accountId: 'a1', certificate: { id: 'c1' } });
  });

  test('the function leaves a filing to another function that works on it', async () => {
    const run = vi.fn();
    const gone = await work(run, { filing: null });
    expect(gone.seen.map(([name]) => name)).toEqual(['getFiling']);
    const begun = await work(run, { answers: { beginQueued: () => undefined } });
    expect(begun.end).toBeUndefined();
    expect(begun.asked('freeSlot')).toHaveLength(1);
    const full = await work(run, { answers: { takeSlot: () => 'full' } });
    expect(full.asked('enterQueue')).toEqual([[expect.objectContaining({ id: 'f1' })]]);
    expect(full.asked('beginQueued')).toEqual([]);
    const under = await work(run, { filing: { state: 'claimed', claimedAt: AT } });
    expect(under.asked('freeSlot')).toEqual([]);
    const over = await work(run, { filing: { state: 'answered' } as never });
    expect(over.asked('freeSlot')).toHaveLength(1);
    expect(run).not.toHaveBeenCalled();
  });

  test('the function is called again for a filing if it failed', async () => {
    const { failed, asked } = await work(vi.fn(), { answers: { getFiling: down } });
    expect(failed).toEqual({ batchItemFailures: [{ itemIdentifier: 'm1' }] });
    expect(asked('log')).toEqual([
      ['queued work failed', { sqsMessage: 'm1', filing: 'f1', error: new Error('down') }],
    ]);
    expect(asked('metric')).toEqual([['Defects', 1, { facts: {} }]]);
  });
});
