import { describe, expect, test } from 'vitest';
import type { Fact } from '../../../shared/operation/fact.ts';
import { obligationsOf } from '../../support/due.ts';

/** The periods whose withholdings are due after those of a company were declared. */

const declared = (start: string, date: string, at: string, more: Partial<Fact> = {}): Fact => ({
  id: `${start} ${at}`,
  kind: 'withholdings',
  at: `${at}T09:00:00Z`,
  how: 'accepted',
  cif: 'B12345674',
  start,
  date,
  ...more,
});
const quarter = (first: string, last: string, at: string, more?: Partial<Fact>) =>
  declared(`2026-${first}-01`, `2026-${last}`, at, more);
const dueOn = (today: string, facts: Fact[], rule = 'modelo-111') =>
  obligationsOf(facts, 'account', { today })
    .filter((one) => one.rule === rule)
    .map(({ of, opens, due, state }) => [of, opens, due, state])
    .toSorted();

describe('the withholdings of a company', () => {
  test('a declared quarter makes the next one due, from its end until day 20', () => {
    expect(dueOn('2026-11-29', [quarter('07', '09-30', '2026-10-10')])).toEqual([
      ['2026-4T', '2027-01-01', '2027-01-20', 'open'],
    ]);
  });

  test('a declared month makes the next ones due, month by month', () => {
    expect(dueOn('2026-11-29', [declared('2026-09-01', '2026-09-30', '2026-10-10')])).toEqual([
      ['2026-10', '2026-11-01', '2026-11-20', 'open'],
      ['2026-11', '2026-12-01', '2026-12-20', 'open'],
    ]);
  });

  test('a company whose payment was debited has until day 15, and another one until day 20', () => {
    const due = (payment: string) =>
      dueOn('2026-11-29', [quarter('07', '09-30', '2026-10-10', { payment })])[0]![2];
    expect([due('U'), due('I'), due('N')]).toEqual(['2027-01-15', '2027-01-20', '2027-01-20']);
  });

  test.each(['accepted', 'proved', 'declared'] as const)(
    'a declaration that is %s closes its period, and the kind of period follows from the last one',
    (how) => {
      const facts = [
        quarter('04', '06-30', '2026-07-10', { payment: 'U' }),
        quarter('07', '09-30', '2026-10-10', { how }),
        declared('2026-10-01', '2026-10-31', '2026-11-10', { how }),
      ];
      expect(dueOn('2026-11-29', facts)).toEqual([
        ['2026-11', '2026-12-01', '2026-12-20', 'open'],
        ['2026-3T', '2026-10-01', '2026-10-15', 'closed'],
      ]);
    },
  );

  test('a declaration of another company closes nothing', () => {
    const other = quarter('10', '12-31', '2027-01-10', { cif: 'B87654321' });
    expect(dueOn('2027-01-12', [quarter('07', '09-30', '2026-10-10'), other])[0]).toEqual([
      '2026-4T',
      '2027-01-01',
      '2027-01-20',
      'open',
    ]);
  });

  test('an earlier declaration that a query shows makes nothing due whose last day was over', () => {
    const seen = quarter('01', '03-31', '2026-11-20', { how: 'proved' });
    expect(dueOn('2026-11-29', [seen])).toEqual([['2026-4T', '2027-01-01', '2027-01-20', 'open']]);
  });
});

describe('the yearly summary of a company', () => {
  const summary = (more: Partial<Fact> = {}): Fact => ({
    ...declared('2026-01-01', '2026-12-31', '2027-01-12'),
    kind: 'withholdingsYear',
    ...more,
  });
  const year = [quarter('07', '09-30', '2026-10-10'), quarter('10', '12-31', '2027-01-10')];

  test('a year in which withholdings were declared is summed up in January, once', () => {
    expect(dueOn('2027-01-12', year, 'modelo-190')).toEqual([['2026', '2027-01-01', '2027-01-31', 'open']]);
    expect(dueOn('2026-11-29', year.slice(0, 1), 'modelo-190')).toEqual([
      ['2026', '2027-01-01', '2027-01-31', 'open'],
    ]);
  });

  test.each(['accepted', 'proved', 'declared'] as const)(
    'a summary that is %s closes its year alone',
    (how) => {
      const states = (...facts: Fact[]) =>
        dueOn('2027-01-12', [...year, ...facts], 'modelo-190').map(([of, , , state]) => [of, state]);
      expect(states(summary({ how }))).toEqual([['2026', 'closed']]);
      expect(states(summary({ start: '2025-01-01', date: '2025-12-31' }))).toEqual([['2026', 'open']]);
      expect(states(summary({ cif: 'B87654321' }))).toEqual([['2026', 'open']]);
    },
  );

  test('a summary closes no period of modelo 111', () => {
    const [first] = year;
    expect(dueOn('2027-01-12', [first!, summary()])).toEqual(dueOn('2027-01-12', [first!]));
  });

  test.each(['accepted', 'proved'] as const)(
    'a quarter that is %s and known only after January leaves the summary due, which follows from the first one',
    (how) => {
      const [first] = year;
      const late = quarter('10', '12-31', '2027-02-10', { how });
      const [summaryDue, ...others] = obligationsOf([first!, late], 'account', {
        today: '2027-02-12',
      }).filter(({ rule }) => rule === 'modelo-190');
      expect([summaryDue?.state, summaryDue?.by.id, others]).toEqual(['open', first!.id, []]);
    },
  );

  test('a summary that a person closed stays closed when a later quarter becomes known', () => {
    const [first, last] = year;
    const [before] = obligationsOf([first!], 'account', { today: '2027-01-05' }).filter(
      ({ rule }) => rule === 'modelo-190',
    );
    const byHand = declared('2027-01-05', '2027-01-05', '2027-01-05', {
      kind: 'closed',
      how: 'declared',
      obligation: before!.id,
    });
    expect(dueOn('2027-01-12', [first!, byHand, last!], 'modelo-190').map(([, , , state]) => state)).toEqual([
      'closed',
    ]);
  });

  test('an earlier year that a query shows only after its January makes no summary due', () => {
    const seen = declared('2025-10-01', '2025-12-31', '2026-11-20', { how: 'proved' });
    expect(dueOn('2026-11-29', [seen], 'modelo-190')).toEqual([]);
  });
});
