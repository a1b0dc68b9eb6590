import { randomUUID } from 'node:crypto';
import type { Progress } from '../../infra/local/progress.ts';
import { dynamo } from '../../shared/stores/aws.ts';
import { stores } from '../../shared/stores/stores.ts';
import { type Caller, signIn } from './client.ts';
import { cifOf, fill } from './fill.ts';
import { medians, tell } from './timing.ts';

/** Clients of the account that others are held against. */
const FEW = 1_000;
/** With those for warming up, below the 80 reads a minute of one user for the lists of one account. */
const ROUNDS = 15;
const PER_PAGE = 50;

interface Account {
  accountId: string;
  caller: Caller;
  clients: number;
}

const anAccount = async (baseUrl: string, clients: number): Promise<Account> => {
  const tag = randomUUID().slice(0, 8);
  const login = { email: `banco-${tag}@example.com`, password: randomUUID() };
  const { accountId } = await stores.accounts.createAccount({ ...login, name: 'Asesoría' });
  await fill(accountId, tag, clients);
  return { accountId, caller: await signIn(baseUrl, login), clients };
};

interface Query {
  page?: number;
  search?: string;
}

const queriesOf = ({ clients }: Account): Record<string, Query> => ({
  'first page': {},
  'last page': { page: Math.ceil(clients / PER_PAGE) },
  'search that one client has': { search: cifOf(clients - 3) },
  'search that one in 77 has': { search: 'panadería núñez' },
});

/** What the lists must be whatever they cost: a number that is measured of a wrong answer is worth nothing. */
const check = async ({ caller, clients }: Account): Promise<void> => {
  for (const [query, total, here] of [
    ['', clients, PER_PAGE],
    [`?page=${Math.ceil(clients / PER_PAGE)}`, clients, PER_PAGE],
    [`?search=${cifOf(clients - 3)}`, 1, 1],
    ['?search=NUNEZ%20panaderia', Math.ceil(clients / 77), Math.min(PER_PAGE, Math.ceil(clients / 77))],
  ] as const) {
    const { data, pagination } = await caller.call('GET', `/customer${query}`);
    if (pagination.total !== total || data.length !== here)
      throw new Error(`GET /customer${query} has ${data.length} of ${pagination.total}, not of ${total}`);
  }
};

/** Counts rows that are read of the tables from here on. */
const countRows = () => {
  const counted = { rows: 0 };
  dynamo().middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args);
      const { Items, Responses, Item } = result.output as {
        Items?: unknown[];
        Responses?: Record<string, unknown[]>;
        Item?: unknown;
      };
      counted.rows += (Items?.length ?? 0) + Object.values(Responses ?? {}).flat().length + (Item ? 1 : 0);
      return result;
    },
    { step: 'initialize', name: 'countRows' },
  );
  return counted;
};

/**
 * How lists of clients fare in a large account, against a small one. The emulator looks at every row of a partition to
 * answer a query, which DynamoDB does not: of these ratios, that of the rows read is the one that carries over.
 */
export const benchClients = async (baseUrl: string, clients: number, progress: Progress): Promise<void> => {
  const [few, many] = await progress(`Accounts with ${FEW} and ${clients} clients`, async () => [
    await anAccount(baseUrl, FEW),
    await anAccount(baseUrl, clients),
  ]);
  await progress('Check of the lists', async () => {
    await check(few!);
    await check(many!);
  });
  const [inFew, inMany] = [queriesOf(few!), queriesOf(many!)];
  const counted = countRows();
  console.log(`\nClients: an account with ${clients} against one with ${FEW}`);
  for (const name of Object.keys(inFew)) {
    const overHttp = ({ caller }: Account, query: Query) => {
      const sent = new URLSearchParams(query as Record<string, string>);
      return () => caller.call('GET', `/customer?${sent}`);
    };
    const inStore =
      ({ accountId }: Account, query: Query) =>
      () =>
        stores.clients.listClients(accountId, { page: 1, perPage: PER_PAGE, ...query });
    const rowsOf = async (work: () => Promise<unknown>) => {
      const before = counted.rows;
      await work();
      return counted.rows - before;
    };
    const store = { few: inStore(few!, inFew[name]!), many: inStore(many!, inMany[name]!) };
    const served = await medians(
      { few: overHttp(few!, inFew[name]!), many: overHttp(many!, inMany[name]!) },
      ROUNDS,
    );
    const alone = await medians(store, ROUNDS);
    tell(`${name}: over HTTP`, served.many, served.few);
    tell(`${name}: the store alone`, alone.many, alone.few);
    tell(`${name}: rows read`, await rowsOf(store.many), await rowsOf(store.few));
  }
};
