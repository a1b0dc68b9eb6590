import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { GatewayEvent } from '../../../functions/capabilities/events/gateway-event.ts';
import { stores } from '../../../functions/stores.ts';
import { seed } from '../../../sandbox/seed.ts';
import { newCompany } from '../../support/accounts.ts';
import { storeNewCertificate } from '../../support/certificates.ts';
import type { Gateway } from '../../support/gateway.ts';
import { ownService } from '../../support/setup/own-service.ts';
import { followChanges } from '../../support/stores/streams.ts';

/** Events as a program reads them, from the real streams of the tables. */

const { service, requests } = await ownService();
const { caller, accountId } = service;
const changes = await followChanges(service.services, { isOwn: () => [service.accountId] });

const read = async (query: Record<string, string | number> = {}, who = caller) =>
  (await who.get('/events', query)).body.data;
const cursor = async () => (await read({ after: 'now' })).cursor;

const file = (json: object, who: Gateway) =>
  who.call('PUT', '/seg-social/cno', { json: { ...requests['PUT /seg-social/cno']!.request, ...json } });

test('an event with the outcome of a filing exists once the stream was read, and is read once', async () => {
  const gateway = caller.acting(await storeNewCertificate(caller, { person: seed.demo.holder }));
  await changes.catchUp();
  const before = await cursor();
  const dry = await file({ cno: '2101', test: 1 }, gateway);
  expect(dry.status).toBe(200);
  const made = await file({ cno: '2101' }, gateway);
  expect(made.status).toBe(200);
  expect((await read({ after: before })).events).toEqual([]);
  const records = await changes.catchUp();
  const page = await read({ after: before, type: 'tramite.*' });
  expect(page).toMatchObject({
    events: [
      {
        type: 'tramite.accepted',
        subject: { kind: 'tramite', id: made.headers.get('x-tramite-id') },
        detail: { state: 'accepted' },
      },
    ],
    more: false,
    missed: false,
  });
  // Reading the same records again adds nothing.
  await changes.handle(records);
  expect((await read({ after: page.cursor })).events).toEqual([]);
});

test('a client company reads the events of its own certificates, and its office reads them by company', async () => {
  const { id, gateway: company } = await newCompany(caller);
  const after = await cursor();
  await storeNewCertificate(company, { person: seed.demo.holder });
  await storeNewCertificate(caller, { person: seed.demo.holder });
  await changes.catchUp();
  const typesOf = async (who: Gateway, query: Record<string, string> = {}) =>
    (await read({ after, ...query }, who)).events.map(
      ({ type, clientId }: { type: string; clientId: number | null }) => [type, clientId],
    );
  const own = [['certificate.uploaded', Number(id)]];
  expect(await typesOf(company)).toEqual([['user.invited', Number(id)], ...own]);
  expect(await typesOf(caller, { company: id, type: 'certificate.uploaded' })).toEqual(own);
  expect(await typesOf(caller, { type: 'certificate.*' })).toEqual([...own, ['certificate.uploaded', null]]);
  expect((await service.otherCaller.get('/events', { company: id })).status).toBe(404);
  expect(
    (await read({}, service.otherCaller)).events.map(({ type }: { type: string }) => type),
  ).not.toContain('certificate.uploaded');
});

describe('the secrecy of events between client companies', () => {
  /** Appends events about a certificate of a client company, or of the account. */
  const happen = async (clientId: number | undefined, times = 1, more: Partial<GatewayEvent> = {}) => {
    const events = Array.from(
      { length: times },
      (): GatewayEvent => ({
        id: randomUUID().replaceAll('-', ''),
        type: 'certificate.uploaded',
        at: new Date().toISOString(),
        subject: { kind: 'certificate', id: 'x' },
        ...(clientId && { clientId }),
        ...more,
      }),
    );
    await stores.events.appendEvents(accountId, events, { now: new Date() });
  };
  /** A client company, and its cursor in the list. */
  const reader = async () => {
    const made = await newCompany(caller);
    const { cursor: after } = await read({ after: 'now' }, made.gateway);
    return { id: Number(made.id), gateway: made.gateway, after: after as string };
  };

  test('the cursor of a company has the same length and another text each time, whatever happened to others', async () => {
    const { gateway, after } = await reader();
    await happen(undefined, 30);
    const pages = [await read({ after }, gateway), await read({ after }, gateway)];
    for (const page of pages)
      expect(page).toEqual({
        events: [],
        more: false,
        missed: false,
        cursor: expect.stringMatching(new RegExp(`^.{${after.length}}$`)),
      });
    expect(new Set([after, ...pages.map(({ cursor }) => cursor)]).size).toBe(3);
    // It continues from its cursor, and misses none of its events.
    await happen((await reader()).id);
    expect((await read({ after: pages[0].cursor }, gateway)).events).toEqual([]);
  });

  test('a page has only the events of its company, however many of others come before or after', async () => {
    const { id, gateway, after } = await reader();
    // More than one page.
    await happen(undefined, 1_010);
    await happen(id, 3);
    await happen(undefined, 5);
    const [first, rest] = [await read({ after, limit: 2 }, gateway), await read({ after }, gateway)];
    expect([first.events.length, first.more]).toEqual([2, true]);
    expect([rest.events.length, rest.more, rest.missed]).toEqual([3, false, false]);
    const last = await read({ after: first.cursor, limit: 1 }, gateway);
    expect([last.events.length, last.more]).toEqual([1, false]);
    const own = await read({ after: rest.events[1].cursor }, gateway);
    expect(own.events.map((one: { id: string }) => one.id)).toEqual([rest.events[2].id]);
    expect(rest.events[0].cursor).toHaveLength(after.length);
  });

  test('a cursor that was made up, or is from before they were encrypted, begins with the oldest event', async () => {
    const { id, gateway, after } = await reader();
    await happen(id);
    for (const made of ['0-0', '1204-3', '999999999999999-0']) {
      const { events, more, missed } = await read({ after: made }, gateway);
      expect([events.length, more, missed]).toEqual([1, false, false]);
    }
    const other = await reader();
    for (const foreign of [other.after, `${after.slice(0, -2)}xx`])
      expect((await gateway.get('/events', { after: foreign })).status).toBe(422);
    expect((await caller.get('/events', { after })).status).toBe(422);
  });

  test('a company learns whether it missed events by the age of its cursor, and not by what was deleted', async () => {
    const of = { accountId, clientId: 1 };
    const now = new Date();
    const days = (number: number) => new Date(now.getTime() + number * 86_400_000);
    const text = await stores.events.sealPlace(of, [12, 3], now);
    const opened = { place: [12, 3], isOld: false };
    expect(await stores.events.openPlace(of, text, days(29))).toEqual(opened);
    expect(await stores.events.openPlace(of, text, days(31))).toEqual({ ...opened, isOld: true });
    expect(await stores.events.openPlace({ ...of, clientId: 2 }, text, now)).toBeUndefined();
  });

  test('the events of a company never show the number of another company', async () => {
    const { id, gateway, after } = await reader();
    const other = await reader();
    const from = await cursor();
    await happen(id, 1, { companyId: other.id });
    const companyIn = ({ events }: { events: { clientId: number; company: number | null }[] }) =>
      events.filter(({ clientId }) => clientId === id).at(-1)!.company;
    expect(companyIn(await read({ after }, gateway))).toBeNull();
    expect(companyIn(await read({ after: from, company: id }))).toBe(other.id);
  });
});

test('a request for events with an invalid cursor or type is refused with its field', async () => {
  const { status, body } = await caller.get('/events', { after: 'x', type: 'tramite.done' });
  expect(status).toBe(422);
  expect(body.errors.type).toEqual([
    expect.stringMatching(/^type: No existe: tramite\.done\. Hay: tramite\.accepted, /),
  ]);
  expect(body.errors).toHaveProperty('after');
});
