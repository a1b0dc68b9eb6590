import { setTimeout as sleep } from 'node:timers/promises';
import { toP12 } from '../../sandbox/pki/p12.ts';
import { issueClient } from '../../sandbox/pki/pki.ts';
import { newAccount } from '../support/accounts.ts';
import { startService } from '../support/local-service.ts';
import { manyTenants, startManyWorlds } from '../support/servers/many-tenants.ts';
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

/** The emulator's calls take over three seconds where the machine is busy: then there is nothing to measure. */
const notKeptUp = (error: unknown): undefined => {
  console.log(`not measured: ${(error as Error).message}`);
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
    const env = { TGSS_URL: url, SEPE_URL: url, AEAT_URL: url, DEHU_URL: url };
    /** @param certificates over which the calls are spread: an account may ask 30 times a minute */
    const measure = async (
      inFlight: number,
      { certificates = TENANTS, times = TIMES, warmUp = WARM_UP } = {},
    ) => {
      const loops = Array.from({ length: inFlight }, (_, index) => calls[index % certificates]!);
      const { call, end } = await measured({ module, first: calls[0]! }, env);
      try {
        if (warmUp) await call({ loops, times: warmUp, over: 1_500 });
        const { cpu, wall, most } = await call({ loops, times, over: 1_500 });
        const requests = inFlight * times;
        return { cpu: cpu / requests, rate: (requests * 1000) / wall, memory: most / 2 ** 20 };
      } finally {
        end();
      }
    };
    console.log('\nOne process that waits for an authority');
    let busiest = { cpu: 0 };
    for (const inFlight of IN_FLIGHT) {
      const measurement = await measure(inFlight).catch(notKeptUp);
      if (!measurement) continue;
      const { cpu, rate, memory } = measurement;
      busiest = { cpu };
      const goals = inFlight === IN_FLIGHT.at(-1);
      const name = `${inFlight} in flight`;
      report({ name: `${name}, requests a second`, goal: null, value: rate, unit: '/s' });
      report({ name: `${name}, CPU of each`, goal: goals ? 40 : null, value: cpu, unit: 'ms' });
      report({ name: `${name}, most memory`, goal: goals ? 400 : null, value: memory, unit: 'MiB' });
    }
    const one = await measure(16, { certificates: 1, times: 1, warmUp: 0 }).catch(notKeptUp);
    const name = '16 in flight with one certificate, requests a second';
    if (one) report({ name, goal: null, value: one.rate, unit: '/s' });
    reportWaiting(busiest.cpu);
  } finally {
    await worlds.close();
    await service.close();
  }
};
