import { beforeAll, expect, test } from 'vitest';
import { driveReconciliation } from '../../../functions/capabilities/reconciliation/driver/drive.ts';
import { stores } from '../../../functions/stores.ts';
import { madridDay } from '../../../sandbox/calendar.ts';
import { aCompany, aProfile } from '../../support/accounts.ts';
import { changesIn, rowsOf } from '../../support/reconciliation/world.ts';
import { startWorkQueues } from '../../support/servers/work-queues.ts';
import { newService } from '../../support/setup/own-service.ts';
import { worldOf } from '../../support/world-of-companies.ts';

/** Workforces of companies against what the authorities have, of which some was changed by hand. */

const COMPANIES = 3;
const WORKERS = 40;

const today = madridDay(new Date());
const { seed, companies } = worldOf(today, { companies: COMPANIES, workers: WORKERS });
const ahead = 0;
const { service, authorities } = await newService({ now: () => new Date(Date.now() + ahead) }, { seed });
const { caller: office, accountId } = service;
const { tgss, sepe } = service.demo.certificates;
const queues = await startWorkQueues(service.services);
const ids: number[] = [];

beforeAll(async () => {
  for (const one of companies) {
    const { regimen, ccc, cif } = one.account;
    const profile = { ...aProfile(), dni: cif, account: [{ regimen, cuenta: ccc, alias: 'General' }] };
    const { body } = await office.post('/customer', aCompany({ profile, not_notify: 1 }));
    ids.push(body.data.id);
    const all = rowsOf(one);
    // The last company's office knows no numbers of the Seguridad Social.
    const rows = one === companies.at(-1) ? all.map(({ nss: _, ...row }) => row) : all;
    const saved = await office.call('PUT', `/workforce/${body.data.id}`, { json: { rows } });
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
  }
});

const begin = async (customerID: number) =>
  office.acting(tgss).post('/reconciliations', { customerID, cert_secret_sepe: sepe });

/** Goes on with a comparison as the schedule and the consumers do, until its end. */
const onward = async (id: string) => {
  for (let rounds = 0; rounds < 40; rounds++) {
    await queues.makeAll(4);
    const one = (await stores.reconciliation.getReconciliation(accountId, id))!;
    if ((await driveReconciliation(service.services, one)).state === 'ended') {
      const { body } = await office.get(`/reconciliations/${id}`, { perPage: 50 });
      return body.data;
    }
  }
  throw new Error('the comparison did not come to an end');
};
const reconciled = async (customerID: number) => {
  const { status, body } = await begin(customerID);
  expect(status, JSON.stringify(body)).toBe(200);
  return onward(body.data.reconciliation.id);
};

test('the list of the authorities, compared with itself, has no difference', async () => {
  const asked: number[] = [];
  for (const id of ids) {
    const before = await authorities.requests();
    const { reconciliation, differences } = await reconciled(id);
    asked.push((await authorities.requests()) - before);
    expect(differences).toEqual([]);
    expect(reconciliation.not_compared).toEqual([]);
    expect(reconciliation.readings).toEqual({ asked: WORKERS + 3, answered: WORKERS + 3, failed: 0 });
  }
  // The first one logs in. After that a company of 40 workers takes 133 requests to the authorities: three a worker, and the lists. Where
  // the office knows no numbers, the numbers of the two who have left are looked for in the lists of TGSS.
  expect(asked.slice(1)).toEqual([133, 147]);
});

interface Shown {
  kind: string;
  dni: string;
  field: string | null;
  mends: { operation: string; body: Record<string, unknown>; lacks: string[] };
}

test('all of 25 changes by hand are found, none is invented, and each worker costs one reading', async () => {
  const { changes, expected } = changesIn(today, companies);
  expect(changes).toHaveLength(25);
  await authorities.changeByHand(changes);
  const found: Shown[] = [];
  for (const [place, id] of ids.entries()) {
    const { reconciliation, differences } = await reconciled(id);
    expect(reconciliation.not_compared).toEqual([]);
    found.push(...differences);
    // Two lists, each worker, a stranger, and the certificates of who left with a right to benefits; in the third, a contract more.
    const asked = WORKERS + 4 + (place === 2 ? 1 : 0);
    expect(reconciliation.readings).toEqual({ asked, answered: asked, failed: 0 });
  }
  const sorted = (all: unknown[]) => all.map((one) => JSON.stringify(one)).toSorted();
  expect(sorted(found.map(({ kind, dni, field }) => [kind, dni, field]))).toEqual(sorted(expected));

  // The filing that mends one can be tried as it is.
  const group = found.find(({ field }) => field === 'grupo_cotizacion')!;
  expect(group.mends).toMatchObject({ operation: 'updateGroup', lacks: [] });
  const tried = await office
    .acting(tgss)
    .call('PUT', '/seg-social/contribution-group', { json: { ...group.mends.body, test: 1 } });
  expect(tried.status, JSON.stringify(tried.body)).toBe(200);
  const contract = found.find(({ kind }) => kind === 'contractMissing')!;
  expect(contract.mends.lacks).toContain('nivelFormativo');
});

test('the result is a sheet with each difference', async () => {
  const { body } = await begin(ids[0]!);
  const { id } = body.data.reconciliation;
  expect((await office.get(`/reconciliations/${id}/result`)).status).toBe(409);
  const { differences } = await onward(id);
  const sheet = await office.get(`/reconciliations/${id}/result`, { format: 'csv' });
  const text = Buffer.from(sheet.body.data.file.content, 'base64').toString('utf8');
  for (const { dni } of differences) expect(text).toContain(dni);
  expect(text.trim().split('\n')).toHaveLength(1 + differences.length);
});
