import { beforeAll, expect, test } from 'vitest';
import { aCompany, aProfile, newAccount, newCompany } from '../support/accounts.ts';
import { newUser } from '../support/callers/users.ts';
import type { Gateway } from '../support/gateway.ts';
import { ownService } from '../support/setup/own-service.ts';

/** Changes to a client company after it was saved. */

const { service } = await ownService();
let office: Awaited<ReturnType<typeof newAccount>>;
beforeAll(async () => {
  office = await newAccount(service.demo.baseUrl);
});
const change = (gateway: Gateway, id: number | string, json: object) =>
  gateway.call('PATCH', `/customer/${id}`, { json });
const found = async (search: string): Promise<number[]> =>
  (await office.gateway.get('/customer', { search })).body.data.data.map(({ id }: { id: number }) => id);

test('a change affects only the fields that are sent, and the client is found by its new name alone', async () => {
  const saved = await office.gateway.post(
    '/customer',
    aCompany({ name: 'Zapatería Ordóñez', not_notify: 1 }),
  );
  const { id } = saved.body.data;
  const changed = await change(office.gateway, id, {
    name: 'Calzados Urbieta',
    razon_social: 'CALZADOS URBIETA S.L.',
    codigo_postal: '01001',
    external_id: 'CLI-77',
    alternativo: ['otra@example.com'],
  });
  expect(changed.status, JSON.stringify(changed.body)).toBe(200);
  const { profile } = saved.body.data;
  const shown = {
    ...saved.body.data,
    name: 'Calzados Urbieta',
    profile: {
      ...profile,
      razon_social: 'CALZADOS URBIETA S.L.',
      codigo_postal: '01001',
      external_id: 'CLI-77',
    },
  };
  expect(changed.body.data).toEqual(shown);
  expect((await office.gateway.get(`/customer/${id}`)).body.data).toEqual(shown);
  expect(await found('urbieta')).toEqual([id]);
  expect(await found('cli-77')).toEqual([id]);
  expect(await found('ordonez')).toEqual([]);
});

test('changes at the same time are all made, and the client is found by its final values', async () => {
  const { id } = await newCompany(office.gateway);
  const all = await Promise.all([
    change(office.gateway, id, { name: 'Primera Iturriza' }),
    change(office.gateway, id, { razon_social: 'SEGUNDA GOROSTIZA' }),
    change(office.gateway, id, { external_id: 'TERCERA-1' }),
  ]);
  expect(all.map(({ status }) => status)).toEqual([200, 200, 200]);
  for (const word of ['iturriza', 'gorostiza', 'tercera'])
    expect(await found(word), word).toEqual([Number(id)]);
});

test('a contribution account can be removed, but not the last one', async () => {
  const accounts = ['28999901151', '28999901252'].map((cuenta) => ({
    regimen: '0111',
    cuenta,
    alias: 'Bar',
  }));
  const profile = { ...aProfile(), account: accounts };
  const saved = await office.gateway.post('/customer', aCompany({ profile, not_notify: 1 }));
  const { id } = saved.body.data;
  const [first, second] = saved.body.data.profile.account;
  const remove = (account: number) => office.gateway.delete(`/customer/${id}/accounts/${account}`);
  const holders = async ({ cuenta }: { cuenta: string }) =>
    (await office.gateway.get('/customer', { account: `0111${cuenta}` })).body.data.data.length;
  expect(await holders(first)).toBe(1);
  const removed = await remove(first.id);
  expect(removed.body.data.profile.account).toEqual([second]);
  expect(await holders(first)).toBe(0);
  expect((await remove(first.id)).status).toBe(404);
  expect((await remove(second.id)).status).toBe(409);
  expect(await holders(second)).toBe(1);
});

test('a user who is no owner cannot change clients, and an owner changes only those of the account', async () => {
  const company = await newCompany(office.gateway);
  const other = await newCompany(office.gateway);
  const filer = await newUser(service.demo.baseUrl, office.accountId, 'files');
  const stranger = await newAccount(service.demo.baseUrl);
  expect((await change(filer.gateway, company.id, { name: 'Otra' })).status).toBe(403);
  expect((await change(company.gateway, company.id, { name: 'Otra' })).status).toBe(403);
  expect((await change(stranger.gateway, company.id, { name: 'Otra' })).status).toBe(404);
  expect((await stranger.gateway.get(`/customer/${company.id}`)).status).toBe(404);
  expect((await company.gateway.get(`/customer/${other.id}`)).status).toBe(404);
  expect((await company.gateway.get(`/customer/${company.id}`)).body.data.name).toBe('Talleres');
});
