import { expect, test } from 'vitest';
import type { ChangedFiling } from '../../../functions/capabilities/events/gateway-rows.ts';
import type { Change } from '../../../functions/capabilities/events/row-kinds.ts';
import { followForOperators } from '../../../functions/capabilities/operator/follow.ts';
import type { Services } from '../../../shared/serving/services.ts';

/** The operators' lists are updated from changes of filings. */

const AT = new Date('2026-11-23T23:30:00Z');
const filing: ChangedFiling = {
  id: 'f',
  state: 'committing',
  dry: false,
  accountId: 'a',
  clientId: 0,
  authority: 'tgss',
  operation: 'POST /api/v4/seg-social/alta',
  claimedAt: AT.toISOString(),
};

/** Follows the changes of one filing from state to state. @returns the calls of the store, and the log lines */
const follow = async (states: Partial<ChangedFiling>[], fails?: string) => {
  const asked: [name: string, ...args: unknown[]][] = [];
  const operator = new Proxy({} as Services['stores']['operator'], {
    get:
      (_, name: string) =>
      async (...args: unknown[]) => {
        asked.push([name, ...args]);
        if (name === fails) throw new Error('DynamoDB does not answer');
      },
  });
  const rows = states.map((one) => ({ ...filing, ...one }));
  const changes = rows
    .slice(1)
    .map((after, place): Change => ({ kind: 'filing', id: `c${place}`, at: AT, before: rows[place], after }));
  const add = (...metric: unknown[]) => asked.push(['metric', ...metric]);
  const error = (...line: unknown[]) => asked.push(['log', ...line]);
  await followForOperators(
    { stores: { operator }, log: { error }, metrics: { add }, now: () => AT } as unknown as Services,
    changes,
  );
  return asked;
};
const reached = (state: string) => ({
  accountId: 'a',
  authority: 'tgss',
  operation: filing.operation,
  state,
  day: '2026-11-24',
});

test('an unknown outcome is listed and counted until it is known', async () => {
  const unknown = { state: 'unknown', endedAt: '2026-11-20T08:00:00Z' } as const;
  const asked = await follow([{}, unknown, unknown, { state: 'accepted' }]);
  expect(asked.map(([name]) => name)).toEqual(['listUnknown', 'unlistUnknown', 'countReached']);
  expect(asked[1]).toEqual(['unlistUnknown', 'f']);
  expect(asked[2]![1]).toEqual([
    // On the day on which it became unknown, although the change came days later.
    { ...reached('unknown'), day: '2026-11-20' },
    reached('accepted'),
    { ...reached('unknown'), day: '2026-11-20', by: -1 },
  ]);
});

test('an unknown outcome is no longer listed after a person declares it', async () => {
  const stated = { filed: true, note: '', userId: 'u', at: AT.toISOString() };
  const asked = await follow([{ state: 'unknown' }, { state: 'unknown', stated }]);
  expect(asked.map(([name]) => name)).toEqual(['unlistUnknown', 'countReached']);
});

test('a change of a filing that keeps its state makes no call to AWS', async () => {
  expect(await follow([{ state: 'accepted' }, { state: 'accepted', endedAt: AT.toISOString() }])).toEqual([]);
});

test('a change that cannot be counted is a defect and is not read again, and one that cannot be listed is read again', async () => {
  const asked = await follow([{}, { state: 'accepted' }], 'countReached');
  expect(asked).toContainEqual(['metric', 'Defects', 1, { facts: {} }]);
  expect(asked.map(([name]) => name)).toContain('log');
  await expect(follow([{}, { state: 'unknown' }], 'listUnknown')).rejects.toThrow('does not answer');
});
