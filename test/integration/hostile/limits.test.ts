import { randomBytes, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { stores } from '../../../functions/stores.ts';
import { deleteCertificate, listCertificates, saveCertificate } from '../../../shared/stores/certificates.ts';
import { listClients } from '../../../shared/stores/clients/clients.ts';
import { aCompany, anEmail, newAccount } from '../../support/accounts.ts';
import { demo } from '../../support/demo.ts';
import type { Gateway } from '../../support/gateway.ts';
import { certificateFacts } from '../../support/stores/certificates.ts';
import { company, created } from '../../support/stores/clients.ts';
import { keysOf } from '../../support/stores/secrets.ts';

const { removeClient, saveClient } = stores.clients;

/** Limits of accounts and users, which are settings of the stage. */

const limit = (limits: object) =>
  vi.stubEnv(
    'LIMITS',
    JSON.stringify({ clients: 100, certificates: 100, derivationsPerHour: 100, queued: 100, ...limits }),
  );
const now = new Date();
let accountId: string;
let gateway: Gateway;
beforeEach(async () => {
  ({ accountId, gateway } = await newAccount(demo.baseUrl));
});

const atOnce = <Result>(times: number, call: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: times }, (_, index) => call(index)));

describe('client companies of an account', () => {
  const save = () => saveClient(accountId, company(), now);
  const total = async () => (await listClients(accountId, { page: 1, perPage: 10 })).total;

  test('removed client companies no longer count, once each', async () => {
    limit({ clients: 2 });
    const [first] = await atOnce(2, save);
    const id = first?.outcome === 'created' ? first.client.id : 0;
    await atOnce(5, () => removeClient(accountId, id));
    expect((await atOnce(4, save)).filter(({ outcome }) => outcome === 'created')).toHaveLength(1);
    expect(await total()).toBe(2);
  });

  test('client companies can still be changed at the limit', async () => {
    limit({ clients: 1 });
    const one = company();
    await saveClient(accountId, one, now);
    expect(await saveClient(accountId, one, now)).toMatchObject({ outcome: 'extended' });
  });

  test('client companies beyond the limit are refused with the reason', async () => {
    limit({ clients: 1 });
    await save();
    expect(await gateway.post('/customer', request())).toMatchObject({
      status: 422,
      body: { message: expect.stringMatching(/^La cuenta ya tiene 1 clientes, el máximo/) },
    });
  });
});

/** A client company as an integrator sends it. */
const request = (access: object = {}) => aCompany({ access: { email: anEmail(), ...access }, not_notify: 1 });

describe('certificates of an account', () => {
  const save = (clientId = 0) =>
    saveCertificate(
      {
        accountId,
        clientId,
        ...certificateFacts(now),
        fingerprint: randomBytes(32).toString('hex'),
      },
      { pair: { key: 'a key', chain: `a chain ${randomUUID()}` } },
      now,
    );

  test('certificates can be stored up to the limit of the stage, also at once, and refused ones leave no key', async () => {
    limit({ certificates: 3 });
    const all = await Promise.allSettled(Array.from({ length: 10 }, () => save()));
    const refused = all.filter((one) => one.status === 'rejected');
    expect(refused.map(({ reason }) => reason.status)).toEqual(Array(7).fill(422));
    expect(await listCertificates(accountId, 0)).toHaveLength(3);
    expect(await keysOf(accountId)).toHaveLength(3);
  });

  test('deleted certificates no longer count, once each', async () => {
    limit({ certificates: 2 });
    const { id: certificateId } = (await atOnce(2, () => save()))[0]!;
    const deleted = await atOnce(5, () => deleteCertificate(accountId, { certificateId, clientId: 0 }));
    expect(deleted.filter(Boolean)).toHaveLength(1);
    await save();
    await expect(save()).rejects.toMatchObject({ status: 422 });
  });

  test('certificates of client companies count for the account until the companies are removed', async () => {
    limit({ certificates: 2 });
    const { id } = await created(accountId);
    await atOnce(2, () => save(id));
    await expect(save()).rejects.toMatchObject({ status: 422 });
    await removeClient(accountId, id);
    await atOnce(2, () => save());
  });

  test('certificates beyond the limit are refused with the reason, and stored ones are found', async () => {
    limit({ certificates: 1 });
    const p12 = await readFile(demo.p12.file);
    const upload = (type: string) => gateway.upload(p12, { password: demo.p12.password, type });
    expect((await upload('1')).status).toBe(200);
    expect(await upload('2')).toMatchObject({
      status: 422,
      body: { message: expect.stringMatching(/^La cuenta ya tiene 1 certificados, el máximo/) },
    });
    expect((await upload('1')).status).toBe(200);
  });
});

describe('derivations of keys for a user', () => {
  const withPassword = { password: 'unaClave1', password_confirmation: 'unaClave1' };
  test('derivations are limited in an hour as the stage says, also if more are asked for at once', async () => {
    limit({ derivationsPerHour: 3 });
    const userId = randomUUID();
    const take = (at: string) => stores.budgets.takeDerivation(userId, new Date(at));
    const waits = await atOnce(10, () => take('2026-11-22T10:59:30Z'));
    expect(waits.toSorted((a, b) => a - b)).toEqual([...Array(3).fill(0), ...Array(7).fill(30)]);
    expect(await take('2026-11-22T11:00:00Z')).toBe(0);
  });

  test('derivations count P12 files, with any password, and passwords of client companies', async () => {
    limit({ derivationsPerHour: 3 });
    const p12 = await readFile(demo.p12.file);
    const upload = (password: string) => gateway.upload(p12, { password });
    expect((await upload(demo.p12.password)).status).toBe(200);
    expect((await upload('otra')).status).toBe(422);
    expect((await gateway.post('/customer', request(withPassword))).status).toBe(200);
    for (const refused of [
      await upload(demo.p12.password),
      await gateway.post('/customer', request(withPassword)),
    ]) {
      expect(refused).toMatchObject({
        status: 429,
        body: { message: expect.stringMatching(/^Ha enviado demasiados certificados o contraseñas/) },
      });
      const wait = Number(refused.headers.get('retry-after'));
      expect(wait).toBeGreaterThan(0);
      expect(wait).toBeLessThanOrEqual(3600);
    }
    // Requests that derive no key are not limited, and neither is another user.
    expect((await gateway.post('/customer', request())).status).toBe(200);
    const other = await newAccount(demo.baseUrl);
    expect((await other.gateway.upload(p12, { password: demo.p12.password })).status).toBe(200);
  });
});
