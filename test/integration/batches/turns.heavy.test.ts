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

/** While a batch of one account is worked on, what another account asks for has its turn. */

const MANY = 30;

/** Nothing new of a batch is looked for in the seconds after it went on. */
let ahead = 0;
/** Whose work was made, in the order in which it was. */
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
/** Where the last work of an account is, from 1. */
const lastOf = ({ accountId }: Tenant) => made.lastIndexOf(accountId) + 1;
/** Messages that may be made before: those that had a slot, and those that get theirs at the same moment. */
const BEFORE = 2 * SLOTS;

test('a request of another account is made among the first while a large batch is under way', async () => {
  await send(one, MANY);
  const [worker] = persons(500, 1);
  const { status } = await other.gateway.with({ Prefer: 'respond-async' }).get('/seg-social/life-affiliate', {
    ...{ regimen: seed.demo.company.regimen, ccc: seed.demo.company.ccc, nss: worker!.nss },
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
  // For each of its rows one of the other's.
  expect(lastOf(other)).toBeLessThanOrEqual(2 * few + BEFORE);
  expect(lastOf(one)).toBe(MANY + few);
  ahead += 5_000;
  expect((await other.gateway.get(`/batches/${id}`)).body.data.batch).toMatchObject({
    state: 'previewed',
    counts: { tried: few },
  });
});

test('the schedule goes on first with the batch that has waited longest', async () => {
  const [id, otherId] = [await send(one, 2), await send(other, 2)];
  const own = [id, otherId];
  const due = async () =>
    (await stores.batches.dueBatches(new Date(Date.now() + 1e9))).flatMap(({ id }) =>
      own.includes(id) ? [id] : [],
    );
  expect(await due()).toEqual([id, otherId]);
  ahead += 5_000;
  // It went on: the other one comes first now.
  await one.gateway.get(`/batches/${id}`);
  expect(await due()).toEqual([otherId, id]);
});
