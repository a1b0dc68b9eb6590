import { expect, test } from 'vitest';
import { seed } from '../../../sandbox/seed.ts';
import { dayAfter, madridDay, startOfMadridDay } from '../../../shared/kernel/spanish-time.ts';
import { newAccount, sessionOf } from '../../support/accounts.ts';
import { storeNewCertificate } from '../../support/certificates.ts';
import { idOf } from '../../support/gateway.ts';
import { type Faults, failingServices } from '../../support/servers/failing-services.ts';
import { startWorkQueues } from '../../support/servers/work-queues.ts';
import { newService } from '../../support/setup/own-service.ts';

/** Requests that are made on one day and carried out on the next. */

let faults: Faults = {};
const now = () => new Date(Date.now() + (faults.now ?? 0));
const { service, requests } = await newService(
  failingServices(() => faults),
  { now },
);
const queues = await startWorkQueues(service.services);

/** Moves all clocks to some minutes after the next midnight in Madrid. */
const tomorrow = dayAfter(madridDay(new Date()), { days: 1 });
const moveTo = (minutes: number) => {
  faults = { now: startOfMadridDay(tomorrow).getTime() + minutes * 60_000 - Date.now() };
};

test('an act is late or too early by the day on which it is sent, and not by the day of its request', async () => {
  moveTo(-2);
  const { email } = await newAccount(service.demo.baseUrl);
  const caller = await sessionOf(service.demo.baseUrl, email, now());
  const gateway = caller.acting(await storeNewCertificate(caller, { person: seed.demo.holder }));
  const { regimen, ccc } = service.demo.company;
  const ask = async (
    { identificacion, nss, dni }: (typeof seed.demo.newWorkers)[number],
    fecha_real: string,
  ) => {
    const alta = { ...requests['POST /seg-social/alta']!.request, duplicate: 0 };
    const json = { ...alta, identificacion, nss, dni, regimen, ccc, fecha_real };
    return idOf(await gateway.with({ Prefer: 'respond-async' }).post('/seg-social/alta', json));
  };
  const record = async (id: string) => (await gateway.get(`/tramites/${id}`)).body.data;

  const id = await ask(seed.demo.newWorkers[0]!, tomorrow);
  const early = await ask(seed.demo.newWorkers[1]!, dayAfter(tomorrow, { days: 60 }));
  expect(await record(id)).toMatchObject({ state: 'queued', warnings: [] });
  moveTo(2);
  expect(await queues.makeAll()).toEqual([]);
  expect(await record(id)).toMatchObject({
    state: 'accepted',
    warnings: [expect.stringContaining('el mismo día del inicio')],
  });
  // On the day before, it was more than sixty days ahead.
  expect(await record(early)).toMatchObject({ state: 'accepted', warnings: [] });
});
