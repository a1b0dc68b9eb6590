import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { LOCAL } from '../../../infra/local/run-folder.ts';
import { realServices } from '../../../shared/serving/services.ts';
import { runFuzz } from '../../fuzz/run-fuzz.ts';
import { sessionOf } from '../../support/accounts.ts';
import { groups } from '../../support/infra/groups.ts';
import { startService } from '../../support/local-service.ts';

/** A few requests of `npm run fuzz`, other ones each time; the seed is in the message of a failure. */

const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 1_000_000));
const count = Number(process.env.FUZZ_EVENTS ?? 600);

// How often one may ask is not what is tried, and would be the answer to most.
const rateWindows: typeof realServices.stores.rateWindows = {
  ...realServices.stores.rateWindows,
  countRequest: async (_scope, limit, now) => ({
    limit,
    remaining: limit,
    reset: Math.ceil(now.getTime() / 60_000) * 60,
    admitted: true,
    retryAfter: 0,
  }),
};
const service = await startService({ stores: { ...realServices.stores, rateWindows } });
afterAll(service.close);

test('whatever is sent, no answer is an error of ours, and each is one that the reference tells', async () => {
  const caller = async () => sessionOf(service.demo.baseUrl, service.email);
  const begun = performance.now();
  const report = await runFuzz({ demo: service.demo, groups, caller }, { seed, count });
  const seconds = Math.round((performance.now() - begun) / 1000);
  if (process.env.FUZZ_EVENTS) {
    mkdirSync(LOCAL, { recursive: true });
    writeFileSync(join(LOCAL, 'fuzz.json'), `${JSON.stringify({ seconds, ...report }, undefined, 2)}\n`);
  }
  expect(report.events).toBe(count);
  // Otherwise hardly anything was tried.
  expect(report.statuses['200'] ?? 0).toBeGreaterThan(count / 100);
  expect(report).toMatchObject({ seed, serverErrors: [], outsideSchema: [] });
}, 1_200_000);
