import { afterAll, beforeAll, expect, test } from 'vitest';
import { toP12 } from '../../../sandbox/pki/p12.ts';
import { issueClient } from '../../../sandbox/pki/pki.ts';
import { seed } from '../../../sandbox/seed.ts';
import { SLOTS } from '../../../shared/stores/filings/queue.ts';
import type { Gateway } from '../../support/gateway.ts';
import { startService } from '../../support/local-service.ts';
import { startWorkQueues } from '../../support/servers/work-queues.ts';

/** What one account has queued does not hold up what another one has. */

/** How many the account queues; with the variable set, the times are shown. */
const MANY = Number(process.env.QUEUED ?? 30);

let service: Awaited<ReturnType<typeof startService>>;
let queues: Awaited<ReturnType<typeof startWorkQueues>>;
/** What was made, in the order in which it began, with its account and its waiting time in milliseconds. */
const made: { account: string; waited: number }[] = [];

beforeAll(async () => {
  service = await startService({
    log: {
      info: (message, facts) => {
        if (message === 'queued work') made.push(facts as unknown as (typeof made)[number]);
      },
      error: (message, facts) => console.error(message, facts),
    },
  });
  queues = await startWorkQueues(service.services);
}, MANY * 2_000);
afterAll(() => service.close());

const withCertificate = async (who: Gateway): Promise<Gateway> => {
  const p12 = toP12(await issueClient(service.authority, { person: seed.demo.holder }), 'clave');
  const { body } = await who.upload(p12, { password: 'clave' });
  return who.acting(body.data.cert_secret).with({ Prefer: 'respond-async' });
};

test(
  'an account with many waits for itself; another one is served among the first',
  async () => {
    const [many, one] = await Promise.all([
      withCertificate(service.caller),
      withCertificate(service.otherCaller),
    ]);
    const query = { regimen: service.demo.company.regimen, ccc: service.demo.company.ccc, options: 3 };
    const ask = async (who: Gateway) => {
      const { status } = await who.get('/seg-social/employees-in-enterprise', query);
      expect(status).toBe(202);
    };
    // A certificate may ask 80 times a minute.
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
    // Only those that had a slot when it came may be made before it, and those that got theirs at the same moment.
    expect(place).toBeLessThanOrEqual(2 * SLOTS);
  },
  MANY * 2_000,
);
