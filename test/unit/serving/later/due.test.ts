import { beforeEach, describe, expect, test, vi } from 'vitest';
import { lazyGroup } from '../../../../shared/derive/groups.ts';
import { ABANDONED } from '../../../../shared/serving/filing/end-record.ts';
import { dueHandler } from '../../../../shared/serving/later/due.ts';
import type { DueFiling } from '../../../../shared/stores/filings/due.ts';
import type { Filing } from '../../../../shared/stores/filings/filing.ts';
import { limited } from '../../../../shared/stores/limits.ts';
import {
  type Answers,
  AT,
  down,
  FILING,
  inMs,
  NOW,
  SUBMISSION,
  stubSettings,
} from '../../../support/stores/scripted-filing.ts';
import { scriptedServices, sealed } from '../../../support/stores/scripted-services.ts';

/** How the schedule handles filings that are due, with scripted stores. */

beforeEach(stubSettings);

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const ENOUGH_TIME = 47_000;

const dueOf = (
  { id, accountId, state, authority, claimedAt }: Filing,
  given: Partial<DueFiling> = {},
): DueFiling => ({
  kind: 'lookUp',
  id,
  accountId,
  dueAt: AT,
  claimedAt,
  state,
  authority,
  takes: 0,
  ...given,
});

interface Given {
  /** The row when it is leased; by default the same as in the index. */
  taken?: Partial<Filing> | null;
  due?: Partial<DueFiling>;
  answers?: Answers;
  operation?: object;
}

/** Runs the handler over the due filings. */
const runOver = async (
  due: DueFiling[],
  answers: Answers,
  { operation = {}, timeLeft = ENOUGH_TIME }: { operation?: object; timeLeft?: number } = {},
) => {
  const made = scriptedServices(NOW, { dueFilings: () => due, unknownFilings: () => [], ...answers });
  made.services.loadGroups = async () => [
    lazyGroup({ prefix: '/api/v4', operations: [{ ...SUBMISSION, ...operation }] } as never),
  ];
  await dueHandler(made.services)(undefined, {
    awsRequestId: 'run',
    getRemainingTimeInMillis: () => timeLeft,
  });
  const [line] = made.asked('info').filter(([message]) => message === 'due filings') as [
    string,
    Record<string, number>,
  ][];
  const counts = Object.fromEntries(
    Object.entries(line![1]).filter(
      ([name, count]) => !['due', 'requestId', 'milliseconds'].includes(name) && count !== 0,
    ),
  );
  return { ...made, line: line![1], counts };
};

/** Runs it over one filing, and returns the result. */
const lookAfter = async (
  filing: Partial<Filing>,
  { taken = {}, due = {}, answers = {}, operation = {} }: Given = {},
) => {
  const row = await sealed({ ...FILING, ...filing });
  const made = await runOver(
    [dueOf(row, due)],
    { takeDue: () => (taken ? { ...row, ...taken } : undefined), ...answers },
    { operation },
  );
  return { ...made, results: Object.keys(made.counts) };
};

describe('a run of the schedule', () => {
  test('a run of the schedule reads the due filings, counts their outcomes, and measures its time', async () => {
    const due = [
      dueOf({ ...FILING, id: 'f1', state: 'claimed' }),
      dueOf({ ...FILING, id: 'f2', state: 'claimed' }),
    ];
    const instants = [NOW, NOW, NOW, inMs(70)];
    const made = scriptedServices(NOW, {
      dueFilings: () => due,
      unknownFilings: () => [],
      takeDue: ({ id }: DueFiling) => (id === 'f1' ? { ...FILING, state: 'claimed' } : undefined),
    });
    made.services.now = () => instants.shift() ?? inMs(70);
    await dueHandler(made.services)(undefined, {
      awsRequestId: 'run',
      getRemainingTimeInMillis: () => ENOUGH_TIME,
    });
    expect(made.asked('dueFilings')).toEqual([
      [NOW, { lookUp: 200, queued: 100, prepared: 50, evidence: 50 }],
    ]);
    expect(made.asked('info')).toEqual([
      [
        'due filings',
        {
          requestId: 'run',
          due: 2,
          ended: 1,
          accepted: 0,
          refused: 0,
          unknown: 0,
          completed: 0,
          stamped: 0,
          unstamped: 0,
          notAsked: 0,
          queued: 0,
          answered: 0,
          preparing: 0,
          givenUp: 0,
          taken: 1,
          failed: 0,
          left: 0,
          milliseconds: 70,
        },
      ],
    ]);
  });

  test('emits how many outcomes are unknown, and for how many seconds the oldest one has been', async () => {
    const metricsOf = async (...ages: number[]) => {
      const unknown = ages.map((seconds) => ({ claimedAt: inMs(-1_000 * seconds).toISOString() }));
      return (await runOver([], { unknownFilings: () => unknown })).asked('metric');
    };
    expect(await metricsOf(90, 7_200, 30)).toEqual([
      ['UnknownFilings', 3, {}],
      ['OldestUnknown', 7_200, {}],
    ]);
    expect(await metricsOf()).toEqual([
      ['UnknownFilings', 0, {}],
      ['OldestUnknown', 0, {}],
    ]);
  });

  test('a run of the schedule continues if the unknown outcomes cannot be counted, and logs the failure', async () => {
    const filing = dueOf({ ...FILING, state: 'claimed' });
    const { counts, asked } = await runOver([filing], { unknownFilings: down });
    expect(counts).toEqual({ taken: 1 });
    expect(asked('metric')).toEqual([]);
    expect(asked('log')).toEqual([
      ['filings of unknown outcome could not be counted', { error: new Error('down') }],
    ]);
  });

  test('a run of the schedule leaves the filings for which there is no time to the next run', async () => {
    const filing = dueOf({ ...FILING, state: 'claimed' });
    const { counts, asked } = await runOver([filing], {}, { timeLeft: ENOUGH_TIME - 1 });
    expect(counts).toEqual({ left: 1 });
    expect(asked('takeDue')).toEqual([]);
  });

  test('a run of the schedule goes on with other filings if one fails, and names that one', async () => {
    const due = ['f1', 'f2'].map((id) => dueOf({ ...FILING, id, state: 'claimed' }));
    const takeDue = ({ id }: DueFiling) => (id === 'f1' ? down() : undefined);
    const { counts, asked } = await runOver(due, { takeDue });
    expect(counts).toEqual({ failed: 1, taken: 1 });
    expect(asked('log')).toEqual([
      ['failed to handle a due filing', { requestId: 'new', filing: 'f1', error: new Error('down') }],
    ]);
    expect(asked('metric')).toContainEqual(['Defects', 1, { facts: { requestId: 'new' } }]);
  });

  test('a run of the schedule looks after filings of all kinds at the same time', async () => {
    const hanging = Promise.withResolvers<undefined>();
    const taken: string[] = [];
    const kinds = ['lookUp', 'queued', 'prepared', 'evidence'] as const;
    const due = kinds.flatMap((kind) =>
      Array.from({ length: 4 }, (_, number) =>
        dueOf({ ...FILING, id: `${kind} ${number}`, state: 'claimed' }, { kind }),
      ),
    );
    const run = runOver(due, {
      takeDue: ({ id, kind }: DueFiling) => {
        taken.push(id);
        return kind === 'queued' ? hanging.promise : undefined;
      },
    });
    await expect.poll(() => taken.length).toBe(3 * 4 + 3);
    expect(taken).not.toContain('queued 3');
    hanging.resolve(undefined);
    expect((await run).counts).toEqual({ taken: 16 });
  });

  test('a run of the schedule fails if the due filings cannot be read', async () => {
    await expect(runOver([], { dueFilings: down })).rejects.toThrow('down');
  });

  test('a run of the schedule looks after three filings of an authority at a time, and keeps no other authority waiting', async () => {
    const of = (authority: string) => (n: number) =>
      dueOf(FILING, { id: `${authority}${n}`, authority, state: 'claimed' });
    const due = [...[1, 2, 3, 4, 5].map(of('tgss')), ...[1, 2].map(of('sepe'))];
    const taken: string[] = [];
    const answer = Promise.withResolvers<undefined>();
    const ran = runOver(due, {
      takeDue: ({ id }: DueFiling) => {
        taken.push(id);
        return id.startsWith('tgss') ? answer.promise : undefined;
      },
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(taken.toSorted()).toEqual(['sepe1', 'sepe2', 'tgss1', 'tgss2', 'tgss3']);
    answer.resolve(undefined);
    expect((await ran).counts).toEqual({ taken: 7 });
    expect(taken.toSorted()).toEqual(due.map(({ id }) => id).toSorted());
  });

  test('a run of the schedule makes no AWS call for one filing after 30 seconds', async () => {
    const timeouts = vi.spyOn(AbortSignal, 'timeout');
    const client = limited(() => ({ send: async (_command: object) => ({}) }), { callMs: 100_000 });
    await lookAfter({ state: 'claimed' }, { answers: { takeDue: async () => void (await client.send({})) } });
    const [[milliseconds]] = timeouts.mock.calls as [[number]];
    timeouts.mockRestore();
    expect(milliseconds).toBeGreaterThan(44_000);
    expect(milliseconds).toBeLessThanOrEqual(45_000);
  });
});

describe('a request that is queued and due', () => {
  const QUEUED = { state: 'queued', async: true, claimedAt: inMs(-MINUTE).toISOString() } as Partial<Filing>;

  test('a queued request is given to a function, and counts as taken for four minutes if it was taken once before', async () => {
    const { results, asked } = await lookAfter(QUEUED, { due: { takes: 1 } });
    expect(results).toEqual(['queued']);
    expect(asked('takeDue')).toEqual([[expect.objectContaining({ id: 'f1', takes: 1 }), inMs(4 * MINUTE)]]);
    expect(asked('takeSlot')).toHaveLength(1);
    expect(asked('sendWork')).toEqual([[expect.objectContaining({ id: 'f1', state: 'queued' })]]);
  });

  test('a request that waited too long is not made any more, its answer says so, and its slot is freed', async () => {
    const late = { ...QUEUED, claimedAt: inMs(-15 * MINUTE - 1).toISOString() };
    const { results, asked } = await lookAfter(late);
    expect(results).toEqual(['ended']);
    expect(asked('sendWork')).toEqual([]);
    expect(asked('endFiling')).toEqual([
      [
        expect.objectContaining({ id: 'f1' }),
        ['queued', 'claimed', 'preparing'],
        { state: 'ended', facts: expect.objectContaining({ status: 503 }), now: NOW, expires: undefined },
      ],
    ]);
    expect(asked('freeSlot')).toHaveLength(1);
    expect((await lookAfter(late, { answers: { endFiling: () => false } })).results).toEqual(['taken']);
  });

  test.each([
    ['another run took it', null],
    ['a function began it', { state: 'claimed' } as const],
  ])('a queued request is left alone where %s', async (_, taken) => {
    const { results, asked } = await lookAfter(QUEUED, { taken });
    expect(results).toEqual(['taken']);
    expect(asked('takeSlot')).toEqual([]);
    expect(asked('endFiling')).toEqual([]);
  });
});

describe('a filing that was claimed and left behind', () => {
  const CLAIMED = { state: 'claimed', claimedAt: inMs(-MINUTE).toISOString() } as Partial<Filing>;

  test.each<[string, Given]>([
    ['another run took it', { taken: null }],
    ['it began to commit', { taken: { state: 'committing' } }],
    ['its request ended it', { answers: { endFiling: () => false } }],
  ])('the filing is left alone if %s', async (_, given) => {
    expect((await lookAfter(CLAIMED, given)).results).toEqual(['taken']);
  });

  test('a filing has ended with nothing sent, unless it began to commit at that moment', async () => {
    const { results, asked } = await lookAfter(CLAIMED);
    expect(results).toEqual(['ended']);
    expect(asked('endFiling')).toEqual([
      [expect.objectContaining({ id: 'f1' }), ['claimed'], { ...ABANDONED, now: NOW }],
    ]);
  });

  const LATER = { ...CLAIMED, async: true, owner: 'gone' } as Partial<Filing>;

  test.each([undefined, 2])(
    'a filing is queued again if it was queued before (begun so often: %s)',
    async (starts) => {
      const { results, asked } = await lookAfter({ ...LATER, ...(starts && { starts }) });
      expect(results).toEqual(['queued']);
      expect(asked('queueAgain')).toEqual([[expect.objectContaining({ id: 'f1' }), 'new', inMs(MINUTE)]]);
      expect(asked('sendWork')).toEqual([
        [expect.objectContaining({ id: 'f1', state: 'queued', owner: 'new' })],
      ]);
      expect(asked('endFiling')).toEqual([]);
    },
  );

  test.each<[string, Partial<Filing>]>([
    ['it was begun three times', { starts: 3 }],
    ['it waited too long', { claimedAt: inMs(-15 * MINUTE - 1).toISOString() }],
  ])('the filing is not queued again if %s', async (_, given) => {
    const { results, asked } = await lookAfter({ ...LATER, ...given });
    expect(results).toEqual(['ended']);
    expect(asked('queueAgain')).toEqual([]);
    expect(asked('endFiling')[0]![2]).toMatchObject({ state: 'ended', facts: { status: 503 } });
    expect(asked('freeSlot')).toHaveLength(1);
  });

  test('a filing that another function has moved is given to no function', async () => {
    const { results, asked } = await lookAfter(LATER, { answers: { queueAgain: () => false } });
    expect(results).toEqual(['taken']);
    expect(asked('sendWork')).toEqual([]);
  });
});

describe('an answer that the authority prepares', () => {
  const PREPARING = {
    state: 'preparing',
    reading: true,
    async: true,
    operation: 'GET /api/v4/idc',
    guards: { content: 'g' },
  } as Partial<Filing>;
  const reads = (run: () => unknown) => ({
    kind: 'reading',
    method: 'GET',
    path: '/idc',
    run: async () => run(),
  });

  test('the answer is requested again after longer and longer waits, and given up after ten days', async () => {
    const prepares = { operation: reads(() => ({ preparing: true })) };
    const again = await lookAfter(PREPARING, { ...prepares, due: { takes: 1 } });
    expect(again.results).toEqual(['preparing']);
    expect(again.asked('takeDue')[0]![1]).toEqual(inMs(15 * MINUTE));
    expect(again.asked('noteLook')).toEqual([['f1', NOW]]);
    expect(again.asked('endFiling')).toEqual([]);
    const old = { ...PREPARING, claimedAt: inMs(-10 * DAY).toISOString() };
    const last = await lookAfter(old, { ...prepares, due: { takes: 5 } });
    expect(last.results).toEqual(['givenUp']);
    expect(last.asked('takeDue')[0]![1]).toBeUndefined();
    expect(last.asked('endFiling')[0]![2]).toMatchObject({ facts: { status: 504 } });
  });

  test('the answer is not requested for a record that was planted', async () => {
    const { results, asked } = await lookAfter(PREPARING, {
      taken: { certificate: { id: 'c2', fingerprint: 'f', nif: 'n' } },
      operation: reads(() => ({ data: 1 })),
    });
    expect(results).toEqual(['givenUp']);
    expect(asked('openAuthority')).toEqual([]);
    expect(asked('endFiling')[0]![2]).toMatchObject({ state: 'failed', facts: { status: 409 } });
  });

  test.each([null, { state: 'answered' } as const])(
    'the record is left alone if it is %j meanwhile',
    async (taken) => {
      const { results, asked } = await lookAfter(PREPARING, { taken, operation: reads(() => ({})) });
      expect(results).toEqual(['taken']);
      expect(asked('openAuthority')).toEqual([]);
    },
  );
});

describe('a filing that has ended without evidence', () => {
  test.each(['accepted', 'refused'] as const)('the filing gets its evidence if it was %s', async (state) => {
    const find = vi.fn();
    const { results, asked } = await lookAfter(
      { state, evidenceDue: AT, endedAt: AT },
      { operation: { lookUp: { find } } },
    );
    expect(results).toEqual(['completed']);
    // Its outcome is known.
    expect(find).not.toHaveBeenCalled();
    expect(asked('takeDue')).toEqual([[expect.objectContaining({ id: 'f1' }), inMs(5 * MINUTE)]]);
    expect(asked('noteEvidence')).toEqual([['f1', AT, false]]);
    expect(asked('openAuthority')).toEqual([]);
  });

  test('the filing is due again if its evidence cannot be written', async () => {
    const ended = { state: 'accepted', evidenceDue: AT, endedAt: AT } as const;
    expect((await lookAfter(ended, { answers: { putEvidence: down } })).results).toEqual(['failed']);
    const gone = await lookAfter(ended, { taken: null });
    expect(gone.results).toEqual(['taken']);
    expect(gone.asked('putEvidence')).toEqual([]);
  });
});

describe('a filing whose evidence is to be time-stamped', () => {
  const STAMP = { stampDue: AT, endedAt: AT };
  const manifest = { getEvidence: () => Buffer.from('{}') };

  test.each(['accepted', 'refused', 'ended'] as const)(
    'the filing gets the stamp if it was %s',
    async (state) => {
      const { results, asked } = await lookAfter({ ...STAMP, state }, { answers: manifest });
      expect(results).toEqual(['stamped']);
      expect(asked('noteStamped')).toEqual([['f1', AT, false]]);
      expect(asked('noteEvidence')).toEqual([]);
    },
  );

  test('the filing is due again if it gets no stamp, and is counted separately', async () => {
    const { results, asked } = await lookAfter({ ...STAMP, state: 'accepted' });
    expect(results).toEqual(['unstamped']);
    expect(asked('noteStamped')).toEqual([]);
    expect(asked('log')).toEqual([
      [
        'evidence could not be time-stamped',
        { requestId: 'r1', filing: 'f1', error: new Error('evidence without its manifest') },
      ],
    ]);
  });

  test('the evidence of the filing is written before it is stamped', async () => {
    const both = { ...STAMP, evidenceDue: AT, state: 'accepted' } as const;
    const { results, asked } = await lookAfter(both);
    expect(results).toEqual(['completed']);
    expect(asked('noteEvidence')).toHaveLength(1);
    expect(asked('noteStamped')).toEqual([]);
  });

  test('the filing is looked up also if its outcome is unknown', async () => {
    const unknown = { ...STAMP, state: 'unknown' } as const;
    const find = vi.fn();
    const found = await lookAfter(unknown, { answers: manifest, operation: { lookUp: { find } } });
    expect(found.results).toEqual(['unknown']);
    expect(find).toHaveBeenCalledOnce();
    expect(found.asked('noteStamped')).toEqual([['f1', AT, true]]);
    const none = { lookUp: { none: 'x' } };
    expect((await lookAfter(unknown, { answers: manifest, operation: none })).results).toEqual(['completed']);
    expect((await lookAfter(unknown, { operation: none })).results).toEqual(['unstamped']);
  });
});

describe('a filing that may have been sent', () => {
  const finds = (result: unknown) => ({ lookUp: { find: vi.fn(async () => result) } });
  const UNKNOWN = { state: 'unknown' } as const;

  test.each(['unknown', 'committing'] as const)(
    'the filing is found, or found to be refused, if it is %s',
    async (state) => {
      const found = await lookAfter({ state }, { operation: finds({ data: 1 }) });
      expect(found.results).toEqual(['accepted']);
      expect(found.asked('endFiling')[0]![2]).toMatchObject({ state: 'accepted' });
      const refused = await lookAfter({ state }, { operation: finds({ refused: ['no'] }) });
      expect(refused.results).toEqual(['refused']);
      expect(refused.asked('endFiling')[0]![2]).toMatchObject({ state: 'refused' });
      expect(refused.asked('log')).toEqual([]);
    },
  );

  test('a queued filing frees its slot, because its function is gone', async () => {
    const later = await lookAfter({ ...UNKNOWN, async: true }, { operation: finds(undefined) });
    expect(later.asked('freeSlot')).toHaveLength(1);
    expect((await lookAfter(UNKNOWN, { operation: finds(undefined) })).asked('freeSlot')).toEqual([]);
  });

  test('the filing is given up and counted after ten days', async () => {
    const old = { ...UNKNOWN, claimedAt: inMs(-10 * DAY).toISOString() };
    const due = { takes: 5 };
    const givenUp = ['UnknownGivenUp', 1, { facts: { filing: 'f1' } }];
    const nothing = await lookAfter(old, { due, operation: finds(undefined) });
    expect(nothing.asked('takeDue')[0]![1]).toBeUndefined();
    expect(nothing.asked('metric')).toContainEqual(givenUp);
    const entries = [
      { number: 1, state: 'accepted' },
      { number: 2, state: 'unknown' },
    ];
    const part = await lookAfter(old, { due, operation: finds({ data: 1, filed: { entries } }) });
    expect(part.results).toEqual(['unknown']);
    expect(part.asked('metric')).toContainEqual(givenUp);
    const found = await lookAfter(old, { due, operation: finds({ data: 1 }) });
    expect(found.asked('metric')).not.toContainEqual(givenUp);
    // This one is counted by the look-up itself.
    const committing = await lookAfter(
      { ...old, state: 'committing', takes: 6 },
      { due, operation: finds(undefined) },
    );
    expect(committing.asked('metric').filter(([name]) => name === 'UnknownGivenUp')).toEqual([givenUp]);
  });

  test('the filing is left alone if another run took it', async () => {
    const { results, asked } = await lookAfter(UNKNOWN, { taken: null, operation: finds({ data: 1 }) });
    expect(results).toEqual(['taken']);
    expect(asked('endFiling')).toEqual([]);
  });

  test('the filing is not looked up with a certificate that cannot be used, and the log says why', async () => {
    const operation = finds({ data: 1 });
    const findCertificate = () => undefined;
    const { results, asked } = await lookAfter(UNKNOWN, { answers: { findCertificate }, operation });
    expect(results).toEqual(['notAsked']);
    expect(operation.lookUp.find).not.toHaveBeenCalled();
    expect(asked('info')).toContainEqual([
      'a look-up could not be made',
      { requestId: 'new', filing: 'f1', reason: 'certificate' },
    ]);
    const usable = await lookAfter(UNKNOWN, { operation: finds(undefined) });
    expect(usable.asked('info').filter(([text]) => text === 'a look-up could not be made')).toEqual([]);
  });

  const EVIDENCE = { evidenceDue: AT, endedAt: AT };

  test('the filing is retried if its evidence cannot be written and no query can prove it', async () => {
    const operation = { lookUp: { none: 'x' } };
    const unknown = { ...UNKNOWN, ...EVIDENCE, stampDue: AT };
    const failed = await lookAfter(unknown, { answers: { putEvidence: down }, operation });
    expect(failed.results).toEqual(['failed']);
    // The stamp follows the evidence.
    const written = await lookAfter(unknown, { operation });
    expect(written.results).toEqual(['completed']);
    expect(written.asked('noteStamped')).toEqual([]);
  });

  test('the filing gets its evidence, and is looked up all the same if a query may find it', async () => {
    const { results, asked } = await lookAfter({ ...UNKNOWN, ...EVIDENCE }, { operation: finds(undefined) });
    expect(results).toEqual(['unknown']);
    expect(asked('noteEvidence')).toEqual([['f1', AT, true]]);
    expect(asked('openAuthority')).toHaveLength(1);
  });

  test('a filing that may just have been about to be sent is looked up once more, though no query can prove it', async () => {
    const { results, asked } = await lookAfter(
      { state: 'committing' },
      { operation: { lookUp: { none: 'x' } } },
    );
    expect(results).toEqual(['unknown']);
    expect(asked('endFiling')[0]![2]).toMatchObject({ state: 'unknown' });
  });
});
