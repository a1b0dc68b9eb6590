import { afterEach, describe, expect, test, vi } from 'vitest';
import { runNoted } from '../../../functions/capabilities/audit/run-noted.ts';
import { stores } from '../../../functions/stores.ts';
import { seed } from '../../../sandbox/seed.ts';
import type { Role } from '../../../shared/kernel/roles.ts';
import { anEmail, newAccount, newCompany, quicken } from '../../support/accounts.ts';
import { page } from '../../support/callers/people.ts';
import { codeOf } from '../../support/callers/totp.ts';
import { newUser, switchOnSecondFactor } from '../../support/callers/users.ts';
import { storeNewCertificate } from '../../support/certificates.ts';
import { type Answered, Gateway } from '../../support/gateway.ts';
import { ownService } from '../../support/setup/own-service.ts';
import { followChanges } from '../../support/stores/streams.ts';

/** What an account did with itself, as its owners read it. */

const { service } = await ownService();
const { baseUrl } = service.demo;
const PASSWORD = 'una contraseña muy larga';
const NAMES = { ana: 'Ana', berta: 'Berta', carla: 'Carla' };

type Entry = Answered['body'];

const activity = async (owner: Gateway, query: Record<string, string | number> = {}): Promise<Entry[]> => {
  const all: Entry[] = [];
  let continueToken: string | undefined;
  do {
    const { status, body } = await owner.get('/audit', {
      ...query,
      ...(continueToken && { continueToken }),
    });
    expect(status).toBe(200);
    all.push(...body.data.data);
    continueToken = body.data.continueToken ?? undefined;
  } while (continueToken);
  return all;
};

const signIn = (email: string, password: string, code?: string) =>
  new Gateway(baseUrl).post('/auth/login', { email, password, ...(code && { code }) });

const done = async (call: Promise<{ status: number; body: Entry }>) => {
  const { status, body } = await call;
  expect(status).toBe(200);
  return body.data;
};

/** An office with an owner, who files and who reads, a client company that signs in, and a program. */
const office = async () => {
  const { accountId, userId, email, gateway } = await newAccount(baseUrl, 'Gestoría Núñez', PASSWORD);
  await done(gateway.call('PATCH', '/auth', { json: { name: NAMES.ana } }));
  const person = async (name: string, role: Role) => {
    const made = await newUser(baseUrl, accountId, role, PASSWORD);
    await quicken(made.user.id, PASSWORD);
    await done(made.gateway.call('PATCH', '/auth', { json: { name } }));
    return { ...made, id: made.user.id };
  };
  const berta = await person(NAMES.berta, 'files');
  const carla = await person(NAMES.carla, 'reads');
  const company = await newCompany(gateway);
  const made = await done(gateway.post('/auth/tokens', { name: 'Nóminas 3000', days: 30 }));
  const program = new Gateway(baseUrl, { Authorization: `Bearer ${made.access_token}` });
  return { accountId, ana: { id: userId, email, gateway }, berta, carla, company, program, token: made };
};

const isEmpty = (value: unknown) =>
  value === null || (typeof value === 'object' && Object.keys(value as object).length === 0);

/** What an entry says, without its id, time and what is `null` or empty in it. */
const wordsOf = ({ id: _, at: __, user, object, ...entry }: Entry) => ({
  user: user.name,
  ...(object && { object: object.name ?? object.kind }),
  ...Object.fromEntries(Object.entries(entry).filter(([, value]) => !isEmpty(value))),
});

test('the activity of a day with five people says who did what, and has no value that they sent', async () => {
  const { ana, berta, carla, company, program, token, accountId } = await office();
  const changes = await followChanges(service.services, {
    isOwn: () => [accountId],
    tables: ['OBLIGATIONS_TABLE'],
  });
  const before = (await activity(ana.gateway)).length;

  expect((await signIn(ana.email, 'otra contraseña cualquiera')).status).toBe(401);
  await done(signIn(ana.email, PASSWORD));
  const secret = await switchOnSecondFactor({ id: berta.id, email: berta.email });
  expect((await signIn(berta.email, PASSWORD)).status).toBe(401);
  expect((await signIn(berta.email, PASSWORD, '000000')).status).toBe(401);
  await done(signIn(berta.email, PASSWORD, codeOf(secret, 0)));
  await done(signIn(carla.email, PASSWORD));
  await done(ana.gateway.call('PATCH', `/users/${carla.id}`, { json: { role: 'owner' } }));
  await done(ana.gateway.call('PUT', '/users/preview', { json: { preview: 'another' } }));
  const address = { url: 'https://nominas.example.com/avisos' };
  // What a caller may not do does not begin.
  expect((await program.post('/webhooks', address)).status).toBe(403);
  const webhook = await done(ana.gateway.post('/webhooks', address));
  await done(carla.gateway.call('PATCH', `/webhooks/${webhook.id}`, { json: { active: false } }));
  await storeNewCertificate(company.gateway, { person: seed.demo.holder });
  await done(program.call('PUT', `/customer/${company.id}/activate`, { json: { active: false } }));
  expect((await carla.gateway.call('DELETE', `/users/${'0'.repeat(36)}`)).status).toBe(404);
  await done(ana.gateway.call('DELETE', `/users/${berta.id}`));

  const entries = (await activity(ana.gateway)).slice(0, -before).toReversed();
  const refused = { outcome: 'refused', kind: 'signIn', operation: 'signIn' };
  const entry = (user: string, kind: string, operation: string, more: Entry = {}) => ({
    user,
    kind,
    operation,
    outcome: 'done',
    ...more,
  });
  const ofProgram = { token: { id: token.id, name: 'Nóminas 3000' } };
  expect(entries.map(wordsOf)).toEqual([
    { user: 'Ana', ...refused, reason: 'password' },
    entry('Ana', 'signIn', 'signIn'),
    { user: 'Berta', ...refused, reason: 'noCode' },
    { user: 'Berta', ...refused, reason: 'code' },
    entry('Berta', 'signIn', 'signIn'),
    entry('Carla', 'signIn', 'signIn'),
    entry('Ana', 'user', 'changeUser', { object: 'Carla', fields: ['role'], values: { role: 'owner' } }),
    entry('Ana', 'setting', 'demandPreview', { fields: ['preview'], values: { preview: 'another' } }),
    entry('Ana', 'webhook', 'addWebhook', { object: 'webhook', fields: ['url'] }),
    entry('Carla', 'webhook', 'changeWebhook', {
      object: 'webhook',
      fields: ['active'],
      values: { active: false },
    }),
    entry('Talleres', 'certificate', 'saveCertificate', {
      object: 'certificate',
      clientId: Number(company.id),
      fields: ['file', 'password'],
    }),
    entry('Ana', 'company', 'activateClient', {
      object: 'TALLERES S.L.',
      ...ofProgram,
      fields: ['active'],
      values: { active: false },
    }),
    entry('Carla', 'user', 'removeUser', { object: 'user', outcome: 'refused', status: 404 }),
    entry('Ana', 'user', 'removeUser', { object: 'Berta' }),
  ]);
  expect(JSON.stringify(entries)).not.toMatch(/contraseña|nominas\.example|@example/);

  await changes.catchUp();
  const { events } = (await ana.gateway.get('/events', { type: 'activity.*' })).body.data;
  const idOf = (place: number) => entries[place]!.id;
  expect(
    events
      .map(({ type, subject }: Entry) => [type, subject.id])
      .filter(([, id]: [string, string]) => entries.some((one) => one.id === id)),
  ).toEqual([
    ['activity.signInRefused', idOf(0)],
    ['activity.signIn', idOf(1)],
    ['activity.signInRefused', idOf(2)],
    ['activity.signInRefused', idOf(3)],
    ['activity.signIn', idOf(4)],
    ['activity.signIn', idOf(5)],
    ['activity.user', idOf(6)],
    ['activity.setting', idOf(7)],
    ['activity.webhook', idOf(8)],
    ['activity.webhook', idOf(9)],
    ['activity.certificate', idOf(10)],
    ['activity.company', idOf(11)],
    ['activity.user', idOf(13)],
  ]);
});

test('the activity is listed by kind, user and day, in pages that have each act once', async () => {
  const { ana, carla } = await office();
  await done(signIn(carla.email, PASSWORD));
  await done(ana.gateway.call('PATCH', `/users/${carla.id}`, { json: { role: 'files' } }));
  const all = await activity(ana.gateway);
  expect(await activity(ana.gateway, { perPage: 2 })).toEqual(all);
  expect(await activity(ana.gateway, { kind: 'signIn', perPage: 1 })).toEqual(
    all.filter(({ kind }) => kind === 'signIn'),
  );
  expect(await activity(ana.gateway, { user: carla.id })).toEqual(
    all.filter(({ user }) => user.id === carla.id),
  );
  const today = all[0]!.at.slice(0, 10);
  expect(await activity(ana.gateway, { to: '2020-01-01' })).toEqual([]);
  expect(await activity(ana.gateway, { from: '2026-11-20', to: '2026-11-10' })).toEqual([]);
  expect(await activity(ana.gateway, { to: '1969-12-31' })).toEqual([]);
  expect(await activity(ana.gateway, { from: '1901-01-01' })).toEqual(all);
  expect(await activity(ana.gateway, { from: today, to: '2099-01-01' })).toEqual(
    await activity(ana.gateway, { from: today }),
  );
});

test('only owners of the account read its activity, and other accounts and client companies have none of it', async () => {
  const { ana, berta, company, program, accountId } = await office();
  const changes = await followChanges(service.services, {
    isOwn: () => [accountId],
    tables: ['OBLIGATIONS_TABLE'],
  });
  await done(signIn(ana.email, PASSWORD));
  expect((await berta.gateway.get('/audit')).status).toBe(403);
  expect((await company.gateway.get('/audit')).status).toBe(403);
  expect((await program.get('/audit')).status).toBe(200);
  await changes.catchUp();
  const seen = async (gateway: Gateway) =>
    (await gateway.get('/events', { type: 'activity.*' })).body.data.events.length;
  expect(await seen(berta.gateway)).toBe(0);
  expect(await seen(ana.gateway)).toBeGreaterThan(0);
  const other = await newAccount(baseUrl);
  expect(await activity(other.gateway)).toEqual([]);
  expect((await activity(ana.gateway)).length).toBeGreaterThan(0);
});

test('a text in a path that is no id is not kept as the object of an act', async () => {
  const { ana } = await office();
  expect((await ana.gateway.call('DELETE', '/users/ana.ruiz@example.com')).status).toBe(404);
  expect((await activity(ana.gateway))[0]).toMatchObject({ operation: 'removeUser', object: null });
});

test('a sign-in with an e-mail that no user has is no act of any account, and is answered alike', async () => {
  const { ana } = await office();
  const before = await activity(ana.gateway);
  expect((await signIn(anEmail(), PASSWORD)).status).toBe(401);
  expect(await activity(ana.gateway)).toEqual(before);
});

describe('an act that cannot be noted', () => {
  const read = (accountId: string, userId: string) =>
    ({
      operation: { id: 'demandPreview', path: '/preview', noted: { kind: 'setting', values: ['preview'] } },
      caller: { accountId, userId, sessionId: '' },
      input: { preview: 'required' },
      now: new Date(),
      requestId: 'a request',
    }) as unknown as Parameters<typeof runNoted>[1];

  afterEach(() => {
    vi.unstubAllEnvs();
  });

  test('an operation does not run where its act cannot be noted as begun', async () => {
    const { accountId, userId } = await newAccount(baseUrl);
    vi.stubEnv('OBLIGATIONS_TABLE', 'a-table-that-is-not-there');
    const run = vi.fn();
    await expect(runNoted(service.services, read(accountId, userId), run)).rejects.toThrow();
    expect(run).not.toHaveBeenCalled();
  });

  test('an act whose end cannot be noted, or that ends with an error of the service, stays one that is unknown', async () => {
    const { accountId, userId, gateway } = await newAccount(baseUrl);
    const reply = { data: { preview: 'required' } };
    const answered = await runNoted(service.services, read(accountId, userId), async () => {
      vi.stubEnv('OBLIGATIONS_TABLE', 'a-table-that-is-not-there');
      return reply;
    });
    expect(answered).toBe(reply);
    vi.unstubAllEnvs();
    const failing = runNoted(service.services, read(accountId, userId), () =>
      Promise.reject(new Error('the table is silent')),
    );
    await expect(failing).rejects.toThrow('the table is silent');
    expect(await activity(gateway)).toMatchObject([
      { kind: 'setting', outcome: 'unknown', values: { preview: 'required' } },
      { kind: 'setting', outcome: 'unknown', values: { preview: 'required' } },
    ]);
  });
});

test('whoever makes a password, or unsubscribes by the link of a mail, is noted without a session', async () => {
  const { ana, berta } = await office();
  const user = (await stores.accounts.findUser(berta.id))!;
  const token = await stores.links.issueLink(user, new Date());
  const form = {
    token,
    password: 'otra contraseña muy larga',
    password_confirmation: 'otra contraseña muy larga',
  };
  const send = (path: string, fields: Record<string, string>) => page('POST', `${baseUrl}${path}`, fields);
  expect((await send('/password', { ...form, password_confirmation: 'no' })).status).toBe(422);
  expect((await send('/password', form)).status).toBe(200);
  expect((await send('/password', form)).status).toBe(410);
  const link = await stores.mails.unsubscribeToken({ userId: ana.id, kind: 'unknown' });
  await done(ana.gateway.call('PUT', '/mails', { json: { unknown: true } }));
  // The link stays valid, and only its first use changes something.
  expect((await send('/mails/unsubscribe', { token: link })).status).toBe(200);
  expect((await send('/mails/unsubscribe', { token: link })).status).toBe(200);
  expect((await activity(ana.gateway, { from: '2020-01-01' })).slice(0, 3).map(wordsOf)).toEqual([
    { user: 'Ana', kind: 'setting', operation: 'unsubscribe', outcome: 'done' },
    expect.objectContaining({ user: 'Ana', operation: 'chooseMails' }),
    { user: 'Berta', kind: 'password', operation: 'makePassword', outcome: 'done' },
  ]);
});
