import { beforeAll, expect, test } from 'vitest';
import type { GatewayEvent } from '../../../functions/capabilities/events/gateway-event.ts';
import { takeReminders } from '../../../functions/capabilities/events/reminders.ts';
import { lookForNotices } from '../../../functions/capabilities/notifications/look.ts';
import { realServices } from '../../../functions/services.ts';
import { seed } from '../../../sandbox/seed.ts';
import { dayAfter, daysLater, madridDay, startOfMadridDay } from '../../../shared/kernel/spanish-time.ts';
import { storeNewCertificate } from '../../support/certificates.ts';
import { asFunction } from '../../support/iam/recorder.ts';
import { atAuthorities } from '../../support/sandbox.ts';
import { ownService } from '../../support/setup/own-service.ts';
import { followChanges } from '../../support/stores/streams.ts';

/** Notifications cause obligations, whether a program or the schedule lists them, and listing never opens one. */

const { dehu } = seed.demo;
/** A time of day at which notifications are checked. */
let clock = new Date(startOfMadridDay(madridDay(daysLater(new Date(), 2))).getTime() + 8 * 3_600_000);
const { service, authorities } = await ownService();
const changes = await followChanges(service.services, {
  isOwn: () => [service.accountId],
  tables: ['ACCOUNTS_TABLE', 'FILINGS_TABLE', 'OBLIGATIONS_TABLE'],
});
const program = service.caller.acting(service.demo.certificates.dehu);

beforeAll(async () => {
  // Its expiry is an obligation of the same company.
  await storeNewCertificate(service.caller, { person: seed.demo.holder });
  await caughtUp();
});

const caughtUp = async () => {
  while ((await changes.catchUp()).length > 0);
};
/** Runs the schedule at a time. */
const look = async () => {
  const own = new Set([service.accountId]);
  const accounts = {
    ...service.services.stores.accounts,
    listAccounts: async () =>
      (await realServices.stores.accounts.listAccounts()).filter(({ id }) => own.has(id)),
  };
  const stores = { ...service.services.stores, accounts };
  const looks = await asFunction('due-filings', () =>
    lookForNotices({ ...service.services, stores, now: () => clock }),
  );
  await caughtUp();
  return looks;
};
const nextHalf = () => {
  clock = new Date(clock.getTime() + 12 * 3_600_000);
};
const opened = () => authorities.submissions('dehu.acceso');
const events = async (): Promise<GatewayEvent[]> =>
  (await service.caller.get('/events', { type: 'notification.*', limit: 100 })).body.data.events;
const obligations = async (state = 'open'): Promise<{ rule: { id: string }; of: string; id: string }[]> => {
  const all = await Promise.all(
    (state === 'open' ? ['open', 'near', 'late'] : [state]).map(
      async (one) => (await service.caller.get('/obligations', { state: one })).body.data.data,
    ),
  );
  return all.flat().filter(({ rule }) => rule.id !== 'certificado-digital');
};

test('new notifications are not looked for until the account switches that on, and only at the authority of the certificate', async () => {
  expect(await look()).toBe(0);
  const at = (secret: string) => `/certificate/${encodeURIComponent(secret)}/notifications`;
  const put = (secret: string, authorities: string[]) =>
    service.caller.call('PUT', at(secret), { json: { authorities } });
  const { dehu: own, aeat } = service.demo.certificates;
  expect((await put(aeat, ['dehu'])).body.errors.authorities[0]).toContain('dehu');
  expect((await put(own, ['sepe'])).status).toBe(422);
  const other = await service.otherCaller.call('PUT', at(own), { json: { authorities: ['dehu'] } });
  expect(other.status).toBe(404);
  expect((await put(own, ['dehu', 'dehu'])).body.data).toEqual({ authorities: ['dehu'] });
  const listed = (await service.caller.get('/certificate', {})).body.data.data;
  expect(
    listed.map(({ watches }: { watches: string[] }) => watches).filter((one: string[]) => one.length),
  ).toEqual([['dehu']]);
});

test('the schedule lists pending notifications once in half a day, and opens none', async () => {
  // Checking was switched on after this half of the day had been checked.
  expect(await look()).toBe(0);
  nextHalf();
  expect(await look()).toBe(1);
  expect(await look()).toBe(0);
  const due = await obligations();
  expect(due.map(({ rule }) => rule.id)).toEqual(Array(7).fill('notificacion-dehu'));
  expect(due.map(({ of }) => of)).toContain(`${dehu.ofCompany.origin}-${dehu.ofCompany.identifier}`);
  expect((await events()).map(({ type }) => type)).toEqual(Array(7).fill('notification.new'));
  expect(await opened()).toBe(0);
});

test('a notification that is listed again, by the schedule or a program, is not new again', async () => {
  const before = await obligations();
  nextHalf();
  expect(await look()).toBe(1);
  expect((await program.get('/dehu/notifications-pending', { page: 1, limit: 50 })).status).toBe(200);
  await caughtUp();
  expect(await obligations()).toEqual(before);
  expect(await events()).toHaveLength(7);
});

test('a notification whose end is near has an event, and accepting it closes its obligation', async () => {
  const of = `${dehu.near.origin}-${dehu.near.identifier}`;
  const [near] = (await obligations()).filter((one) => one.of === of);
  expect(near).toMatchObject({
    state: 'near',
    due: dayAfter(madridDay(new Date(dehu.near.available)), { days: 10 }),
  });
  await asFunction('due-filings', () => takeReminders(service.services));
  const announced = (await events()).filter(({ subject }) => subject.id === near!.id);
  expect(announced.map(({ type }) => type)).toEqual(['notification.new', 'notification.near']);
  const { status, headers } = await program.post('/dehu/notification-accept', { id: of });
  expect(status).toBe(200);
  await caughtUp();
  const [closed] = (await obligations('closed')).filter((one) => one.of === of);
  expect(closed).toMatchObject({
    closedBy: { how: 'accepted', tramite: headers.get('x-tramite-id') },
  });
  expect(await opened()).toBe(1);
});

test('notifications of TGSS and the tax agency are looked for, too, with certificates for these', async () => {
  const control = atAuthorities(service.demo.authorities.control);
  const put = (secret: string, authorities: string[]) =>
    service.caller.call('PUT', `/certificate/${encodeURIComponent(secret)}/notifications`, {
      json: { authorities },
    });
  const { tgss, aeat } = service.demo.certificates;
  expect((await put(tgss, ['aeat'])).body.errors.authorities[0]).toContain('aeat');
  expect((await put(tgss, ['tgss'])).body.data).toEqual({ authorities: ['tgss'] });
  expect((await put(aeat, ['aeat'])).body.data).toEqual({ authorities: ['aeat'] });
  nextHalf();
  expect(await look()).toBe(3);
  const { notices, taxNotices } = seed.demo;
  const at = async (authority: string) =>
    (await obligations())
      .filter(({ rule }) => rule.id === `notificacion-${authority}`)
      .map(({ of }) => of)
      .toSorted();
  const pending = [notices.own, notices.red, ...notices.more].map(({ role, code }) => `${role}-${code}`);
  expect(await at('tgss')).toEqual(pending.toSorted());
  expect(await at('aeat')).toEqual([taxNotices.own.code, taxNotices.pending.code].toSorted());
  expect([await control.submissions('tgss.acuse'), await control.submissions('aeat.comparecencia')]).toEqual([
    0, 0,
  ]);
  expect((await events()).filter(({ type }) => type === 'notification.new')).toHaveLength(
    7 + pending.length + 2,
  );
  const id = taxNotices.pending.code;
  expect((await service.caller.acting(aeat).post('/aeat/notification-accept', { id })).status).toBe(200);
  await caughtUp();
  expect(await at('aeat')).toEqual([taxNotices.own.code]);
  for (const secret of [tgss, aeat]) await put(secret, []);
});

test('a notification that is not opened in ten days is reported as expired', async () => {
  const of = `${dehu.pending.origin}-${dehu.pending.identifier}`;
  expect((await service.caller.post('/sandbox/clock', { days: 12 })).status).toBe(200);
  const [late] = (await obligations('late')).filter((one) => one.of === of);
  expect(late).toBeDefined();
  const announced = (await events()).filter(({ subject }) => subject.id === late!.id);
  expect(announced.map(({ type }) => type)).toEqual([
    'notification.new',
    'notification.near',
    'notification.expired',
  ]);
});

test('a certificate that cannot be used does not let the schedule look with another one', async () => {
  nextHalf();
  const control = atAuthorities(service.demo.authorities.control);
  await control.breakDown('error-page');
  expect(await look()).toBe(1);
  await control.breakDown('none');
  nextHalf();
  expect(await look()).toBe(1);
  expect(await opened()).toBe(1);
});
