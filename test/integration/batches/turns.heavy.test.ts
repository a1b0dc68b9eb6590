import { beforeEach, expect, test } from 'vitest';
import { stores } from '../../../functions/stores.ts';
import { persons } from '../../../sandbox/population.ts';
import { makeSeed, seed } from '../../../sandbox/seed.ts';
import { SLOTS } from '../../../shared/stores/filings/queue.ts';
import { newAccount } from '../../support/accounts.ts';
import { storeNewCertificate } from '../../support/certificates.ts';
import type { Gateway } from '../../support/gateway.ts';
import { startWorkQueues } from '../../support/servers/work-queues.ts';
import { newService } from '../../support/setup/own-service.ts';
import { mondayFile } from '../../support/sheets/monday.ts';

/** While one account's batch is worked on, another account's requests get their turn. */

const MANY = 30;

/** A batch is not driven again in the first seconds after a step. */
let ahead = 0;
/** The accounts of processed filings, in the order of processing. */
let made: string[] = [];
const world = makeSeed(seed.today);
world.state.persons = persons(0, 1000);
world.state.tgss.registrations = [];
const { service } = await newService(
  {
    now: () => new Date(Date.now() + ahead),
    log: {
      info: (message, { account }) => {
        if (message === 'queued work') made.push(String(account));
      },
      error: (message, facts) => console.error(message, facts),
    },
  },
  { seed: world },
);
const queues = await startWorkQueues(service.services);

interface Tenant {
  accountId: string;
  gateway: Gateway;
}
let one: Tenant;
let other: Tenant;
const newTenant = async (): Promise<Tenant> => {
  const { accountId, gateway } = await newAccount(service.demo.baseUrl);
  const secret = await storeNewCertificate(gateway, { person: seed.demo.holder });
  return { accountId, gateway: gateway.acting(secret) };
};
beforeEach(async () => {
  [one, other] = [await newTenant(), await newTenant()];
  made = [];
});

const send = async ({ gateway }: Tenant, count: number): Promise<string> => {
  const content = mondayFile(seed.demo.company, persons(100, count)).corrected.toString('base64');
  const { body } = await gateway.post('/batches', { name: 'Altas', file: { name: 'altas.xlsx', content } });
  expect(body.data).toMatchObject({ wrong: [], batch: { rows: count } });
  return body.data.batch.id;
};
/** The position of an account's last filing, from 1. */
const lastOf = ({ accountId }: Tenant) => made.lastIndexOf(accountId) + 1;
/** Filings of the other account that may come first: the ones that had a slot, and the ones that get theirs at the same moment. */
const BEFORE = 2 * SLOTS;

test('a request of another account is made among the first while a large batch is under way', async () => {
  await send(one, MANY);
  const [worker] = persons(500, 1);
  const { status } = await other.gateway.with({ Prefer: 'respond-async' }).get('/seg-social/life-affiliate', {
    regimen: seed.demo.company.regimen,
    ccc: seed.demo.company.ccc,
    nss: worker!.nss,
  });
  expect(status).toBe(202);
  await queues.makeAll();
  expect(made).toHaveLength(MANY + 1);
  expect(lastOf(other)).toBeGreaterThan(0);
  expect(lastOf(other)).toBeLessThanOrEqual(BEFORE + 1);
});

test('a small batch of another account takes turns with a large one', async () => {
  await send(one, MANY);
  const few = 6;
  const id = await send(other, few);
  await queues.makeAll();
  expect(made).toHaveLength(MANY + few);
  // One filing of the other account for each of its rows.
  expect(lastOf(other)).toBeLessThanOrEqual(2 * few + BEFORE);
  expect(lastOf(one)).toBe(MANY + few);
  ahead += 5_000;
  expect((await other.gateway.get(`/batches/${id}`)).body.data.batch).toMatchObject({
    state: 'previewed',
    counts: { tried: few },
  });
});

test('the schedule continues first the batch that has waited longest', async () => {
  const [id, otherId] = [await send(one, 2), await send(other, 2)];
  const own = [id, otherId];
  const due = async () =>
    (await stores.batches.dueBatches(new Date(Date.now() + 1e9))).flatMap(({ id }) =>
      own.includes(id) ? [id] : [],
    );
  expect(await due()).toEqual([id, otherId]);
  ahead += 5_000;
  // The batch was driven again, so now the other account comes first.
  await one.gateway.get(`/batches/${id}`);
  expect(await due()).toEqual([otherId, id]);
});
