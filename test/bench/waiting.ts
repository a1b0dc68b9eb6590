import { setTimeout as sleep } from 'node:timers/promises';
import { toP12 } from '../../sandbox/pki/p12.ts';
import { issueClient } from '../../sandbox/pki/pki.ts';
import { newAccount } from '../support/accounts.ts';
import { startService } from '../support/local-service.ts';

import { manyTenants, startManyWorlds } from '../support/servers/many-tenants.ts';
import { slowdown } from '../support/setup/slowdown.ts';
import { eventOf } from './calls.ts';
import { reportWaiting } from './costs/costs.ts';
import { bundledFunction, measured } from './processes.ts';
import type { HandlerCall } from './programs/measure.ts';
import { report } from './results.ts';

/** Certificates, each of an account of its own. */
const TENANTS = 16;
const IN_FLIGHT = [1, 8, 32, 64];
/** Calls one after another of each that is in flight: some that are not measured, then those that are. */
const WARM_UP = 1;
const TIMES = 3;
/** The question (ATR37) has four requests. All together an authority takes 1.5 seconds. */
const ANSWER_MS = 1_500 / 4;

/** How often it is measured again where the machine was too busy: an AWS call may take three seconds, also an emulator's. */
const TRIES = 5;
/** What an account may ask in a minute starts again. */
const NEXT_MINUTE_MS = 61_000;
/** Longest wait for a machine that is not busy. */
const QUIET_MS = 120_000;

const untilQuiet = async (): Promise<void> => {
  const end = Date.now() + QUIET_MS;
  while (slowdown() > 1.5 && Date.now() < end) await sleep(3_000);
};

/** Measures when the machine has time for it, and again where it had not. @returns `undefined` where it never had */
const patiently = async <T>(name: string, measure: () => Promise<T>): Promise<T | undefined> => {
  for (let time = 1; time <= TRIES; time++) {
    if (time > 1) await sleep(NEXT_MINUTE_MS);
    await untilQuiet();
    try {
      return await measure();
    } catch (error) {
      console.log(`${name}, not measured: ${(error as Error).message}`);
    }
  }
  process.exitCode = 1;
  return undefined;
};

/** What one process does while it waits for authorities: with so many requests in flight, over many certificates. */
export const benchWaiting = async (): Promise<void> => {
  const service = await startService();
  const { authority, server } = service;
  const { tenants, firstState } = manyTenants(TENANTS);
  const worlds = await startManyWorlds({ authority, server }, firstState, () => sleep(ANSWER_MS));
  try {
    const first = await issueClient(authority, { person: tenants[0]!.holder });
    const calls: HandlerCall[] = [];
    for (const { holder, account, worker } of tenants) {
      const { gateway } = await newAccount(service.demo.baseUrl);
      const issued = await issueClient(authority, { person: holder }, { key: first.key });
      const { body } = await gateway.upload(toP12(issued, 'clave', { rounds: 1 }), {
        ...{ password: 'clave', type: '1' },
      });
      const headers = { Authorization: `Bearer ${gateway.token}`, 'X-Cert-Secret': body.data.cert_secret };
      const { regimen, ccc } = account;
      const sent = { regimen, ccc, nss: worker.nss, startDate: worker.fecha_alta };
      calls.push({ event: eventOf('GET', '/seg-social/idc', headers, sent), status: 200 });
    }
    const module = await bundledFunction('seg-social');
    const { url } = worlds;
    const authorities = { TGSS_URL: url, SEPE_URL: url, AEAT_URL: url, DEHU_URL: url };
    // A busy machine may take long; so an authority has as long as a stage may give it.
    const env = { ...authorities, API_SECONDS: '120' };
    /** @param certificates over which the calls are spread: an account may ask 30 times a minute */
    const measure = async (
      inFlight: number,
      { certificates = TENANTS, times = TIMES, warmUp = WARM_UP } = {},
    ) => {
      const loops = Array.from({ length: inFlight }, (_, index) => calls[index % certificates]!);
      const { call, end } = await measured({ module, first: calls[0]! }, env);
      try {
        if (warmUp) await call({ loops, times: warmUp, over: 1_500 });
        const before = worlds.bytes();
        const { cpu, wall, most } = await call({ loops, times, over: 1_500 });
        const requests = inFlight * times;
        return {
          ...{ cpu: cpu / requests, rate: (requests * 1000) / wall, memory: most / 2 ** 20 },
          bytes: (worlds.bytes() - before) / requests,
        };
      } finally {
        end();
      }
    };
    console.log('\nOne process that waits for an authority');
    const measurements = new Map<number, Awaited<ReturnType<typeof measure>>>();
    for (const inFlight of IN_FLIGHT) {
      const name = `${inFlight} in flight`;
      const measurement = await patiently(name, () => measure(inFlight));
      if (!measurement) continue;
      measurements.set(inFlight, measurement);
      const { cpu, rate, memory } = measurement;
      const goals = inFlight === IN_FLIGHT.at(-1);
      report(`${name}, requests a second`, rate, '/s');
      report(`${name}, CPU of each`, cpu, 'ms', goals ? 40 : undefined);
      report(`${name}, most memory`, memory, 'MiB', goals ? 400 : undefined);
    }
    const name = '16 in flight with one certificate, requests a second';
    const one = await patiently(name, () => measure(16, { certificates: 1, times: 1, warmUp: 0 }));
    if (one) report(name, one.rate, '/s');
    const alone = measurements.get(IN_FLIGHT[0]!);
    const together = measurements.get(IN_FLIGHT.at(-1)!);
    // What was not measured costs nothing that could be told.
    if (alone && together) reportWaiting({ alone: alone.cpu, together: together.cpu, bytes: together.bytes });
  } finally {
    await worlds.close();
    await service.close();
  }
};
