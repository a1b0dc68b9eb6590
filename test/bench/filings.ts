import { randomUUID } from 'node:crypto';
import { ulid } from 'ulid';
import { stores } from '../../functions/stores.ts';
import type { Progress } from '../../local/programs/progress.ts';
import { type ListMacs, listedBy } from '../../shared/stores/filings/claim.ts';
import type { Filing, FilingState } from '../../shared/stores/filings/filing.ts';
import { filingKey } from '../../shared/stores/filings/filing-keys.ts';
import { type Capacity, capacityOf } from '../support/stores/capacity.ts';
import { writeRows } from '../support/stores/write-rows.ts';
import { report } from './results.ts';

/** Generates the trámites of an office with ten users and 200 client companies, evenly distributed over a year. */
const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

const USERS = 10;

const COMPANIES = 200;

const WORKERS = 5_000;

const OPERATIONS = [
  'POST /api/v4/seg-social/alta',
  'POST /api/v4/seg-social/baja',
  'POST /api/v4/sepe/contrata',
];

/** One in a thousand trámites has this operation. */
const RARE_OPERATION = 'PUT /api/v4/seg-social/datos-bancarios';

/** As much text as a usual request and its answer. */
const REQUEST = JSON.stringify({ text: 'x'.repeat(600) });

const ANSWER = JSON.stringify({ text: 'x'.repeat(300) });

/** The user, company and worker of a trámite. They repeat after fixed numbers of trámites. */
const placeOf = (number: number) => ({
  user: `user-${number % USERS}`,
  company: 1 + (Math.floor(number / USERS) % COMPANIES),
  worker: `worker-${number % WORKERS}`,
});

/** Of a hundred filings, five are refused, two not sent, and ten dry runs; one in a thousand is unknown. */
const stateOf = (number: number): { state: FilingState; refusal?: true } => {
  if (number % 1_000 === 77) return { state: 'unknown' };
  if (number % 20 === 7) return { state: 'ended', refusal: true };
  return { state: number % 50 === 3 ? 'ended' : 'accepted' };
};

/** The time of the trámite with this number. They are spread over the year before `now`; the last one is just before `now`. */
const madeAt = (number: number, now: Date): Date =>
  new Date(now.getTime() - Math.ceil(((COUNT - number) * YEAR_MS) / COUNT));

const rowOf = (accountId: string, number: number, at: Date): [Filing, ListMacs] => {
  const { user, company, worker } = placeOf(number);
  const filing: Filing = {
    id: ulid(at.getTime()),
    ...stateOf(number),
    dry: number % 10 === 1,
    operation: number % 1_000 === 500 ? RARE_OPERATION : OPERATIONS[number % 3]!,
    operationName: 'Dar de alta a un trabajador',
    about: {
      regimen: '0111',
      ccc: '28000000097',
      document: '12345678Z',
      nss: '280000000097',
      date: '2026-12-01',
    },
    authority: 'tgss',
    accountId,
    userId: user,
    clientId: 0,
    companyId: company,
    certificate: { id: 'c'.repeat(32), fingerprint: 'f'.repeat(64), nif: '12345678Z' },
    requestId: crypto.randomUUID(),
    owner: crypto.randomUUID(),
    requestHash: 'h'.repeat(64),
    contentHash: 'h'.repeat(64),
    guards: { content: `content#${'g'.repeat(64)}` },
    claimedAt: at.toISOString(),
    committingAt: at.toISOString(),
    endedAt: at.toISOString(),
    request: REQUEST,
    status: 200,
    answer: ANSWER,
    message: 'OK',
  };
  // Each company has its own contribution account.
  return [filing, { worker: `${accountId}-${worker}`, ccc: `${accountId}-${company}` }];
};

/** The MACs by which `fillFilings` indexes this worker and the company's contribution account. */
const macsOf = (accountId: string, number: number) => rowOf(accountId, number, new Date())[1];

/** Writes the trámites of an account that a query can reach. The others do not influence the costs. */
const fillFilings = async (accountId: string, now: Date): Promise<void> => {
  const numbers = Array.from({ length: COUNT }, (_, number) => number).filter((number) => {
    const daysAgo = (now.getTime() - madeAt(number, now).getTime()) / DAY_MS;
    return CASES.some(({ reaches }) => reaches(number, daysAgo));
  });
  for (let from = 0; from < numbers.length; from += 1_000)
    await writeRows(
      numbers.slice(from, from + 1_000).map((number) => {
        const [filing, macs] = rowOf(accountId, number, madeAt(number, now));
        return {
          PutRequest: { Item: { ...filingKey.head(filing.id), ...filing, ...listedBy(filing, macs) } },
        };
      }),
    );
};

/** A query for a rare state reaches all trámites in that state. */
const isUnknown = (number: number): boolean => stateOf(number).state === 'unknown';

const isRare = (number: number): boolean => number % 1_000 === 500;

/** Trámites of the measured account. */
const COUNT = 1_000_000;
const PAGE = 50;
/**
 * The most capacity units that a page should read, whatever the size of the account: half a unit for each row, and DynamoDB’s
 * limit of 1 MB.
 */
const GOALS = { day: 60, bound: 160 };
const DAY_MS = 24 * 60 * 60 * 1000;
/** The number whose company, worker and user the queries ask for. */
const ONE = 27;

type Query = Parameters<typeof stores.filings.listFilings>[0];

interface Case {
  name: string;
  query: (accountId: string) => Partial<Query> & { days?: number };
  /** No single key covers the whole query, so it reads up to the bound. */
  isBound?: true;
  /** Whether the query can reach the trámite with this number, made this many days ago. */
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

/** Measures what lists of trámites read in an account with a million trámites. */
export const benchFilings = async (progress: Progress): Promise<void> => {
  console.log('\nLists of trámites: rows and read capacity');
  const now = new Date();
  const accountId = randomUUID();
  await progress(`An account with ${COUNT} trámites`, () => fillFilings(accountId, now));
  const dearest = { day: 0, bound: 0 };
  for (const each of CASES) {
    const [{ rows, rcu }, found] = await measured(each, accountId, now);
    console.log(`${rows} rows, ${rcu} RCU, ${found} found`.padStart(34), each.name);
    const kind = each.isBound ? 'bound' : 'day';
    dearest[kind] = Math.max(dearest[kind], rcu);
  }
  report(`dearest list of a day, ${COUNT} trámites`, dearest.day, 'RCU', GOALS.day);
  report(`dearest list, ${COUNT} trámites`, dearest.bound, 'RCU', GOALS.bound);
};
