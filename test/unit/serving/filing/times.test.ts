import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { AuthorityOperation } from '../../../../shared/operation/operation.ts';
import * as times from '../../../../shared/serving/filing/times.ts';
import { type Filing, type FilingState, filesNothing } from '../../../../shared/stores/filings/filing.ts';

/** When a filing is due, given up, abandoned, or blocks another one: each limit at its last instant and just after it. */

beforeEach(() => {
  vi.stubEnv('GIVE_UP_DAYS', '10');
  vi.stubEnv('API_SECONDS', '29');
});

const NOW = new Date('2026-11-04T11:00:00.000Z');
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const ago = (milliseconds: number) => new Date(NOW.getTime() - milliseconds).toISOString();
const waitUntil = (date: Date | undefined) => date && date.getTime() - NOW.getTime();
const filing = (given: Partial<Filing>) => ({ dry: false, claimedAt: ago(0), ...given }) as Filing;

test('the time for an authority ends before that of the function', () => {
  expect(times.authorityMs.request()).toBe(25_000);
  expect(times.authorityMs.queued()).toBe(270_000);
  expect(times.CONSUMER_MS).toBe(300_000);
});

test('the time for a request follows from how long API Gateway waits', () => {
  vi.stubEnv('API_SECONDS', '120');
  expect(times.authorityMs.request()).toBe(116_000);
  expect(waitUntil(times.dueAfterWork(filing({}), NOW))).toBe(150 * SECOND);
  expect(times.isAbandoned(filing({ state: 'claimed', claimedAt: ago(149 * SECOND) }), NOW)).toBe(false);
  expect(times.maySend(filing({ committingAt: ago(119 * SECOND) }), NOW)).toBe(true);
});

test('questions and dry runs are the only requests that file nothing', () => {
  expect(filesNothing(filing({}))).toBe(false);
  expect(filesNothing(filing({ reading: true }))).toBe(true);
  expect(filesNothing(filing({ dry: true }))).toBe(true);
});

test('a filing under way is due when its function must have ended, on any clock', () => {
  expect(waitUntil(times.dueAfterWork(filing({}), NOW))).toBe(59 * SECOND);
  expect(waitUntil(times.dueAfterWork(filing({ async: true }), NOW))).toBe(330 * SECOND);
  expect(waitUntil(times.slotUntil(NOW))).toBe(330 * SECOND);
});

describe('a filing of unknown outcome', () => {
  test('a filing is looked up at growing intervals', () => {
    const waits = [0, 1, 2, 3, 4, 5, 6, 9].map((takes) =>
      waitUntil(times.dueAfterTakes(filing({}), takes, NOW)),
    );
    expect(waits.map((wait) => wait! / MINUTE)).toEqual([1, 5, 15, 60, 240, 720, 720, 720]);
  });

  test('a filing is given up when the next look-up would be too late, and not before all intervals have passed', () => {
    const old = filing({ claimedAt: ago(10 * DAY - 12 * HOUR) });
    const older = filing({ claimedAt: ago(10 * DAY - 12 * HOUR + 1) });
    expect(waitUntil(times.dueAfterTakes(old, 6, NOW))).toBe(12 * HOUR);
    expect(times.dueAfterTakes(older, 6, NOW)).toBeUndefined();
    expect(waitUntil(times.dueAfterTakes(older, 5, NOW))).toBe(12 * HOUR);
    // A record without that time cannot be judged, so it is not looked up for ever.
    expect(times.dueAfterTakes({} as Filing, 6, NOW)).toBeUndefined();
    expect(times.dueAfterTakes({ claimedAt: '' }, 6, NOW)).toBeUndefined();
  });
});

describe('a queued request', () => {
  test('a queued request is looked after at growing intervals', () => {
    const waits = [0, 1, 2, 3, 4, 5, 9].map((takes) => waitUntil(times.dueAfterQueueing(takes, NOW)));
    expect(waits.map((wait) => wait! / MINUTE)).toEqual([1, 2, 4, 8, 15, 15, 15]);
  });

  test.each<[string, Partial<Filing>, number]>([
    ['a filing', {}, 15 * MINUTE],
    ['a question', { reading: true }, 12 * HOUR],
    ['a dry run', { dry: true }, 12 * HOUR],
    ['a row of a batch', { batch: { id: 'b', row: 1 } }, 12 * HOUR],
  ])('a queued request may wait as long as %s, and no longer', (_, given, most) => {
    expect(times.waitedTooLong(filing({ ...given, claimedAt: ago(most) }), NOW)).toBe(false);
    expect(times.waitedTooLong(filing({ ...given, claimedAt: ago(most + 1) }), NOW)).toBe(true);
  });
});

describe('the record of a request that files nothing', () => {
  const operation = {} as AuthorityOperation;
  const days = (given: Partial<Filing>, of: AuthorityOperation | undefined) => {
    const seconds = times.expiryOf(filing(given), of, NOW);
    return seconds && (seconds - NOW.getTime() / 1000) / (DAY / 1000);
  };
  const guards = { content: 'x' };

  test.each<[string, Partial<Filing>, AuthorityOperation | undefined, number | undefined]>([
    ['a filing is kept', {}, operation, undefined],
    ['a question has ended', { reading: true }, undefined, 1],
    ['a question has not ended', { reading: true }, operation, 1.5],
    ['a dry run has ended', { dry: true }, undefined, 7],
    ['a dry run has not ended', { dry: true }, operation, 7.5],
    ['a prepared answer has ended', { reading: true, guards }, undefined, 7],
    ['a prepared answer has not ended', { reading: true, guards }, operation, 17],
  ])('the record is kept for a number of days where %s', (_, given, of, expected) => {
    expect(days(given, of)).toBe(expected);
  });
});

describe('a function that works on a filing', () => {
  test.each<[string, Partial<Filing>, number]>([
    ['a request', {}, 29 * SECOND],
    ['what was queued', { async: true }, 300 * SECOND],
  ])('a function may still send for as long as it runs: %s', (_, given, most) => {
    expect(times.maySend(filing({ ...given, committingAt: ago(most) }), NOW)).toBe(true);
    expect(times.maySend(filing({ ...given, committingAt: ago(most + 1) }), NOW)).toBe(false);
    expect(times.maySend(filing(given), NOW)).toBe(false);
  });

  test.each<[string, (instant: string) => Partial<Filing>, number]>([
    ['claimed', (claimedAt) => ({ state: 'claimed', claimedAt }), 59 * SECOND],
    [
      'claimed, and begun later',
      (startedAt) => ({ state: 'claimed', startedAt, claimedAt: ago(DAY), async: true }),
      330 * SECOND,
    ],
    [
      'committing',
      (committingAt) => ({ state: 'committing', committingAt, claimedAt: ago(DAY), startedAt: ago(DAY) }),
      59 * SECOND,
    ],
  ])('a function counts as gone after its time and the difference of clocks: %s', (_, given, most) => {
    expect(times.isAbandoned(filing(given(ago(most))), NOW)).toBe(false);
    expect(times.isAbandoned(filing(given(ago(most + 1))), NOW)).toBe(true);
  });

  test('a filing in a state that needs no function has none that works on it', () => {
    for (const state of ['queued', 'unknown', 'accepted', 'refused', 'preparing', 'ended'] as const)
      expect(times.isAbandoned(filing({ state, claimedAt: ago(DAY), committingAt: ago(DAY) }), NOW)).toBe(
        false,
      );
    expect(times.isAbandoned(filing({ state: 'committing', claimedAt: ago(DAY) }), NOW)).toBe(false);
  });
});

describe('the rule that a filing keeps an equal one from being filed', () => {
  const stated = (filed: boolean) => ({ filed, note: 'n', userId: 'u', at: ago(0) });
  const both = (given: Partial<Filing> | undefined) =>
    (['key', 'content'] as const).map((kind) => times.holds(given && filing(given), kind, NOW));

  test.each<[string, Partial<Filing> | undefined, [key: boolean, content: boolean]]>([
    ['none', undefined, [false, false]],
    ['queued', { state: 'queued', claimedAt: ago(15 * MINUTE) }, [true, true]],
    ['queued too long', { state: 'queued', claimedAt: ago(15 * MINUTE + 1) }, [false, false]],
    ['claimed', { state: 'claimed', claimedAt: ago(59 * SECOND) }, [true, true]],
    ['abandoned', { state: 'claimed', claimedAt: ago(59 * SECOND + 1) }, [false, false]],
    ['committing', { state: 'committing', committingAt: ago(DAY) }, [true, true]],
    ['preparing', { state: 'preparing', claimedAt: ago(DAY) }, [true, true]],
    ['unknown', { state: 'unknown', committingAt: ago(0) }, [true, true]],
    ['unknown for years', { state: 'unknown', committingAt: ago(1_000 * DAY) }, [true, true]],
    ['declared filed', { state: 'unknown', stated: stated(true) }, [true, true]],
    ['declared not filed', { state: 'unknown', stated: stated(false) }, [false, false]],
    ['accepted', { state: 'accepted' }, [true, false]],
    ['accepted, and declared filed before', { state: 'accepted', stated: stated(true) }, [true, true]],
    ['accepted, and declared not filed before', { state: 'accepted', stated: stated(false) }, [true, false]],
    ['refused', { state: 'refused' }, [true, false]],
    ['refused, and declared filed before', { state: 'refused', stated: stated(true) }, [true, false]],
    ['ended', { state: 'ended' as FilingState }, [false, false]],
  ])('the rule follows from the state of the filing: %s', (_, given, expected) => {
    expect(both(given)).toEqual(expected);
    // The same act with another certificate is blocked like the same content.
    expect(times.holds(given && filing(given), 'act', NOW)).toBe(expected[1]);
  });
});
