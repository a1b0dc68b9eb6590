import { randomUUID } from 'node:crypto';
import { stores } from '../../functions/stores.ts';
import type { Progress } from '../../local/programs/progress.ts';
import { type Capacity, capacityOf } from '../support/stores/capacity.ts';
import {
  fillFilings,
  isRare,
  isUnknown,
  macsOf,
  madeAt,
  placeOf,
  RARE_OPERATION,
} from '../support/stores/fill-filings.ts';
import { report } from './results.ts';

/** Trámites of the accounts that are measured. */
const COUNTS = [100, 10_000, 1_000_000];
/** Up to so many, all are written. Of more, those that a query can reach: what has another key, it never reads. */
const WHOLE = 10_000;
const PAGE = 50;
/** Most units that a page should read, in an account of whatever size: half a unit for each row, and DynamoDB’s 1 MB. */
const GOALS = { day: 60, bound: 160 };
const DAY_MS = 24 * 60 * 60 * 1000;
/** A company, a worker and a user of whom it is asked. */
const ONE = 27;

type Query = Parameters<typeof stores.filings.listFilings>[0];

interface Case {
  name: string;
  query: (accountId: string) => Partial<Query> & { days?: number };
  /** No key has all that it wants: so much is read at most. */
  isBound?: true;
  /** Whether one that was made so many days ago is within its reach. */
  reaches: (number: number, days: number) => boolean;
}

const { company, user } = placeOf(ONE);
const ofCompany = (number: number) => placeOf(number).company === company;

const CASES: Case[] = [
  { name: 'the last ones', query: () => ({}), reaches: (_, days) => days <= 1 },
  { name: 'those of a day', query: () => ({ days: 1 }), reaches: (_, days) => days <= 1 },
  {
    name: 'refusals of a company in a week',
    query: () => ({ companyId: company, states: ['refused'], days: 7 }),
    reaches: (number, days) => days <= 7 && ofCompany(number),
  },
  {
    name: 'unknown ones',
    query: () => ({ states: ['unknown'] }),
    reaches: isUnknown,
  },
  {
    name: 'those of a worker',
    query: (accountId) => ({ worker: macsOf(accountId, ONE).worker }),
    reaches: (number) => placeOf(number).worker === placeOf(ONE).worker,
  },
  {
    name: 'those of a contribution account in a month',
    query: (accountId) => ({ ccc: macsOf(accountId, ONE).ccc, days: 30 }),
    reaches: (number, days) => days <= 30 && ofCompany(number),
  },
  {
    name: 'those of a user in a day',
    query: () => ({ userId: user, days: 1 }),
    reaches: (_, days) => days <= 1,
  },
  {
    name: 'those of a rare operation',
    query: () => ({ operations: [RARE_OPERATION] }),
    reaches: isRare,
  },
  { name: 'dry runs', query: () => ({ dry: true }), isBound: true, reaches: (_, days) => days <= 1 },
  {
    name: 'a page of a company on which nothing fits',
    query: () => ({ companyId: company, userId: 'user-of-none' }),
    isBound: true,
    reaches: ofCompany,
  },
];

const measured = async ({ query }: Case, accountId: string, now: Date): Promise<[Capacity, number]> => {
  const { days, ...wanted } = query(accountId);
  let found = 0;
  const capacity = await capacityOf(async () => {
    const from = days ? new Date(now.getTime() - days * DAY_MS) : undefined;
    const { filings } = await stores.filings.listFilings({ accountId, ...wanted, from, now, limit: PAGE });
    found = filings.length;
  });
  return [capacity, found];
};

/** What lists of trámites read in accounts of 100, 10,000 and a million of them. */
export const benchFilings = async (progress: Progress): Promise<void> => {
  console.log('\nLists of trámites: rows and read capacity');
  const now = new Date();
  for (const count of COUNTS) {
    const accountId = randomUUID();
    const daysAgo = (number: number) => (now.getTime() - madeAt(number, count, now).getTime()) / DAY_MS;
    await progress(`An account with ${count} trámites`, () =>
      fillFilings(
        accountId,
        { count, now },
        count <= WHOLE
          ? undefined
          : (number) => CASES.some(({ reaches }) => reaches(number, daysAgo(number))),
      ),
    );
    const dearest = { day: 0, bound: 0 };
    for (const each of CASES) {
      const [{ rows, rcu }, found] = await measured(each, accountId, now);
      console.log(`${rows} rows, ${rcu} RCU, ${found} found`.padStart(34), each.name);
      const kind = each.isBound ? 'bound' : 'day';
      dearest[kind] = Math.max(dearest[kind], rcu);
    }
    if (count < COUNTS.at(-1)!) continue;
    const of = `${count} trámites`;
    report(`dearest list of a day, ${of}`, dearest.day, 'RCU', GOALS.day);
    report(`dearest list, ${of}`, dearest.bound, 'RCU', GOALS.bound);
  }
};
