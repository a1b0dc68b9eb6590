import { expect, test } from 'vitest';
import { stores } from '../../../functions/stores.ts';
import { seed } from '../../../sandbox/seed.ts';
import { SLOTS } from '../../../shared/stores/filings/queue.ts';
import { newAccount, newCompany } from '../../support/accounts.ts';
import { storeNewCertificate } from '../../support/certificates.ts';
import { type Gateway, idOf } from '../../support/gateway.ts';
import { startWorkQueues } from '../../support/servers/work-queues.ts';
import { ownService } from '../../support/setup/own-service.ts';

/** One account's queued filings do not hold up another account's filings. */

/** The number of filings that the account queues. If the variable is set, times are printed. */
const MANY = Number(process.env.QUEUED ?? 30);

/** Filings in the order in which they began, with their account and waiting time in milliseconds. */
const made: { account: string; waited: number }[] = [];

/** The number of messages that were sent for each filing. */
const sends = new Map<string, number>();

const { service, requests } = await ownService({
  stores: {
    ...stores,
    workQueues: {
      ...stores.workQueues,
      sendWork: (filing) => {
        sends.set(filing.id, (sends.get(filing.id) ?? 0) + 1);
        return stores.workQueues.sendWork(filing);
      },
    },
  },
  log: {
    info: (message, facts) => {
      if (message === 'queued work') made.push(facts as unknown as (typeof made)[number]);
    },
    error: (message, facts) => console.error(message, facts),
  },
});
const queues = await startWorkQueues(service.services);

const withCertificate = async (who: Gateway): Promise<Gateway> => {
  const secret = await storeNewCertificate(who, { person: seed.demo.holder });
  return who.acting(secret).with({ Prefer: 'respond-async' });
};

test('an account with many queued requests delays only its own, and another account is among the first', async () => {
  const [many, one] = await Promise.all([
    withCertificate(service.caller),
    withCertificate(service.otherCaller),
  ]);
  const query = { regimen: service.demo.company.regimen, ccc: service.demo.company.ccc, options: 3 };
  const ask = async (who: Gateway) => {
    const { status } = await who.get('/seg-social/employees-in-enterprise', query);
    expect(status).toBe(202);
  };
  // A certificate allows 80 requests a minute.
  for (let asked = 0; asked < MANY; asked += 60) {
    const who = asked === 0 ? many : await withCertificate(service.caller);
    await Promise.all(Array.from({ length: Math.min(60, MANY - asked) }, () => ask(who)));
  }
  await ask(one);

  expect(await queues.makeAll(8)).toEqual([]);
  expect(made).toHaveLength(MANY + 1);
  const accounts = made.map(({ account }) => account);
  const other = accounts.find((account) => accounts.indexOf(account) === accounts.lastIndexOf(account));
  const place = accounts.indexOf(other!);
  const waits = made.toSorted((a, b) => a.waited - b.waited).map(({ waited }) => waited);
  if (process.env.QUEUED)
    console.log({
      of: MANY,
      place,
      waited: made[place]!.waited,
      median: waits[MANY >> 1],
      longest: waits.at(-1),
    });
  // Only filings that already had a slot, or got theirs at the same moment, may come before it.
  expect(place).toBeLessThanOrEqual(2 * SLOTS);
});

test('an account has its filings made before questions, and its client companies take turns', async () => {
  const { gateway: account } = await newAccount(service.demo.baseUrl);
  const [one, other] = [await newCompany(account), await newCompany(account)];
  const [ofAccount, ofOne, ofOther] = await Promise.all(
    [account, one.gateway, other.gateway].map(withCertificate),
  );
  const { request } = requests['GET /seg-social/life-affiliate']!;
  const ask = async (who: Gateway) =>
    idOf(await who.get('/seg-social/life-affiliate', request as Record<string, string>));
  const slow: string[] = [];
  for (let count = 0; count < 10; count++) slow.push(await ask(ofOne!));
  const change = requests['PUT /seg-social/cno']!.request;
  const filing = idOf(await ofAccount!.call('PUT', '/seg-social/cno', { json: change }));
  const question = await ask(ofOther!);
  // None of the ten has been answered, and the filing has its message all the same.
  expect(await queues.take()).toEqual(expect.arrayContaining([...slow.slice(0, SLOTS - 1), filing]));
  expect(sends.has(slow[SLOTS - 1]!)).toBe(false);
  expect(sends.has(question)).toBe(false);

  // One of the ten ends, and the next one belongs to the other company.
  const [first] = slow;
  await queues.deliver('/api/v4/seg-social', first!);
  expect(await stores.filings.getFiling(first!)).toMatchObject({ state: 'answered' });
  expect(sends.has(question)).toBe(true);
  expect(sends.has(slow[SLOTS - 1]!)).toBe(false);
  for (const id of [...slow.slice(1), filing, question]) await account.delete(`/tramites/${id}`);
});

test('many more queued filings than slots end, each with a bounded number of messages', async () => {
  const { gateway } = await newAccount(service.demo.baseUrl);
  const who = await withCertificate(gateway);
  const change = requests['PUT /seg-social/cno']!.request;
  const ids: string[] = [];
  for (let count = 0; count < 5 * SLOTS; count++) {
    const json = { ...change, cno: String(6000 + count) };
    ids.push(idOf(await who.call('PUT', '/seg-social/cno', { json })));
  }
  expect(await queues.makeAll(8)).toEqual([]);
  for (const id of ids) expect(await stores.filings.getFiling(id)).toMatchObject({ state: 'accepted' });
  const all = ids.map((id) => sends.get(id) ?? 0);
  expect(Math.min(...all)).toBeGreaterThanOrEqual(1);
  // Two functions that end at the same moment may both send the message of the next filing.
  expect(Math.max(...all)).toBeLessThanOrEqual(SLOTS);
  expect(all.reduce((sum, count) => sum + count)).toBeLessThanOrEqual(2 * ids.length);
});
