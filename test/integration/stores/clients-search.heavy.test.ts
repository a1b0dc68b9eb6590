import { randomUUID } from 'node:crypto';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { setting } from '../../../shared/config.ts';
import { dynamo } from '../../../shared/stores/aws.ts';
import { listClients, removeClient } from '../../../shared/stores/clients/clients.ts';
import type { NewClient } from '../../../shared/stores/clients/company.ts';
import { idsIn } from '../../../shared/stores/clients/id-set.ts';
import { readTerm } from '../../../shared/stores/clients/terms.ts';
import { searchWords } from '../../../shared/stores/clients/words.ts';
import { recordKey } from '../../../shared/stores/keyspace.ts';
import { tries } from '../../support/setup/fast-check.ts';
import { type Capacity, capacityOf } from '../../support/stores/capacity.ts';
import { anEmail, company, created, endRangeAfter } from '../../support/stores/clients.ts';
import { cifOf, fillClients } from '../../support/stores/fill-clients.ts';

const now = new Date();
const idsOf = (clients: { id: number }[]) => clients.map(({ id }) => id);

/** A client as the model has it: without any index. */
type Known = Pick<NewClient, 'name' | 'email' | 'cif' | 'companyName' | 'externalId'> & { id: number };

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toUpperCase();
const wordsIn = (text: string) =>
  plain(text)
    .split(/[^A-Z0-9]+/)
    .filter((word) => word !== '')
    .map((word) => word.slice(0, 16));
const wordsOf = ({ name, email, cif, companyName, externalId = '' }: Known) =>
  [name, email, cif, companyName, externalId].flatMap(wordsIn);
const identifiersOf = ({ email, cif, externalId = '' }: Known) =>
  [cif, externalId, email.split('@')[0]!, email.split('@')[1]!.replace(/\.[^.]*$/, '')].map((identifier) =>
    plain(identifier).slice(0, 24),
  );

/** What a search must find, by looking at all clients. */
const expectedOf = (all: Known[], search: string): Known[] => {
  const exact = all.filter(({ email }) => email.toUpperCase() === search.toUpperCase());
  if (exact.length > 0) return exact;
  const words = wordsIn(search);
  const found = all.filter((client) =>
    words.every(
      (word) =>
        wordsOf(client).some((own) => own.startsWith(word)) ||
        (word.length >= 3 && identifiersOf(client).some((identifier) => identifier.includes(word))),
    ),
  );
  const isIdentifier =
    search.includes('@') || search.split(' ').every((piece) => /\d/.test(piece) && piece.length >= 3);
  if (found.length > 0 || isIdentifier) return found;
  return all.filter((client) => words.every((word) => wordsOf(client).some((own) => own.includes(word))));
};

/** Few letters, so that parts are met by chance, also across places and within one identifier twice. */
const letters = (unit: string, minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...unit), minLength, maxLength });
const name = fc
  .array(fc.constantFrom('Álvarez', 'alba', 'Núñez', 'NUNEZ', 'Peña', 'Construcciones', 'Construir', '7'), {
    minLength: 1,
    maxLength: 3,
  })
  .map((words) => words.join(' '));
/** So many terms that they are written in several transactions. */
const longName = fc
  .array(letters('abcdefghij', 14, 16), { minLength: 9, maxLength: 11 })
  .map((words) => words.join('-'));
const aClient = fc.record({
  name: fc.oneof({ weight: 5, arbitrary: name }, { weight: 1, arbitrary: longName }),
  companyName: name,
  cif: letters('01B', 9, 9),
  local: letters('ab1', 3, 7),
  externalId: fc.option(letters('a1-', 1, 30), { nil: undefined }),
});
const step = fc.oneof({ weight: 4, arbitrary: aClient }, { weight: 1, arbitrary: fc.nat(30) });

/** Parts of what a client has, and of nothing. */
const searchesOf = (all: Known[], at: number): string[] => {
  const client = all[at % all.length];
  if (!client) return ['a'];
  const part = (text: string, length: number) => text.slice(at % text.length, (at % text.length) + length);
  const { cif, email, companyName, externalId = 'ext' } = client;
  return [
    ...[cif, part(cif, 3), part(cif, 5), part(email, 4), email, email.toUpperCase()],
    ...[part(companyName, 4), part(companyName, 2), companyName, externalId, part(externalId, 4)],
    ...[`${part(cif, 4)} ${part(companyName, 3)}`, `${companyName} ${client.name}`.slice(0, 90)],
    ...['a', '01', 'ñez', 'onstru', 'construccioness', 'alba nunez', 'nadie@example.com'],
  ].filter((search) => wordsIn(search).length > 0);
};

test('any sequence of saves and removals gives exact pages and finds exactly what matches, across ranges and shards', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 8, maxLength: 24 }),
      fc.integer({ min: 0, max: 12 }),
      fc.integer({ min: 1, max: 9 }),
      async (course, left, perPage) => {
        const accountId = randomUUID();
        const tag = randomUUID().slice(0, 4);
        await endRangeAfter(accountId, left);
        const all: Known[] = [];
        for (const wanted of course) {
          if (typeof wanted === 'number') {
            const [removed] = all.splice(wanted, 1);
            if (removed) await removeClient(accountId, removed.id, now);
          } else if (!all.some(({ cif }) => cif === wanted.cif)) {
            const { local, ...given } = wanted;
            const details = { ...given, email: `${local}.${all.length}@${tag}-aba.b1.com` };
            if (all.some(({ email }) => email === details.email)) continue;
            const { id } = await created(accountId, details);
            all.push({ ...company(details), id });
          }
        }
        for (const [index, search] of [undefined, ...searchesOf(all, left * 7 + perPage)].entries()) {
          const expected = idsOf(search === undefined ? all : expectedOf(all, search));
          const pages = Math.ceil(expected.length / perPage) + 1;
          for (const page of search === undefined
            ? [1, Math.max(1, pages - 1), pages]
            : [1 + (index % pages)]) {
            const listed = await listClients(accountId, { search, page, perPage });
            expect(listed.total, search).toBe(expected.length);
            expect(idsOf(listed.clients), search).toEqual(
              expected.slice((page - 1) * perPage, page * perPage),
            );
          }
        }
      },
    ),
    tries(6),
  );
});

/** A name with more terms than one transaction has room for. */
const LONG = Array.from({ length: 12 }, (_, i) => `${'abcdefghijkl'[i]}largísimapalabra`).join(' ');

const find = async (accountId: string, search: string) => {
  const { clients, total } = await listClients(accountId, { search, page: 1, perPage: 50 });
  return { ids: idsOf(clients), total };
};

test('clients that are saved and removed at once are found exactly', async () => {
  const accountId = randomUUID();
  const before = await Promise.all(
    Array.from({ length: 4 }, (_, i) => created(accountId, { name: i % 2 ? LONG : 'Común' })),
  );
  const [added] = await Promise.all([
    Promise.all(Array.from({ length: 6 }, (_, i) => created(accountId, { name: i % 2 ? LONG : 'Común' }))),
    ...before.map(({ id }) => removeClient(accountId, id, now)),
  ]);
  const ids = idsOf(added).sort((a, b) => a - b);
  expect(await find(accountId, 'empresa')).toEqual({ ids, total: 6 });
  const long = idsOf(added.filter((client) => client.name === LONG)).sort((a, b) => a - b);
  expect(await find(accountId, 'blargisimapala llargis')).toEqual({ ids: long, total: 3 });
  expect(await leftOver(accountId)).toEqual({ unfinished: undefined, indexed: 3 });
});

/** Does some work of which only the first so many transactions reach the table, as if its process had ended. */
const interruptedAfter = async (transactions: number, work: () => Promise<unknown>) => {
  let left = transactions;
  dynamo().middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        if (commandName === 'TransactWriteItemsCommand' && left-- <= 0) throw new Error('interrupted');
        return next(args);
      },
    { step: 'initialize', name: 'interruption' },
  );
  try {
    await expect(work()).rejects.toThrow('interrupted');
  } finally {
    dynamo().middlewareStack.remove('interruption');
  }
};

/** Clients that are listed as unfinished, and how many the index has of those with the last word of `LONG`. */
const leftOver = async (accountId: string) => {
  const { Item } = await dynamo().send(
    new GetCommand({ TableName: setting('RECORDS_TABLE'), Key: recordKey.unfinishedClients(accountId) }),
  );
  const words = searchWords(LONG.split(' ').at(-1)!);
  return { unfinished: Item?.unfinished, indexed: idsIn(await readTerm(accountId, words[0]!)).length };
};

describe('a client with more terms than a transaction has room for', () => {
  test('is not found before it is saved completely', async () => {
    const accountId = randomUUID();
    const { id } = await created(accountId, { name: 'Largísima' });
    for (const transactions of [1, 2])
      await interruptedAfter(transactions, () => created(accountId, { name: LONG, companyName: LONG }));
    for (const search of ['alargisima', 'example', 'llargisima'])
      expect(await find(accountId, search)).toEqual(
        search === 'example' ? { ids: [id], total: 1 } : { ids: [], total: 0 },
      );
    const saved = await created(accountId, { name: LONG });
    expect(await find(accountId, 'alargisima llarg')).toEqual({ ids: [saved.id], total: 1 });
  });

  test('is not found after an interrupted removal', async () => {
    const accountId = randomUUID();
    const [kept, removed] = [
      await created(accountId, { name: LONG }),
      await created(accountId, { name: LONG }),
    ];
    // The first transaction deactivates it.
    await interruptedAfter(2, () => removeClient(accountId, removed.id, now));
    for (const search of ['alargisima', 'llargisima', 'example'])
      expect(await find(accountId, search)).toEqual({ ids: [kept.id], total: 1 });
  });

  test('leaves nothing in the index where its e-mail is taken', async () => {
    const accountId = randomUUID();
    const { id, email } = await created(accountId);
    await expect(created(accountId, { name: LONG, email })).rejects.toThrow('email-taken');
    expect(await find(accountId, 'alargisima')).toEqual({ ids: [], total: 0 });
    expect(await find(accountId, 'example')).toEqual({ ids: [id], total: 1 });
    expect(await leftOver(accountId)).toEqual({ unfinished: undefined, indexed: 0 });
  });
});

test('a whole e-mail finds its client, and no other account does', async () => {
  const accountId = randomUUID();
  const email = anEmail();
  const [longer, exact] = [
    await created(accountId, { email: `otra-${email}` }),
    await created(accountId, { email }),
  ];
  expect(await find(accountId, ` ${email.toUpperCase()}`)).toEqual({ ids: [exact.id], total: 1 });
  expect(await find(accountId, email.slice(0, -1))).toEqual({ ids: [longer.id, exact.id], total: 2 });
  expect(await listClients(accountId, { search: email, page: 2, perPage: 1 })).toEqual({
    clients: [],
    total: 1,
  });
  expect(await find(randomUUID(), email)).toEqual({ ids: [], total: 0 });
});

test('a tax id that nobody has is known from its last letters, without the rows of how all tax ids begin', async () => {
  const accountId = randomUUID();
  await fillClients(accountId, accountId.slice(0, 8), 20, () => false);
  const rowsOf = async (search: string) => {
    const { rows, rcu } = await capacityOf(() => find(accountId, search));
    return { rows, rcu };
  };
  // A key of beginnings and one of parts without a row.
  expect(await rowsOf('B00000X00')).toEqual({ rows: 0, rcu: 2 });
  // `012` is the end of one of them, and follows on `000`; how it begins is no longer read.
  expect(await rowsOf('B00X00012')).toEqual({ rows: 1, rcu: 3 });
});

test('rows and capacity of pages and searches do not grow with the account', async () => {
  const [few, many] = [1_000, 5_000];
  const accounts: { accountId: string; clients: number }[] = [];
  for (const clients of [few, many]) {
    const accountId = randomUUID();
    // Rows of the clients on the pages that are read.
    const isRead = (number: number) =>
      number < 100 || number >= clients - 100 || (number % 77 === 0 && number < 1_000);
    await fillClients(accountId, accountId.slice(0, 8), clients, isRead);
    accounts.push({ accountId, clients });
  }
  const one77th = (clients: number) => Math.ceil(clients / 77);
  const cases: [
    string,
    (clients: number) => { search?: string; page?: number },
    (clients: number) => number,
  ][] = [
    ['first page', () => ({}), (clients) => clients],
    ['last page', (clients) => ({ page: clients / 10 }), (clients) => clients],
    ['all', () => ({ search: 'empresa' }), (clients) => clients],
    ['one in 77', () => ({ search: 'nunez panadería' }), one77th],
    ['one', (clients) => ({ search: cifOf(clients - 3) }), () => 1],
    ['none', () => ({ search: 'B99999999' }), () => 0],
  ];
  for (const [what, query, total] of cases) {
    const costs = [];
    for (const { accountId, clients } of accounts) {
      let listed = { total: -1 };
      costs.push(
        await capacityOf(async () => {
          listed = await listClients(accountId, { page: 1, perPage: 10, ...query(clients) });
        }),
      );
      expect(listed.total, what).toBe(total(clients));
    }
    const [small, large] = costs as [Capacity, Capacity];
    expect(large.rows, what).toBeLessThanOrEqual(2 * small.rows);
    expect(large.rcu, what).toBeLessThanOrEqual(2 * small.rcu);
    // Whatever is found: the rows of two words, their parts, and the page.
    if (query(few).search) expect(large.rows, what).toBeLessThanOrEqual(25);
  }
});
