import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { erasures } from '../../../functions/hooks.ts';
import { stores } from '../../../functions/stores.ts';
import { seed } from '../../../sandbox/seed.ts';
import { plainDocument } from '../../../shared/kernel/text.ts';
import { listMac } from '../../../shared/serving/filing/draft.ts';
import { aCompany, anEmail, newAccount, newCompany } from '../../support/accounts.ts';
import { storeNewCertificate } from '../../support/certificates.ts';
import type { Gateway } from '../../support/gateway.ts';
import { asFunction } from '../../support/iam/recorder.ts';
import { ownService } from '../../support/setup/own-service.ts';
import { followChanges } from '../../support/stores/streams.ts';

/** The search for workers, companies and trámites. */

const { service, requests } = await ownService();
const { baseUrl } = service.demo;
/** Accounts whose changes are followed. */
const followed = [service.accountId];
const changes = await followChanges(service.services, {
  isOwn: () => followed,
  tables: ['FILINGS_TABLE', 'OBLIGATIONS_TABLE'],
});

const search = async (gateway: Gateway, q: string) => {
  const { status, body } = await gateway.get('/search', { q });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data;
};
const workersOf = async (gateway: Gateway, q: string): Promise<string[]> =>
  (await search(gateway, q)).workers.map(({ document }: { document: string }) => document);

/** Makes a worker known, as the function for changes does. */
const note = async (
  accountId: string,
  { document, company = 0, ...rest }: { document: string; company?: number; nss?: string; name?: string },
) => {
  const key = await stores.keys.serviceKey('worker');
  const mac = listMac(accountId, { what: 'worker', value: document }, key);
  const person = { mac, reader: company, company, document, ...rest };
  await asFunction('changes', () => stores.search.notePerson(accountId, person));
};

describe('a search in the data of an office', () => {
  let office: Awaited<ReturnType<typeof newAccount>>;
  let one: { id: string; gateway: Gateway };
  let other: { id: string; gateway: Gateway };
  beforeAll(async () => {
    office = await newAccount(baseUrl);
    one = await newCompany(office.gateway);
    other = await newCompany(office.gateway);
    const { accountId } = office;
    await note(accountId, {
      document: 'X1234567L',
      nss: '280000000097',
      name: 'BEGOÑA MUÑOZ PEÑA',
      company: Number(one.id),
    });
    await note(accountId, { document: '12345678Z', name: 'Íñigo Muñoz Ruiz', company: Number(other.id) });
    await note(accountId, { document: '99999100E', name: 'WEI LI' });
  });

  test.each([
    ['munoz', ['X1234567L', '12345678Z']],
    ['MUÑOZ peña', ['X1234567L']],
    ['iñigo', ['12345678Z']],
    ['li', ['99999100E']],
    ['pe', []],
    ['x-1234567-l', ['X1234567L']],
    ['X01234567L', ['X1234567L']],
    ['12.345.678', ['12345678Z']],
    ['28/00000000/97', ['X1234567L']],
    ['28 00000000 97', ['X1234567L']],
  ])('a search for %s finds the workers %j', async (q, documents) => {
    expect((await workersOf(office.gateway, q)).toSorted()).toEqual(documents.toSorted());
  });

  test('a worker is shown with number, name and companies', async () => {
    expect((await search(office.gateway, 'begoña')).workers).toEqual([
      {
        document: 'X1234567L',
        nss: '280000000097',
        name: 'BEGOÑA MUÑOZ PEÑA',
        companies: [{ id: Number(one.id), name: 'TALLERES S.L.' }],
      },
    ]);
  });

  test('a client company finds its own workers and itself, and no other account finds anything', async () => {
    expect(await workersOf(one.gateway, 'muñoz')).toEqual(['X1234567L']);
    expect(await workersOf(one.gateway, '12345678Z')).toEqual([]);
    expect(await workersOf(one.gateway, 'li')).toEqual([]);
    const { companies } = await search(one.gateway, 'talleres');
    expect(companies.map(({ id }: { id: number }) => id)).toEqual([Number(one.id)]);
    expect(
      (await search(one.gateway, '28 1234567 89')).companies.map(({ id }: { id: number }) => id),
    ).toEqual([Number(one.id)]);

    const stranger = await newAccount(baseUrl);
    for (const q of ['muñoz', 'X1234567L', '280000000097', 'talleres', '28123456789'])
      expect(await search(stranger.gateway, q)).toEqual({
        workers: [],
        companies: [],
        filings: [],
        more: false,
      });
  });

  test('a company is found by name, tax id and contribution account, however they are written', async () => {
    const name = `Bar El Puerto ${randomUUID().slice(0, 4)}`;
    const company = aCompany({
      name,
      access: { email: anEmail() },
      not_notify: 1,
      profile: {
        dni: 'B12345674',
        razon_social: name,
        account: [{ regimen: '0163', cuenta: '28999901151', alias: 'Bar' }],
      },
    });
    expect((await office.gateway.post('/customer', company)).status).toBe(200);
    for (const q of ['puerto', 'b-12345674', '28 9999011 51', '0163 28 9999011 51'])
      expect((await search(office.gateway, q)).companies, q).toEqual([
        { id: expect.any(Number), name, cif: 'B12345674', accounts: ['016328999901151'] },
      ]);
  });

  test('the answer says so if there are more matches than it shows', async () => {
    for (let index = 0; index < 12; index++)
      await note(office.accountId, { document: `PAB10000${index}`, name: `Zoila Zafra ${index}` });
    const { workers, more } = await search(office.gateway, 'zafra');
    expect([workers.length, more]).toEqual([10, true]);
  });

  test('a worker with a new name is not found by the former one', async () => {
    await note(office.accountId, { document: 'PAB200001', name: 'Antonia Quiroga' });
    await note(office.accountId, { document: 'PAB200001', name: 'Antonia Urrutia', nss: '280000000198' });
    expect(await workersOf(office.gateway, 'quiroga')).toEqual([]);
    // A fact without a name keeps the known name.
    await note(office.accountId, { document: 'PAB200001' });
    expect(await workersOf(office.gateway, 'urrutia')).toEqual(['PAB200001']);
  });

  test('the erasure of a worker’s data removes the worker from the search, too', async () => {
    const worker = 'Y1234567X';
    await note(office.accountId, { document: worker, nss: '280000000299', name: 'Ximena Olmedo' });
    const shown = await office.gateway.get('/tramites/worker-data', { worker });
    expect(shown.body.data.data.search).toEqual([
      { document: worker, nss: '280000000299', name: 'Ximena Olmedo', companyId: null },
    ]);
    const erase = () => office.gateway.post('/tramites/worker-data/erase', { worker, confirm: worker });
    expect((await erase()).body.data.data.search).toEqual({ erased: [worker], kept: [] });
    for (const q of ['olmedo', 'ximena', worker, '280000000299'])
      expect(await workersOf(office.gateway, q), q).toEqual([]);
    expect((await erase()).body.data.data.search).toEqual({ erased: [], kept: [] });
  });

  test('an account that was erased leaves nothing in the search', async () => {
    const gone = await newAccount(baseUrl);
    await note(gone.accountId, { document: '12345678Z', nss: '280000000097', name: 'Olga Prieto' });
    await stores.search.noteReference(gone.accountId, { reference: 'E-28-1', filing: 'any' });
    await erasures.search!(gone.accountId);
    for (const q of ['olga', '12345678Z', '280000000097'])
      expect(await workersOf(gone.gateway, q)).toEqual([]);
    expect(await stores.search.filingOfReference(gone.accountId, 'E281')).toBeUndefined();
  });
});

test('a worker who was registered is found by surname, number and trámite, and one who was only tried is not', async () => {
  const gateway = service.caller.acting(
    await storeNewCertificate(service.caller, { person: seed.demo.holder }),
  );
  const { request } = requests['POST /seg-social/alta']!;
  const { nss, dni } = service.demo.newWorker;
  const surname = seed.demo.newWorkers[0]!.surname;
  const follow = async () => {
    while ((await changes.catchUp()).length > 0);
  };
  expect((await gateway.post('/seg-social/alta', { ...request, test: 1 })).status).toBe(200);
  await follow();
  expect(await workersOf(gateway, dni)).toEqual([]);

  const filed = await gateway.post('/seg-social/alta', request);
  expect(filed.status, JSON.stringify(filed.body)).toBe(200);
  await follow();
  for (const q of [dni, nss.replace(/^(..)(.*)(..)$/, '$1/$2/$3'), surname])
    expect(await workersOf(gateway, q), q).toEqual([dni]);
  const id = filed.headers.get('x-tramite-id')!;
  expect((await search(gateway, id.toLowerCase())).filings).toMatchObject([
    { id, state: 'accepted', operationName: 'Dar de alta a un trabajador', worker: { document: dni } },
  ]);
});

test('a client company finds its trámite by its number and by that of the authority, and no other company or account does', async () => {
  const [own, sibling] = [await newCompany(service.caller), await newCompany(service.caller)];
  const stranger = await newAccount(baseUrl);
  const subject = { person: seed.demo.holder };
  const secret = await storeNewCertificate(service.caller, subject, { clientId: own.id });
  const { request } = requests['PUT /seg-social/cno']!;
  const filed = await service.caller.acting(secret).call('PUT', '/seg-social/cno', { json: request });
  expect(filed.status, JSON.stringify(filed.body)).toBe(200);
  const id = filed.headers.get('x-tramite-id')!;
  const reference = 'E-28-2026-0099999';
  const { noteReference } = stores.search;
  await asFunction('changes', () => noteReference(service.accountId, { reference, filing: id }));
  for (const q of [id, reference]) {
    for (const gateway of [service.caller, own.gateway])
      expect((await search(gateway, q)).filings, q).toMatchObject([{ id }]);
    for (const gateway of [sibling.gateway, stranger.gateway])
      expect((await search(gateway, q)).filings, q).toEqual([]);
  }
});

test('a filing or an answer that comes while its account is erased leaves no person in the search', async () => {
  const gone = await newAccount(baseUrl);
  followed.push(gone.accountId);
  const secret = await storeNewCertificate(gone.gateway, { person: seed.demo.holder });
  const gateway = gone.gateway.acting(secret);
  const { regimen, ccc } = service.demo.company;
  const { request } = requests['PUT /seg-social/cno']!;
  const json = { ...request, cno: '2611' };
  expect((await gateway.call('PUT', '/seg-social/cno', { json })).status).toBe(200);
  const listed = await gateway.get('/seg-social/employees-in-enterprise', { regimen, ccc, options: 1 });
  expect(listed.status).toBe(200);
  await stores.accounts.setAccountDisabled(gone.accountId, true);
  expect(await changes.catchUp()).not.toEqual([]);
  while ((await changes.catchUp()).length > 0);
  const key = await stores.keys.serviceKey('worker');
  const [employee] = listed.body.data.employees;
  for (const value of [String(request.dni ?? service.demo.worker.dni), plainDocument(employee.ipf)]) {
    const mac = listMac(gone.accountId, { what: 'worker', value }, key);
    expect(await stores.search.peopleWith(gone.accountId, mac)).toEqual([]);
  }
});

test('the workers of a list that an authority answers are found by their names', async () => {
  const { regimen, ccc } = service.demo.company;
  const gateway = service.caller.acting(service.demo.certificates.tgss);
  const listed = await gateway.get('/seg-social/employees-in-enterprise', { regimen, ccc, options: 1 });
  expect(listed.status, JSON.stringify(listed.body)).toBe(200);
  await changes.catchUp();
  const [{ ipf, nombres }] = listed.body.data.employees;
  expect(await workersOf(service.caller, nombres)).toContain(plainDocument(ipf));
});

test('a search needs a session, and counts as a reading', async () => {
  const { headers } = await service.caller.get('/search', { q: 'muñoz' });
  expect(headers.get('x-ratelimit-limit')).toBe('80');
  expect((await service.caller.with({ Authorization: '' }).get('/search', { q: 'muñoz' })).status).toBe(401);
});
