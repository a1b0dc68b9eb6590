import { randomUUID } from 'node:crypto';
import { stores } from '../../functions/stores.ts';
import type { Progress } from '../../local/programs/progress.ts';
import { listClients } from '../../shared/stores/clients/clients.ts';
import { type Capacity, capacityOf } from '../support/stores/capacity.ts';
import { company } from '../support/stores/clients.ts';
import { cifOf, fillClients } from '../support/stores/fill-clients.ts';
import { report } from './results.ts';

/** Clients of the smallest account. */
const FEW = 1_000;
/** Clients on a page. */
const PAGE = 50;

interface Account {
  accountId: string;
  tag: string;
  clients: number;
}

interface Case {
  name: string;
  /** The query of the list; by default the first page. */
  query: (account: Account) => { page?: number; search?: string };
  /** The total that the list must report. A cost measured for a wrong answer would be worth nothing. */
  total: (clients: number) => number;
}

const all = (clients: number) => clients;
const one = () => 1;
const none = () => 0;

const CASES: Case[] = [
  { name: 'first page', query: () => ({}), total: all },
  { name: 'last page', query: ({ clients }) => ({ page: clients / PAGE }), total: all },
  { name: 'word of all', query: () => ({ search: 'empresa' }), total: all },
  { name: 'whole CIF', query: ({ clients }) => ({ search: cifOf(clients - 3) }), total: one },
  {
    name: 'whole e-mail',
    query: ({ tag, clients }) => ({ search: `empresa-${clients - 3}-${tag}@example.com` }),
    total: one,
  },
  { name: 'within no word', query: () => ({ search: 'kiosco' }), total: none },
];

/** The most capacity units that a list should read in an account with this many clients. */
const GOALS: Record<number, number> = { 1000: 50, 10000: 200 };

const measured = async ({ name, query, total }: Case, account: Account): Promise<Capacity> => {
  let found = -1;
  const capacity = await capacityOf(async () => {
    const wanted = { page: 1, perPage: PAGE, ...query(account) };
    ({ total: found } = await listClients(account.accountId, wanted));
  });
  if (found !== total(account.clients))
    throw new Error(`${name}: ${found} of ${account.clients} clients, not ${total(account.clients)}`);
  return capacity;
};

/**
 * Measures what saving a client writes, and what lists of clients read in accounts of 1,000 clients, of ten times as many, and
 * so on.
 * @param most clients of the largest account
 */
export const benchClients = async (most: number, progress: Progress): Promise<void> => {
  console.log('\nA new client, in whatever account');
  for (const [name, access] of [
    ['without access', undefined],
    ['with access', {}],
    ['with a password', { password: 'abcd' }],
  ] as const) {
    const accountId = randomUUID();
    // Allocates a range of ids in advance, so that the measured write does not.
    await stores.clients.saveClient(accountId, company(), new Date());
    const save = () => stores.clients.saveClient(accountId, company(access && { access }), new Date());
    const { written, wcu } = await capacityOf(save);
    report(`new client ${name}`, written, 'rows', 5);
    report(`new client ${name}`, wcu, 'WCU');
  }
  console.log('\nLists and searches of clients: rows and read capacity');
  for (let clients = FEW; clients <= most; clients *= 10) {
    const account = { accountId: randomUUID(), tag: randomUUID().slice(0, 8), clients };
    const isOnPage = (number: number) => number < PAGE || number >= clients - PAGE;
    await progress(`An account with ${clients} clients`, () =>
      fillClients(account.accountId, account.tag, clients, isOnPage),
    );
    for (const each of CASES) {
      const { rows, rcu } = await measured(each, account);
      const name = `${each.name}, ${clients} clients`;
      report(name, rows, 'rows');
      report(name, rcu, 'RCU', GOALS[clients]);
    }
  }
};
