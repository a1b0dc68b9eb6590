import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { stores } from '../../../functions/stores.ts';
import { listClients } from '../../../shared/stores/clients/clients.ts';
import type { NewClient } from '../../../shared/stores/clients/company.ts';
import { tries } from '../../support/setup/fast-check.ts';
import { capacityOf } from '../../support/stores/capacity.ts';
import { anEmail, company, created } from '../../support/stores/clients.ts';
import { cifOf, fillClients } from '../../support/stores/fill-clients.ts';
import { roundTripsOf } from '../../support/stores/round-trips.ts';

const { removeClient } = stores.clients;

const idsOf = (clients: { id: number }[]) => clients.map(({ id }) => id);

/** A client, as the model knows it. */
type Known = Pick<NewClient, 'name' | 'cif' | 'companyName' | 'externalId'> & { id: number; email: string };

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

/** The expected result of a search, found by looking at all clients. */
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

/** Texts from few letters, so that parts match by chance, also across positions and twice within one identifier. */
const letters = (unit: string, minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...unit), minLength, maxLength });
const name = fc
  .array(fc.constantFrom('Álvarez', 'alba', 'Núñez', 'NUNEZ', 'Peña', 'Construcciones', 'Construir', '7'), {
    minLength: 1,
    maxLength: 3,
  })
  .map((words) => words.join(' '));
const aClient = fc.record({
  name,
  companyName: name,
  cif: letters('01B', 9, 9),
  local: letters('ab1', 3, 7),
  externalId: fc.option(letters('a1-', 1, 30), { nil: undefined }),
});
const step = fc.oneof({ weight: 4, arbitrary: aClient }, { weight: 1, arbitrary: fc.nat(30) });

/** Searches for parts of a client's data, and for texts that no client has. */
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

test('any sequence of saves and removals gives exact pages and finds exactly what matches', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 8, maxLength: 24 }),
      fc.nat(99),
      fc.integer({ min: 1, max: 9 }),
      async (course, at, perPage) => {
        const accountId = randomUUID();
        const tag = randomUUID().slice(0, 4);
        const all: Known[] = [];
        for (const wanted of course) {
          if (typeof wanted === 'number') {
            const [removed] = all.splice(wanted, 1);
            if (removed) await removeClient(accountId, removed.id);
          } else if (!all.some(({ cif }) => cif === wanted.cif)) {
            const { local, ...given } = wanted;
            const details = { ...given, email: `${local}.${all.length}@${tag}-aba.b1.com` };
            if (all.some(({ email }) => email === details.email)) continue;
            const { id } = await created(accountId, details);
            all.push({ ...company(details), id });
          }
        }
        for (const [index, search] of [undefined, ...searchesOf(all, at)].entries()) {
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

const find = async (accountId: string, search: string) => {
  const { clients, total } = await listClients(accountId, { search, page: 1, perPage: 50 });
  return { ids: idsOf(clients), total };
};

test('clients that are saved and removed at once are found exactly', async () => {
  const accountId = randomUUID();
  const named = (i: number) => ({ name: i % 2 ? 'Común' : 'Largísima' });
  const atOnce = () => Promise.all(Array.from({ length: 6 }, (_, i) => created(accountId, named(i))));
  const before = await atOnce();
  const [added] = await Promise.all([atOnce(), ...before.map(({ id }) => removeClient(accountId, id))]);
  const found = await find(accountId, 'largisi');
  expect(found.total).toBe(3);
  expect(new Set(found.ids)).toEqual(new Set(idsOf(added.filter((_, i) => i % 2 === 0))));
  expect((await find(accountId, 'empresa')).total).toBe(6);
});

test('a search for a whole e-mail finds its client, and no other account finds it', async () => {
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

describe('the cost of lists and searches of clients', () => {
  /** The cost of a list: the briefs, 1 MB at a time from each partition, and the records of a page. */
  const costOf = async (clients: number, query: { search?: string; page?: number }, total: number) => {
    const { accountId } = (await accounts)[clients]!;
    const list = () => listClients(accountId, { page: 1, perPage: 50, ...query });
    expect((await list()).total).toBe(total);
    const { rows, rcu } = await capacityOf(list);
    return { rows, rcu, roundTrips: (await roundTripsOf(list)).roundTrips.before };
  };
  const account = async (clients: number) => {
    const accountId = randomUUID();
    const isRead = (number: number) =>
      number < 50 || number >= clients - 50 || (number % 77 === 0 && number < 50 * 77);
    await fillClients(accountId, accountId.slice(0, 8), clients, isRead);
    return { accountId };
  };
  const accounts = (async () => ({ 1000: await account(1_000), 10000: await account(10_000) }))() as Promise<
    Record<number, { accountId: string }>
  >;
  const ROUND_TRIPS = [Array(4).fill('Query'), ['BatchGetItem']];

  test.each([
    ['the first page', () => ({}), (clients: number) => clients, 50],
    ['the last page', (clients: number) => ({ page: clients / 50 }), (clients: number) => clients, 50],
    ['a word of all', () => ({ search: 'empresa' }), (clients: number) => clients, 50],
    ['a CIF', (clients: number) => ({ search: cifOf(clients - 3) }), () => 1, 1],
    ['within a word that no client has', () => ({ search: 'kiosco' }), () => 0, 0],
  ] as const)(
    'the cost grows in step with the clients of the account, and takes two round trips: %s',
    async (_, query, total, page) => {
      for (const [clients, most] of [
        [1_000, 18],
        [10_000, 175],
      ] as const) {
        const { rows, rcu, roundTrips } = await costOf(clients, query(clients), total(clients));
        expect(rows).toBe(clients + page);
        expect(rcu).toBeLessThanOrEqual(most + page / 2);
        expect(roundTrips).toEqual(ROUND_TRIPS.slice(0, page === 0 ? 1 : 2));
      }
    },
  );
});
