import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ServiceError } from '../../../../shared/kernel/errors.ts';
import { lookUpFiling } from '../../../../shared/serving/filing/look-up.ts';
import type { Acting } from '../../../../shared/serving/stages.ts';
import type { Filing } from '../../../../shared/stores/filings/filing.ts';
import {
  type Answers,
  AT,
  actingWith,
  down,
  FILING,
  inMs,
  NOW,
  SUBMISSION,
  stubSettings,
} from '../../../support/stores/scripted-filing.ts';
import { scriptedServices } from '../../../support/stores/scripted-services.ts';

/** The results of a later look-up of a filing. */

beforeEach(stubSettings);

const failure = (effect?: 'none' | 'accepted' | 'unknown') =>
  Object.assign(new ServiceError(422, 'No.', { errors: { tgss: ['uno'] } }), effect ? { effect } : {});
describe('a look-up', () => {
  const entry = (number: number, state: string) => ({ number, state });
  const look = async (
    find: ((...args: never[]) => unknown) | undefined,
    {
      filing = {},
      answers = {},
      actor = actingWith(),
      unresolved,
      lookUp = {},
      operation: changed = {},
    }: {
      filing?: Partial<Filing>;
      answers?: Answers;
      /** `null`: no certificate may be used. */
      actor?: Acting | null;
      unresolved?: object;
      lookUp?: object;
      operation?: object;
    } = {},
  ) => {
    const made = scriptedServices(NOW, answers);
    const operation = { ...SUBMISSION, ...changed, lookUp: find ? { find, ...lookUp } : { none: 'x' } };
    const how = { requestId: 'r1', operation, actor: actor ?? undefined, ...(unresolved && { unresolved }) };
    const outcome = await lookUpFiling(made.services, { ...FILING, ...filing } as Filing, how as never).then(
      (value) => ({ value }),
      (error: ServiceError) => ({ error }),
    );
    const [end] = made.asked('endFiling') as [
      Filing,
      string[],
      { state: string; facts: Partial<Filing>; dueAt?: Date; furtherActs?: object[]; notAccepted?: number[] },
    ][];
    return { ...made, outcome, end };
  };

  test('a look-up asks with the values of the record, past the breaker', async () => {
    const find = vi.fn(async () => undefined);
    const { asked } = await look(find as never, {
      filing: { reference: 'ref' },
      answers: { listEntries: () => [entry(1, 'unknown')] },
    });
    const [[request, facts, ports]] = find.mock.calls as unknown as [
      [unknown, unknown, Record<string, unknown>],
    ];
    expect(request).toEqual({ a: 1 });
    expect(facts).toEqual({ id: 'f1', since: NOW, reference: 'ref', entries: [entry(1, 'unknown')] });
    expect(ports).toMatchObject({ filingId: 'f1', tgss: 'authority' });
    expect(asked('openAuthority')).toHaveLength(1);
    expect(asked('openAuthority')[0]![0]).toMatchObject({ authority: 'tgss', bypassesBreaker: true });
    const { committingAt: _, ...claimed } = FILING;
    const again = vi.fn(async () => undefined);
    await look(again as never, {
      filing: { ...claimed, committingAt: undefined } as never,
      unresolved: { entries: [entry(2, 'unknown')], answers: [], answer: failure() },
    });
    expect((again.mock.calls as unknown as [[unknown, object]])[0][1]).toMatchObject({
      since: NOW,
      entries: [entry(2, 'unknown')],
    });
  });

  test('a look-up that finds the filing ends it as accepted', async () => {
    const reply = { data: 1, filed: { reference: 'ref', entries: [entry(1, 'accepted')] } };
    const { outcome, end, asked } = await look(async () => reply);
    expect(outcome).toEqual({ value: { state: 'accepted', reply } });
    expect(end!.slice(1, 3)).toMatchObject([
      ['committing', 'unknown', 'accepted'],
      { state: 'accepted', facts: { status: 200, reference: 'ref' } },
    ]);
    expect(asked('putEntries')).toEqual([['f1', [entry(1, 'accepted')]]]);
    const own = await look(async () => ({ data: 1 }), { filing: { reference: 'mine' } });
    expect(own.end![2].facts.reference).toBe('mine');
  });

  test('a look-up that finds a refusal ends the filing as refused, and reports it', async () => {
    const { outcome, end } = await look(async () => ({ refused: ['no'] }));
    expect(outcome).toMatchObject({ error: { status: 422, errors: { tgss: ['no'] } } });
    expect(end!.slice(1, 3)).toMatchObject([
      ['committing', 'unknown'],
      { state: 'refused', facts: { messages: ['no'] } },
    ]);
    const entries = [entry(1, 'refused')];
    expect((await look(async () => ({ refused: ['no'], entries }))).asked('putEntries')).toEqual([
      ['f1', entries],
    ]);
  });

  test('a look-up that finds nothing leaves the filing unknown, to be looked up again a minute later', async () => {
    const { outcome, end, asked } = await look(async () => undefined);
    expect(outcome).toEqual({ value: undefined });
    expect(end!.slice(1)).toMatchObject([
      ['committing'],
      { state: 'unknown', facts: { status: 502 }, now: NOW, dueAt: inMs(60_000) },
    ]);
    expect(asked('noteLook')).toEqual([]);
  });

  test('a look-up that finds nothing is only noted if the outcome was unknown before', async () => {
    const { end, asked } = await look(async () => undefined, { filing: { state: 'unknown' } });
    expect(asked('noteLook')).toEqual([['f1', NOW]]);
    expect(end).toBeUndefined();
  });

  test('a look-up is not made if no query can prove the filing, and the filing is given up', async () => {
    const { end, asked } = await look(undefined);
    expect(asked('openAuthority')).toEqual([]);
    expect(end![2].state).toBe('unknown');
    expect(asked('metric')).toContainEqual(['UnknownGivenUp', 1, { facts: { filing: 'f1' } }]);
    const byReference = { lookUp: { onlyByReference: true } };
    const without = await look(vi.fn() as never, byReference);
    expect(without.asked('openAuthority')).toEqual([]);
    expect(without.asked('metric')).toContainEqual(['UnknownGivenUp', 1, { facts: { filing: 'f1' } }]);
    const withOne = await look(async () => undefined, { ...byReference, filing: { reference: 'ref' } });
    expect(withOne.asked('openAuthority')).toHaveLength(1);
    expect(withOne.asked('metric').map(([name]) => name)).not.toContain('UnknownGivenUp');
    expect((await look(vi.fn() as never, { actor: null })).asked('openAuthority')).toEqual([]);
  });

  test('a look-up is counted only if a query can prove the filing', async () => {
    const unknown = { filing: { state: 'unknown' } as const };
    expect((await look(async () => undefined, unknown)).asked('noteLook')).toHaveLength(1);
    expect((await look(undefined, unknown)).asked('noteLook')).toEqual([]);
  });

  test('a look-up that fails proves nothing and is logged, and a defect is measured', async () => {
    for (const [error, metrics] of [
      [new TypeError('x'), 1],
      [failure(), 0],
    ] as const) {
      const { outcome, end, asked } = await look(() => Promise.reject(error));
      expect(outcome).toEqual({ value: undefined });
      expect(end![2].state).toBe('unknown');
      expect(asked('info')).toEqual([
        ['a look-up failed', { requestId: 'r1', filing: 'f1', reason: error.name }],
      ]);
      expect(asked('metric').filter(([name]) => name === 'Defects')).toEqual(
        metrics ? [['Defects', 1, { facts: { requestId: 'r1' } }]] : [],
      );
    }
  });

  test('a look-up writes what is new about several things in one filing, and keeps the answer that was given', async () => {
    const entries = [entry(1, 'accepted'), entry(2, 'unknown')];
    const unresolved = { answer: failure(), answers: [], entries: [entry(1, 'unknown')] };
    const undecided = await look(async () => ({ undecided: entries }), { unresolved });
    expect(undecided.end![2]).toMatchObject({ state: 'unknown', facts: { status: 422 } });
    expect(undecided.asked('putEntries')).toEqual([['f1', entries]]);
    const part = await look(async () => ({ data: 1, filed: { entries } }), {
      filing: { state: 'unknown' },
      answers: { listEntries: () => [entry(1, 'accepted'), entry(2, 'accepted')] },
    });
    expect(part.outcome).toMatchObject({ value: { state: 'unknown', reply: { data: 1 } } });
    expect(part.asked('putEntries')).toEqual([['f1', [entry(2, 'unknown')]]]);
    expect((await look(async () => undefined, { unresolved })).asked('putEntries')).toEqual([
      ['f1', unresolved.entries],
    ]);
  });

  test('a look-up writes only what is new about several things, and no entries for a single thing', async () => {
    const entries = [entry(1, 'accepted'), entry(2, 'accepted')];
    const { asked } = await look(async () => ({ data: 1, filed: { entries } }), {
      answers: { listEntries: () => [entry(1, 'accepted')] },
    });
    expect(asked('putEntries')).toEqual([['f1', [entry(2, 'accepted')]]]);
    for (const result of [{ data: 1 }, { refused: ['no'] }, undefined])
      expect((await look(async () => result)).asked('putEntries')).toEqual([]);
  });

  test('a look-up ends a filing of unknown outcome as soon as it is found, or found to be refused', async () => {
    const unknown = { filing: { state: 'unknown' } as const };
    const found = await look(async () => ({ data: 1 }), unknown);
    expect(found.end![2].state).toBe('accepted');
    expect((await look(async () => ({ refused: ['no'] }), unknown)).end![2].state).toBe('refused');
    expect(found.asked('noteLook')).toEqual([]);
    // It is not looked up any more, but was not given up.
    expect(found.asked('noteEvidence')).toEqual([['f1', AT, false]]);
    expect(found.asked('metric').map(([name]) => name)).not.toContain('UnknownGivenUp');
    const nothing = await look(async () => undefined);
    expect(nothing.asked('noteEvidence')).toEqual([['f1', AT, true]]);
  });

  test('a look-up of an accepted filing changes it only if something is found', async () => {
    const accepted = { filing: { state: 'accepted', status: 500 } as const };
    const nothing = await look(async () => undefined, accepted);
    expect(nothing.end).toBeUndefined();
    expect(nothing.asked('noteLook')).toEqual([]);
    expect((await look(async () => ({ data: 1 }), accepted)).end![2]).toMatchObject({
      state: 'accepted',
      facts: { status: 200 },
    });
  });

  test('a look-up counts a filing as given up only if this look-up ended it', async () => {
    const moved = await look(undefined, { answers: { endFiling: () => false } });
    expect(moved.asked('metric')).toEqual([]);
  });

  test('a look-up leaves evidence of the answers, of each entry of the filing, and of the documents', async () => {
    const file = { name: 'a.pdf', contentType: 'application/pdf', content: '' };
    const bytes = async () => Buffer.from('A');
    const sha256 = '559aead08264d5795d3909718cdd05abd49572e84fe55590eef31a88a08fdffd';
    const files = [{ file, size: 1, sha256, bytes, stored: async () => undefined }];
    const entries = [entry(1, 'accepted')].map((one) => ({ ...one, kind: 'k', messages: [] }));
    const answers = [{ status: 200, contentType: 'text/html', headers: {}, body: Buffer.from('hi') }];
    const { asked } = await look(async () => ({ data: 1, filed: { entries } }), {
      actor: actingWith({ trace: { files } }),
      unresolved: { answer: failure(), answers, entries: [], request: { b: 2 } },
    });
    const parts = new Map(asked('putEvidence').map(([key, part]) => [key, String(part)]));
    expect([...parts.keys()].toSorted()).toEqual([
      'evidence/answer-1',
      'evidence/document-559aead08264-a.pdf',
      'evidence/manifest.json',
      'evidence/request.json',
    ]);
    expect(parts.get('evidence/answer-1')).toBe('hi');
    expect(parts.get('evidence/request.json')).toBe('{"b":2}');
    expect(JSON.parse(parts.get('evidence/manifest.json')!)).toMatchObject({
      filing: { state: 'accepted', entries },
      missing: [],
    });
    const alone = await look(async () => ({ data: 1 }));
    const [, manifest] = alone.asked('putEvidence').find(([key]) => key === 'evidence/manifest.json')!;
    expect(JSON.parse(String(manifest))).toMatchObject({ missing: ['answer'], filing: { entries: [] } });
  });

  test('the evidence of a look-up has the questions that found the filing, and none if nothing was found', async () => {
    const answer = { status: 200, contentType: 'text/html', headers: {}, body: Buffer.from('Consta.') };
    const conversation = {
      exchange: { authority: 'tgss', name: 'registrations', kind: 'query' },
      end: 'result',
      requests: [{ at: NOW.getTime(), answer }],
    };
    /** An authority that records its only conversation when it is asked. */
    const openAuthority = (async ({ record }: { record(one: object): Promise<void> }) => ({
      ask: () => record(conversation),
    })) as never;
    const asking = (result: unknown) =>
      look(
        async (...[, , { tgss }]: [unknown, unknown, { tgss: { ask(): Promise<void> } }]) => {
          await tgss.ask();
          return result;
        },
        { answers: { openAuthority } },
      );
    const lookUpsIn = async (result: unknown) => {
      const parts = new Map((await asking(result)).asked('putEvidence').map(([key, part]) => [key, part]));
      return JSON.parse(String(parts.get('evidence/manifest.json'))).lookUps;
    };
    const question = { query: 'registrations', at: AT, answers: [expect.stringMatching(/^query-/)] };
    for (const proof of [{ data: 1 }, { refused: ['no'] }])
      expect(await lookUpsIn(proof)).toEqual([{ requestId: 'r1', queries: [question] }]);
    expect(await lookUpsIn(undefined)).toBeUndefined();
  });

  test('a look-up that finds an acceptance names the records that were not accepted, and one that finds a refusal names none', async () => {
    const notAccepted = async (result: unknown) => (await look(async () => result)).end![2].notAccepted;
    const entry = (number: number, state: string) => ({ number, state, kind: 'x', messages: [] });
    const entries = [entry(1, 'accepted'), entry(2, 'refused')];
    expect(await notAccepted({ data: 1, filed: { entries } })).toEqual([2]);
    for (const other of [{ refused: ['no'] }, undefined]) expect(await notAccepted(other)).toBeUndefined();
  });

  test('a look-up is answered also if its result cannot be written', async () => {
    const { outcome, asked } = await look(async () => ({ data: 1 }), { answers: { endFiling: down } });
    expect(outcome).toMatchObject({ value: { reply: { data: 1 } } });
    expect(asked('log')).toContainEqual([
      'failed to record a look-up',
      { requestId: 'r1', filing: 'f1', error: new Error('down') },
    ]);
  });
});
