import { expect, test } from 'vitest';
import { FAILURES_TO_OPEN } from '../../shared/authorities/channel/breaker.ts';
import type { Gateway } from '../support/gateway.ts';
import { ownService } from '../support/setup/own-service.ts';

/** An authority that fails for some workers only, and which requests are then stopped. */

const { service, authorities, tgss: gateway } = await ownService();

/** Makes the authority answer with error pages while `done` runs. */
const whileFailing = async (done: () => Promise<void>) => {
  const { breakDown } = authorities;
  await breakDown('error-page');
  await done();
  await breakDown('none');
};
const reports = ['/seg-social/life-affiliate', '/seg-social/ta-info-for-nss'];
/** The last digits of the social security number of a worker whom the authority knows. */
const known = () => Number(service.demo.worker.nss) - 280000000000;
/** Requests a report about the worker with these last digits. */
const ask = async (who: Gateway, path: string, digits: number) => {
  const { regimen, ccc } = service.demo.company;
  const nss = String(280000000000 + digits);
  return (await who.get(path, { regimen, ccc, nss })).status;
};

test('a worker whose page is always an error does not stop the reports of others', async () => {
  await whileFailing(async () => {
    for (let time = 0; time < FAILURES_TO_OPEN; time++)
      for (const path of reports) expect(await ask(gateway, path, 99)).toBe(500);
  });
  expect(await ask(gateway, reports[0]!, known())).toBe(200);
});

test('a contribution account or holder whose page is always an error does not stop the reports of others', async () => {
  const { company, certificates } = service.demo;
  const { regimen, ccc } = company;
  const holder = gateway.acting(certificates.aeat);
  const lastYear = new Date().getFullYear() - 1;
  await whileFailing(async () => {
    for (let time = 0; time < FAILURES_TO_OPEN; time++) {
      const list = { regimen, ccc, options: (time % 3) + 1 };
      const employees = await gateway.get('/seg-social/employees-in-enterprise', list);
      expect(employees.status).toBe(500);
      const iae = await holder.get('/aeat/report-iae', { period: lastYear - time });
      expect(iae.status).toBe(500);
    }
  });
  expect(await ask(gateway, reports[0]!, known())).toBe(200);
  expect((await holder.get('/aeat/report-iae', { period: lastYear })).status).toBe(200);
});

test('error pages that a caller asks for with a scenario, for however many workers, stop no other caller', async () => {
  const staged = gateway.with({ 'X-Sandbox-Scenario': 'error-page' });
  for (let worker = 1; worker <= 2 * FAILURES_TO_OPEN; worker++)
    expect(await ask(staged, reports[0]!, worker)).toBe(500);
  expect(await ask(gateway, reports[0]!, known())).toBe(200);
});

test('error pages for several workers in a row stop the calls to the authority', async () => {
  await whileFailing(async () => {
    for (let worker = 1; worker <= FAILURES_TO_OPEN; worker++)
      expect(await ask(gateway, reports[0]!, worker)).toBe(500);
  });
  expect(await ask(gateway, reports[0]!, known())).toBe(503);
});
