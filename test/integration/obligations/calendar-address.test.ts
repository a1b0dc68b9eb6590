import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { stores } from '../../../functions/stores.ts';
import { madridDay } from '../../../shared/kernel/spanish-time.ts';
import type { Fact } from '../../../shared/operation/fact.ts';
import { newAccount, newCompany, sessionOf } from '../../support/accounts.ts';
import { ENDS_OF_ACCESS } from '../../support/callers/ended-access.ts';
import { newUser } from '../../support/callers/users.ts';
import type { Gateway } from '../../support/gateway.ts';
import { ownService } from '../../support/setup/own-service.ts';

/** Obligations in a calendar program, at a secret address for each user. */

const DOCUMENT = '12345678Z';
const { service } = await ownService();
const { accountId } = service;

/** Causes the obligation to notify a contract, for a client company. */
const registered = async (company: number, document = DOCUMENT): Promise<void> => {
  const day = madridDay(new Date());
  const fact: Fact = {
    id: randomUUID(),
    kind: 'alta',
    at: new Date().toISOString(),
    how: 'accepted',
    date: day,
    account: '011128000000097',
    company,
    document,
    contractType: '100',
  };
  const mac = document.padEnd(64, '0').toLowerCase();
  await stores.obligations.learn(accountId, { kind: 'worker', mac }, { facts: [fact], today: day });
};

const make = async (by: Gateway, names?: boolean): Promise<string> => {
  const { status, body } = await by.post('/calendar/address', names === undefined ? {} : { names });
  expect(status).toBe(200);
  return body.data.url;
};
/** The unfolded lines of a calendar. */
const read = async (url: string) => {
  const answer = await fetch(url, { headers: { Connection: 'close' } });
  const text = await answer.text();
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    lines: text.replace(/\r\n[ \t]/g, '').split('\r\n'),
    text,
  };
};

test('a calendar has a day for each open obligation, without names unless they were asked for', async () => {
  const id = Number((await newCompany(service.caller)).id);
  const name = (await stores.clients.companyNames(accountId, [id])).get(id)!;
  await registered(id);
  const [one] = (await service.caller.get('/obligations')).body.data.data;
  const { status, type, lines, text } = await read(await make(service.caller));
  expect({ status, type }).toEqual({ status: 200, type: 'text/calendar; charset=utf-8' });
  expect(text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
  const next = new Date(`${one.due}T12:00:00Z`);
  next.setUTCDate(next.getUTCDate() + 1);
  expect(lines).toEqual(
    expect.arrayContaining([
      'BEGIN:VCALENDAR',
      `UID:${one.id}@pasarela`,
      `DTSTART;VALUE=DATE:${one.due.replaceAll('-', '')}`,
      `DTEND;VALUE=DATE:${next.toISOString().slice(0, 10).replaceAll('-', '')}`,
      `SUMMARY:Comunicar el contrato al SEPE · cliente ${id}`,
    ]),
  );
  for (const personal of [DOCUMENT, name]) expect(text).not.toContain(personal);

  const named = await read(await make(service.caller, true));
  expect(named.lines).toContain(`SUMMARY:Comunicar el contrato al SEPE · ${name} · ${DOCUMENT}`);

  await service.caller.post(`/obligations/${one.id}/close`, { reason: 'Comunicado.' });
  expect((await read(await make(service.caller))).text).not.toContain('BEGIN:VEVENT');
});

test('a calendar is the same bytes as long as nothing changes, and is not sent again to whoever has it', async () => {
  const own = await newAccount(service.demo.baseUrl);
  const learn = async (document: string) => {
    const day = madridDay(new Date());
    const at = new Date().toISOString();
    const fact = { id: randomUUID(), kind: 'alta', at, how: 'accepted', date: day, document } as const;
    const mac = document.padEnd(64, '0').toLowerCase();
    const facts = [{ ...fact, account: '011128000000097', contractType: '100' }];
    await stores.obligations.learn(own.accountId, { kind: 'worker', mac }, { facts, today: day });
  };
  await learn(DOCUMENT);
  const url = await make(own.gateway);
  const first = await fetch(url);
  const text = await first.text();
  expect(text).toContain('TRANSP:TRANSPARENT');
  expect(first.headers.get('cache-control')).toBe('private, no-cache');
  expect((await read(url)).text).toBe(text);
  const ask = () => fetch(url, { headers: { 'If-None-Match': first.headers.get('etag')! } });
  const again = await ask();
  expect({ status: again.status, text: await again.text() }).toEqual({ status: 304, text: '' });
  await learn('87654321X');
  const changed = await ask();
  expect(changed.status).toBe(200);
  expect(await changed.text()).not.toBe(text);
});

test('the address of a calendar belongs to one user, and works until it is replaced or revoked or the user is removed', async () => {
  const person = await newUser(service.demo.baseUrl, accountId, 'reads');
  const shown = async () => (await person.gateway.get('/calendar/address')).body.data;
  expect(await shown()).toEqual({ active: false, names: false, created_at: null });
  const first = await make(person.gateway, true);
  expect(await shown()).toEqual({ active: true, names: true, created_at: expect.any(String) });
  const own = await make(service.caller);
  const second = await make(person.gateway);
  expect(second).not.toBe(first);
  expect((await read(first)).status).toBe(404);
  expect((await read(second)).status).toBe(200);
  expect((await person.gateway.call('DELETE', '/calendar/address', {})).status).toBe(200);
  expect((await read(second)).status).toBe(404);
  expect((await read(own)).status).toBe(200);

  const third = await make(person.gateway);
  await stores.users.removeUser(accountId, person.user.id, new Date());
  expect((await read(third)).status).toBe(404);
});

test('the address of a client company does not work while the company is inactive', async () => {
  const company = await newCompany(service.caller);
  const url = await make(company.gateway);
  const activate = (active: boolean) =>
    service.caller.call('PUT', `/customer/${company.id}/activate`, { json: { active } });
  expect((await read(url)).status).toBe(200);
  expect((await activate(false)).status).toBe(200);
  expect((await read(url)).status).toBe(404);
  expect((await activate(true)).status).toBe(200);
  expect((await read(url)).status).toBe(200);
});

describe('the address of a calendar whose user loses access', () => {
  test.each(ENDS_OF_ACCESS)('the address no longer works after %s', async (_, end) => {
    const { baseUrl } = service.demo;
    const own = await newAccount(baseUrl);
    const { user, email, gateway } = await newUser(baseUrl, own.accountId, 'owner');
    const url = await make(gateway);
    const others = await make(own.gateway);
    await end(user);
    expect((await read(url)).status).toBe(404);
    if ((await stores.accounts.findUser(user.id))?.removedAt !== undefined) return;
    const after = await sessionOf(baseUrl, email);
    expect((await after.get('/calendar/address')).body.data.active).toBe(false);
    // A user who has access now creates another address.
    const again = await make(after);
    expect((await read(again)).status).toBe(200);
    expect((await read(url)).status).toBe(404);
    const account = (await stores.accounts.findAccount(own.accountId))!;
    if (!account.generation && account.secondFactor !== 'required')
      expect((await read(others)).status).toBe(200);
  });

  test('the address of a client company still works when the office demands a second factor, which companies do not need', async () => {
    const own = await newAccount(service.demo.baseUrl);
    const company = await newCompany(own.gateway);
    const user = (await stores.accounts.findUserByEmail(company.email))!;
    const url = await make(company.gateway);
    await stores.accounts.setAccountChoice(own.accountId, { secondFactor: 'required' });
    expect((await read(url)).status).toBe(200);
    await stores.accounts.revokeSessions(user.id);
    expect((await read(url)).status).toBe(404);
  });

  test('an address that was made by a session that had ended meanwhile does not work', async () => {
    const own = await newAccount(service.demo.baseUrl);
    const user = (await stores.accounts.findUserByEmail(own.email))!;
    // As a request that was admitted before the user was signed out everywhere.
    const bond = { generation: user.generation };
    await stores.accounts.revokeSessions(user.id);
    const token = await stores.obligations.issueCalendarAddress(user, { names: false, bond }, new Date());
    expect((await read(`${service.demo.baseUrl}/calendar.ics?token=${token}`)).status).toBe(404);
  });
});

test('an address of a calendar works in its one form only', async () => {
  const url = await make(service.caller);
  // The last character has bits that stand for nothing: with others, the same bytes are written.
  const other = url.replace(/.$/, (last) => String.fromCharCode(last.charCodeAt(0) + 1));
  const bytesOf = (address: string) => Buffer.from(new URL(address).searchParams.get('token')!, 'base64url');
  expect(bytesOf(other)).toEqual(bytesOf(url));
  expect((await read(url)).status).toBe(200);
  expect((await read(other)).status).toBe(404);
});

test.each(['', 'x', 'A'.repeat(86), 'A'.repeat(300)])(
  'an address of a calendar that was never made does not work: %s',
  async (token) => {
    const { status } = await read(`${service.demo.baseUrl}/calendar.ics?token=${token}`);
    expect([404, 422]).toContain(status);
  },
);
