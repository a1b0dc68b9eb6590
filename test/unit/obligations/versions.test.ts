import { expect, test } from 'vitest';
import { versionOf, warningsOf } from '../../../functions/capabilities/obligations/due.ts';
import { RULES, ruleOf } from '../../../functions/capabilities/obligations/rules/index.ts';
import { versionOn } from '../../../functions/capabilities/obligations/rules/rule.ts';
import { afterNaturalDays } from '../../../shared/kernel/working-days.ts';
import type { Fact } from '../../../shared/operation/fact.ts';
import { obligationsOf } from '../../support/due.ts';

/** Terms that have changed: each event has the term of its own day. */

const GENERAL = '011128000000097';
const fact = (kind: Fact['kind'], date: string, more: Partial<Fact> = {}): Fact => ({
  id: `${kind} ${date}`,
  kind,
  at: `${date}T09:00:00.000Z`,
  how: 'accepted',
  account: GENERAL,
  document: '99999001R',
  date,
  ...more,
});
const due = (facts: Fact[], subject: 'worker' | 'account', rule: string) =>
  obligationsOf(facts, subject, { today: '2026-12-31' }).filter((one) => one.rule === rule);
/** Facts that make each of the rules due by an event on a day. */
const EVENTS: Record<string, (day: string, account: string) => ReturnType<typeof due>> = {
  baja: (end, account) => due([fact('contract', '2026-01-07', { end, account })], 'worker', 'baja'),
  variacion: (day, account) =>
    due([fact('transformation', day, { start: '2026-01-07', account })], 'worker', 'variacion'),
  'fin-cesion': (end, account) =>
    due([fact('cesion', '2026-01-07', { end, account })], 'worker', 'fin-cesion'),
  cesion: (day, account) =>
    due(
      [
        fact('cesion', '2026-01-07', { account, document: '99999002W' }),
        fact('alta', day, { account, contractType: '402' }),
      ],
      'account',
      'cesion',
    ),
};

test.each(Object.keys(EVENTS))('the term of %s follows from the day of its event and its scheme', (rule) => {
  const days = (day: string, account = GENERAL) => {
    const [one] = EVENTS[rule]!(day, account);
    const isNew = /modificado por el Real Decreto 643\/2026/.test(versionOf(one!).source);
    return `${one!.due} ${isNew ? 'new' : 'old'}`;
  };
  expect(days('2026-02-27')).toBe('2026-03-02 old');
  expect(days('2026-07-31')).toBe('2026-08-03 old');
  expect(days('2026-08-01')).toBe('2026-08-07 new');
  expect(days('2026-10-23')).toBe('2026-10-29 new');
  expect(days('2026-10-23', '052128000000097')).toBe('2026-10-26 old');
  expect(days('2026-10-23', '013828000000097')).toBe('2026-10-26 old');
});

test('the year of an office has three days for events until July, and six from August on', () => {
  const ends = Array.from({ length: 12 }, (_, month) =>
    afterNaturalDays(`2026-${String(month + 1).padStart(2, '0')}-01`, 27),
  );
  const year = (account: string) => ends.map((end) => EVENTS.baja!(end, account)[0]!.due!.slice(5)).join(' ');
  expect(year(GENERAL)).toBe('01-31 03-03 03-31 05-01 05-31 07-01 07-31 09-03 10-04 11-03 12-04 01-03');
  expect(year('013828000000097')).toBe(
    '01-31 03-03 03-31 05-01 05-31 07-01 07-31 08-31 10-01 10-31 12-01 12-31',
  );
});

test.each([
  ['baja', 'La baja'],
  ['change', 'La variación'],
] as const)('a warning that a %s is late has the term and the decree of its day', (kind, what) => {
  const filed = (date: string, days: number, account = GENERAL) =>
    warningsOf(
      fact(kind, date, { account, at: `${afterNaturalDays(date, days)}T09:00:00.000Z`, contractType: '189' }),
    );
  const old = `${what} se comunica fuera de los tres días naturales, que acabaron el 03/08/2026 (Real Decreto 84/1996, artículo 32.3.2.º).`;
  expect(filed('2026-07-31', 3)).toEqual([]);
  expect(filed('2026-07-31', 4)).toEqual([old]);
  expect(filed('2026-08-01', 6)).toEqual([]);
  expect(filed('2026-08-01', 7)).toEqual([
    `${what} se comunica fuera de los seis días naturales, que acabaron el 07/08/2026 (Real Decreto 84/1996, artículo 32.3.2.º, modificado por el Real Decreto 643/2026).`,
  ]);
  expect(filed('2026-08-01', 3, '052128000000097')).toEqual([]);
  expect(filed('2026-08-01', 4, '052128000000097')).toEqual([
    expect.stringMatching(/fuera de los tres días .* No consta si el Real Decreto 643\/2026 alcanza/),
  ]);
});

test('a rule has one version for each day and scheme since it is valid, and the day of the event chooses it', () => {
  for (const { id, versions } of RULES.filter((rule) => rule.versions.length > 1)) {
    for (const account of [GENERAL, '052128000000097', '013828000000097'])
      for (let day = '2025-01-01'; day < '2027-01-01'; day = afterNaturalDays(day, 1))
        expect(versionOn(versions, day, { account }), `${id} ${day}`).toBeDefined();
    expect(versionOn(versions, '2024-12-31', { account: GENERAL })).toBeUndefined();
    const [one] = EVENTS[id]!('2026-10-23', GENERAL);
    expect(one!.of).toBe('2026-10-23');
    expect(versionOf(one!)).toBe(versionOn(ruleOf(id).versions, '2026-10-23', one!.by));
  }
});
