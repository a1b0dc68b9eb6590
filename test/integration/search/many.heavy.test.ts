import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { stores } from '../../../functions/stores.ts';
import { newAccount } from '../../support/accounts.ts';
import { ownService } from '../../support/setup/own-service.ts';
import { capacityOf } from '../../support/stores/capacity.ts';
import { cifOf, fillClients } from '../../support/stores/fill-clients.ts';

/** The search in an office with very many companies and workers. */

const COMPANIES = 10_000;
/** A company that is on none of the first pages. */
const FAR = 9_876;
const WORKERS = 300;

const { service } = await ownService();
let office: Awaited<ReturnType<typeof newAccount>>;
beforeAll(async () => {
  office = await newAccount(service.demo.baseUrl);
  await fillClients(office.accountId, office.accountId.slice(0, 8), COMPANIES, (number) => number === FAR);
}, 120_000);

test('a company far beyond the first page of 10,000 is chosen by typing a part of its tax id', async () => {
  const typed = cifOf(FAR).slice(0, -1);
  const offered = (await office.gateway.get('/customer', { search: typed, perPage: 20 })).body.data;
  expect(offered.data.map(({ profile }: { profile: { dni: string } }) => profile.dni)).toContain(cifOf(FAR));
  const { companies } = (await office.gateway.get('/search', { q: cifOf(FAR) })).body.data;
  expect(companies.map(({ cif }: { cif: string }) => cif)).toEqual([cifOf(FAR)]);
});

test('a search for a surname reads only the workers who have a word with these first letters', async () => {
  const { accountId } = office;
  const names = ['Ruiz', 'Garrido', 'García', 'Zamora', 'Ortega'];
  for (let index = 0; index < WORKERS; index++)
    await stores.search.notePerson(accountId, {
      mac: randomUUID(),
      reader: 0,
      company: 0,
      document: `PAB${index}`,
      name: `Persona${index} ${names[index % names.length]}`,
    });
  const { rows } = await capacityOf(() => stores.search.peopleNamed(accountId, ['GARRIDO']));
  // Including García, which begins with the same letters.
  expect(rows).toBe((2 * WORKERS) / names.length);
  const { people } = await stores.search.peopleNamed(accountId, ['GARRIDO']);
  expect(people).toHaveLength(WORKERS / names.length);
});
