import { describe, expect, test } from 'vitest';
import {
  type Ended,
  heldUpAfter,
  requeued,
} from '../../../functions/capabilities/batches/driver/requeued.ts';
import type { Batch, RowProgress } from '../../../functions/capabilities/batches/store/batch.ts';
import {
  authorityDown,
  authorityPaused,
  authoritySilent,
  errorPage,
  notSwitchedOn,
  refused,
  tlsFailed,
  unreadable,
} from '../../../shared/kernel/authority-errors.ts';
import { inProgress, passingOf } from '../../../shared/kernel/errors.ts';

/** Which rows are tried again after an outage, and how long other rows wait. */

const NOW = new Date('2026-11-23T12:00:00.000Z');
const batch = { createdAt: '2026-11-22T13:00:00.000Z', committedAt: '2026-11-23T11:00:00.000Z' } as Batch;

test.each([
  ['a pause of any length', authorityPaused('tgss', 'Un día.', 200_000), 'authority'],
  ['an outage', authorityDown('tgss', 15), 'authority'],
  ['an error page', errorPage('tgss', 500), 'one'],
  ['silence', authoritySilent('tgss'), 'one'],
  ['TLS', tlsFailed('tgss', 'x', { retryAfter: 15 }), 'one'],
  ['what is switched off', notSwitchedOn('tgss'), undefined],
  ['a refusal', refused('tgss', ['No.']), undefined],
  ['a page that cannot be read', unreadable('tgss'), undefined],
  ['another request', inProgress({ id: 'x', authority: 'tgss' }), undefined],
])(
  'a row that got no answer for the reason “%s” is tried again or not, as the table says',
  (_, error, expected) => {
    expect(passingOf(error)).toBe(expected);
  },
);

describe('a row that is tried again', () => {
  const row = (more: Partial<RowProgress>): RowProgress => ({
    number: 1,
    state: 'filing',
    step: 0,
    dryRuns: ['d0', 'd1', null],
    filings: ['f0', null, null],
    ...more,
  });
  const back = (before: RowProgress, filing: Parameters<typeof requeued>[1]) =>
    requeued(before, filing, { batch, now: NOW });

  test('the row starts again from the step before its filing or its dry run', () => {
    const filing = { state: 'ended', passing: 'authority' } as const;
    expect(back(row({}), filing)).toEqual(row({ state: 'tried', step: 2, filings: [null, null, null] }));
    expect(back(row({ step: 1, filings: ['f0', 'f1', null] }), filing)).toEqual(row({ state: 'filed' }));
    const dry = { state: 'failed', passing: 'authority' } as const;
    const none = [null, null, null];
    expect(back(row({ state: 'trying', dryRuns: ['d0', null, null], filings: none }), dry)).toEqual(
      row({ state: 'waiting', step: -1, dryRuns: none, filings: none }),
    );
    expect(back(row({ state: 'trying', step: 1, filings: none }), dry)).toEqual(
      row({ state: 'tried', step: 0, dryRuns: ['d0', null, null], filings: none }),
    );
  });

  test.each<[string, Parameters<typeof requeued>[1]]>([
    ['was refused', { state: 'refused' }],
    ['may have been sent', { state: 'unknown', passing: 'one' }],
    ['was refused by an authority that then was down', { state: 'refused', passing: 'authority' }],
    ['was filed', { state: 'accepted', passing: 'authority' }],
    ['was not sent for another reason', { state: 'ended' }],
    ['has begun', { state: 'committing', passing: 'one' }],
  ])('a row is not tried again if it %s', (_, filing) => {
    expect(back(row({}), filing)).toBeUndefined();
  });

  test('a row is tried again for a day after its batch was committed, and eight times if the row itself may be the reason', () => {
    const filing = { state: 'ended', passing: 'one' } as const;
    const at = (hours: number) => new Date(Date.parse(batch.committedAt!) + hours * 3_600_000);
    expect(requeued(row({}), filing, { batch, now: at(24) })).toBeDefined();
    expect(requeued(row({}), filing, { batch, now: at(24.1) })).toBeUndefined();
    expect(back(row({ tries: 6 }), filing)).toMatchObject({ tries: 7 });
    expect(back(row({ tries: 7 }), filing)).toBeUndefined();
    expect(back(row({ tries: 7 }), { ...filing, passing: 'authority' })).toMatchObject({ tries: 7 });
  });
});

describe('the wait of a batch for an authority', () => {
  const ended = (second: number, more: Partial<Ended>): Ended => ({
    authority: 'tgss',
    state: 'ended',
    endedAt: `2026-11-23T11:59:${second}.000Z`,
    isBack: false,
    ...more,
  });
  const isBack = { isBack: true, passing: 'authority' } as const;
  const minutes = (times: number) => {
    const heldUp = times > 0 ? { tgss: { until: '', times, message: '' } } : undefined;
    const { tgss } = heldUpAfter({ ...batch, heldUp }, [ended(10, isBack)], NOW);
    return (Date.parse(tgss!.until) - NOW.getTime()) / 60_000;
  };

  test('a batch waits longer each time, and only for the authority that was down', () => {
    expect([0, 1, 2, 3, 4, 5, 90].map(minutes)).toEqual([1, 2, 4, 8, 15, 15, 15]);
    expect(Object.keys(heldUpAfter(batch, [ended(10, isBack)], NOW))).toEqual(['tgss']);
  });

  test('a batch waits if its last row shows that the authority is down, and a row without answer for another reason shows nothing', () => {
    const answered = { state: 'accepted' } as const;
    const heldUp = (all: Ended[]) => Object.keys(heldUpAfter(batch, all, NOW));
    expect(heldUp([ended(10, isBack), ended(20, answered)])).toEqual([]);
    expect(heldUp([ended(20, isBack), ended(10, answered)])).toEqual(['tgss']);
    expect(heldUp([ended(10, isBack), ended(20, { refusal: true })])).toEqual([]);
    expect(heldUp([ended(10, isBack), ended(20, {})])).toEqual(['tgss']);
  });
});
