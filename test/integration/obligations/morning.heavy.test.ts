import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { stores } from '../../../functions/stores.ts';
import { dayAfter } from '../../../shared/kernel/spanish-time.ts';
import type { Fact } from '../../../shared/operation/fact.ts';
import { capacityOf } from '../../support/stores/capacity.ts';

/** The cost of the morning's list for an office with 200 companies, each with three workers who have obligations. */

const COMPANIES = 200;
const WORKERS = 3;
const TODAY = '2026-03-10';

test('the list of a morning for 200 companies costs few units, and fewer for fewer days', async () => {
  const accountId = randomUUID();
  const factOf = (company: number, worker: number): Fact => {
    const document = `9999${String(company * WORKERS + worker).padStart(4, '0')}A`;
    // One contract in ten must be communicated within the week. The others are due later, or are in the past.
    const date = dayAfter(TODAY, { days: worker === 0 && company % 3 === 0 ? -12 : 30 });
    return {
      id: `${document}-fact`,
      kind: 'contract',
      at: `${TODAY}T08:00:00.000Z`,
      how: 'accepted',
      account: `0111280000${String(company).padStart(5, '0')}`,
      company: company + 1,
      document,
      date,
    };
  };
  // Written one company at a time, because only reading is measured.
  for (let company = 0; company < COMPANIES; company++) {
    const facts = Array.from({ length: WORKERS }, (_, worker) => factOf(company, worker));
    const subject = { kind: 'worker', mac: `company-${company}` } as const;
    await stores.obligations.learn(accountId, subject, { facts, today: TODAY });
  }

  const list = (dueTo?: string) =>
    stores.obligations.listObligations({
      accountId,
      state: 'open',
      limit: 250,
      fits: () => true,
      ...(dueTo && { dueTo }),
    });
  const [page, week] = [await list(), await list(dayAfter(TODAY, { days: 7 }))];
  expect(page.obligations).toHaveLength(250);
  const days = page.obligations.map(({ due }) => due);
  expect(days).toEqual(days.toSorted());
  expect(week.obligations.length).toBeGreaterThan(50);
  expect(week.obligations.length).toBeLessThan(250);

  const costs = {
    page: await capacityOf(() => list()),
    week: await capacityOf(() => list(dayAfter(TODAY, { days: 7 }))),
  };
  if (process.env.SHOW_COST) console.log(costs);
  // Some 800 bytes a row, read from an index at half the price.
  expect(costs.page.rcu).toBeLessThan(40);
  expect(costs.week.rcu).toBeLessThan(costs.page.rcu);
  expect(costs.page.wcu).toBe(0);
});
