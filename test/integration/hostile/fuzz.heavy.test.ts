import { expect, test } from 'vitest';
import { realServices } from '../../../functions/services.ts';
import { uncounted } from '../../fuzz/memory.ts';
import { runFuzz } from '../../fuzz/run-fuzz.ts';
import { sessionOf } from '../../support/accounts.ts';
import { groups } from '../../support/infra/groups.ts';
import { ownService } from '../../support/setup/own-service.ts';

/** Some requests of `npm run fuzz`, different ones in each run; the message of a failure has the seed. */

const COUNT = 3_000;
/** Milliseconds. Some 400 of the requests are passed on to an emulator, which takes minutes on a busy machine. */
const PATIENCE = 1_800_000;
const { service } = await ownService({
  stores: { ...realServices.stores, rateWindows: uncounted(realServices.stores) },
});

test(
  'no request gets an answer with an error of the gateway, and the reference describes each answer',
  async () => {
    const seed = Math.floor(Math.random() * 1_000_000);
    const caller = async () => sessionOf(service.demo.baseUrl, service.email);
    const fuzzed = { demo: service.demo, groups, services: service.services, caller };
    const report = await runFuzz(fuzzed, { seed, count: COUNT, sentOn: 8 });
    expect(report.events).toBe(COUNT);
    // Without any success, hardly anything would have been tested.
    expect(report.statuses['200'] ?? 0).toBeGreaterThan(20);
    // Invalid requests are refused in memory; otherwise `npm run fuzz` would take hours.
    expect(report.onEmulator).toBeLessThan(COUNT / 4);
    expect({ seed, failures: report.failures }).toEqual({ seed, failures: [] });
  },
  PATIENCE,
);
