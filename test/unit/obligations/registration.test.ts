import { expect, test } from 'vitest';
import { comingOf, shownOn } from '../../../functions/capabilities/obligations/due.ts';
import type { Fact } from '../../../shared/operation/fact.ts';
import { obligationsOf } from '../../support/due.ts';

/** When a registration can be filed: from 60 natural days before the work begins. */

const KNOWN = '2026-11-26';
const alta = (date: string) => {
  const contract: Fact = {
    id: 'contract',
    kind: 'contract',
    at: `${KNOWN}T09:00:00.000Z`,
    how: 'accepted',
    date,
    account: '011128000000097',
    document: '99999001R',
  };
  return obligationsOf([contract], 'worker', { today: KNOWN }).find(({ rule }) => rule === 'alta')!;
};

test('a registration is planned until it can be filed, and then reported', () => {
  const far = alta('2027-02-26');
  expect(far).toMatchObject({ opens: '2026-12-28', due: '2027-02-25' });
  expect(shownOn(far, KNOWN)).toBe('planned');
  expect(shownOn(far, '2026-12-27')).toBe('planned');
  expect(shownOn(far, '2026-12-28')).toBe('open');
  expect(comingOf(far)[0]).toEqual({ what: 'opened', day: '2026-12-28' });
});

test.each(['2026-11-20', '2026-12-01', '2027-01-25'])(
  'the registration of a start that can already be registered, %s, is due from the day on which its contract is known',
  (date) => {
    expect(alta(date).opens).toBe(KNOWN);
  },
);
