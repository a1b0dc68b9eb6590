import { randomUUID } from 'node:crypto';
import type { Progress } from '../../infra/local/progress.ts';
import { listClients, saveClient } from '../../shared/stores/clients/clients.ts';
import { type Capacity, capacityOf } from '../support/stores/capacity.ts';
import { cifOf, fillClients } from '../support/stores/fill-clients.ts';
import { report } from './results.ts';

/** Clients of the account that others are held against. */
const FEW = 1_000;

interface Account {
  accountId: string;
  tag: string;
  clients: number;
}

interface Query {
  page?: number;
  perPage?: number;
  search?: string;
}

interface Case {
  name: string;
  /** By default the first page of 50. Where the account with few clients does not fill it, a page of 10. */
  query: (account: Account) => Query;
  /** What the list must say whatever it costs: a number that is measured of a wrong answer is worth nothing. */
  total: (clients: number) => number;
  /** Most that an account with many clients should cost, as a multiple of one with few. */
  goal: number | null;
}

/** How many of the first numbers are multiples of this one. */
const oneIn = (step: number) => (clients: number) => Math.ceil(clients / step);
const all = (clients: number) => clients;
const one = () => 1;
const none = () => 0;

const CASES: Case[] = [
  { name: 'first page', query: () => ({}), total: all, goal: 2 },
  { name: 'last page', query: ({ clients }) => ({ page: clients / 50 }), total: all, goal: 2 },
  { name: 'word of all', query: () => ({ search: 'empresa' }), total: all, goal: 2 },
  { name: 'word of one in 7', query: () => ({ search: 'panadería' }), total: oneIn(7), goal: 2 },
  { name: 'beginning of one in 7', query: () => ({ search: 'pa' }), total: oneIn(7), goal: 2 },
  {
    name: 'two words of one in 77, page of 10',
    query: () => ({ search: 'panadería núñez', perPage: 10 }),
    total: oneIn(77),
    goal: 2,
  },
  {
    name: 'its last full page',
    query: ({ clients }) => ({
      search: 'panadería núñez',
      perPage: 10,
      page: Math.floor(oneIn(77)(clients) / 10),
    }),
    total: oneIn(77),
    goal: 2,
  },
  {
    // Of which the account with few clients has 13.
    name: 'two words of one in 77, page of 50',
    query: () => ({ search: 'panadería núñez' }),
    total: oneIn(77),
    goal: null,
  },
  { name: 'whole CIF', query: ({ clients }) => ({ search: cifOf(clients - 3) }), total: one, goal: 2 },
  {
    name: 'part of an identifier, of one',
    query: ({ clients }) => ({ search: cifOf(clients - 3).slice(2) }),
    total: one,
    goal: 2,
  },
  {
    name: 'part of an identifier, of all',
    query: () => ({ search: 'mpresa' }),
    total: all,
    goal: 2,
  },
  {
    name: 'whole e-mail',
    query: ({ tag, clients }) => ({ search: `empresa-${clients - 3}-${tag}@example.com` }),
    total: one,
    goal: 2,
  },
  { name: 'CIF of nobody', query: () => ({ search: 'B00000X00' }), total: none, goal: 2 },
  {
    // The one after the last, whose letters many have.
    name: 'next CIF, of nobody',
    query: ({ clients }) => ({ search: cifOf(clients + 5) }),
    total: none,
    goal: 2,
  },
  { name: 'within a word, of one in 7', query: () => ({ search: 'anaderí' }), total: oneIn(7), goal: null },
  { name: 'within no word', query: () => ({ search: 'kiosco' }), total: none, goal: null },
];

const measured = async ({ name, query, total }: Case, account: Account): Promise<Capacity> => {
  let found = -1;
  const capacity = await capacityOf(async () => {
    const wanted = { page: 1, perPage: 50, ...query(account) };
    ({ total: found } = await listClients(account.accountId, wanted));
  });
  if (found !== total(account.clients))
    throw new Error(`${name}: ${found} of ${account.clients} clients, not ${total(account.clients)}`);
  return capacity;
};

/** The last client of an account, which completes the search for all. */
const lastClient = (tag: string) => ({
  name: 'Empresa de Carpintería Ibáñez',
  email: `empresa-carpinteria-${tag}@example.com`,
  cif: 'A28015865',
  companyName: 'CARPINTERIA IBAÑEZ HERMANOS S.L.',
  externalId: 'CLI-0001',
  accounts: [{ regimen: '0111', ccc: '28123456789', alias: 'Taller' }],
});

/**
 * What lists of clients read, and what a client writes, in accounts of 1,000 clients, of ten times as many and so on.
 * @param most clients of the largest account
 */
export const benchClients = async (most: number, progress: Progress): Promise<void> => {
  const accounts: Account[] = [];
  for (let clients = FEW; clients <= most; clients *= 10) {
    const account = { accountId: randomUUID(), tag: randomUUID().slice(0, 8), clients };
    await progress(`An account with ${clients} clients`, () =>
      fillClients(account.accountId, account.tag, clients - 1),
    );
    accounts.push(account);
  }
  console.log('\nThe last client that is created in an account: where its rows are largest');
  for (const { accountId, tag, clients } of accounts) {
    const { written, wcu } = await capacityOf(() => saveClient(accountId, lastClient(tag), new Date()));
    report({ name: `last client of ${clients}`, goal: null, value: written, unit: 'rows' });
    report({ name: `last client of ${clients}`, goal: null, value: wcu, unit: 'WCU' });
  }
  console.log('\nLists and searches of clients: rows and read capacity');
  for (const each of CASES) {
    const costs: Capacity[] = [];
    for (const account of accounts) {
      const { rows, rcu } = await measured(each, account);
      costs.push({ rows, rcu, wcu: 0, written: 0 });
      report({ name: `${each.name}, ${account.clients} clients`, goal: null, value: rows, unit: 'rows' });
      report({ name: `${each.name}, ${account.clients} clients`, goal: null, value: rcu, unit: 'RCU' });
    }
    const [few, many] = [costs[0]!, costs.at(-1)!];
    for (const unit of ['rows', 'rcu'] as const)
      report({
        name: `${each.name}, ${most} clients over ${FEW}: ${unit}`,
        goal: each.goal,
        // What reads nothing in either does not grow.
        value: many[unit] === few[unit] ? 1 : many[unit] / few[unit],
        unit: '×',
      });
  }
};
