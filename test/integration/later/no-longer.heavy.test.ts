import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { groups } from '../../../functions/operations.ts';
import { seed } from '../../../sandbox/seed.ts';
import { addressOf } from '../../../shared/derive/routes.ts';
import { SLOTS } from '../../../shared/stores/filings/queue.ts';
import { SESSION_SECONDS } from '../../../shared/stores/identity/sessions.ts';
import { stores } from '../../../shared/stores/stores.ts';
import { newAccount, newCompany, sessionOf } from '../../support/accounts.ts';
import { newUser } from '../../support/callers/users.ts';
import { storeNewCertificate } from '../../support/certificates.ts';
import type { Answered, Gateway } from '../../support/gateway.ts';
import { startService } from '../../support/local-service.ts';
import { requestsOf } from '../../support/requests.ts';
import { atAuthorities } from '../../support/sandbox.ts';
import { type Faults, failingServices } from '../../support/servers/failing-services.ts';
import { startWorkQueues } from '../../support/servers/work-queues.ts';

/** What is queued, and whose caller may act no more, or wants it no more. */

let faults: Faults = {};
let service: Awaited<ReturnType<typeof startService>>;
let queues: Awaited<ReturnType<typeof startWorkQueues>>;
let authorities: ReturnType<typeof atAuthorities>;
let requests: ReturnType<typeof requestsOf>;

beforeAll(async () => {
  service = await startService(failingServices(() => faults));
  queues = await startWorkQueues(service.services);
  authorities = atAuthorities(service.demo.authorities.control);
  requests = requestsOf(service.demo);
});
afterAll(() => service.close());

let account: Awaited<ReturnType<typeof newAccount>>;
let secret: string;
/** An account that has asked for nothing. */
const another = async () => {
  account = await newAccount(service.demo.baseUrl);
  const holder = { person: seed.demo.holder };
  secret = await storeNewCertificate(account.gateway, holder, {}, service.demo);
};
beforeEach(() => {
  faults = {};
});

const LATER = { Prefer: 'respond-async' };
const SEG_SOCIAL = '/api/v4/seg-social';
const idOf = ({ headers }: Answered) => headers.get('x-tramite-id')!;

/** Asks for a submission later, by its name. @returns the id of its record */
const ask = async (name: string, who: Gateway, more: object = {}): Promise<string> => {
  const [method, path] = name.split(' ') as [string, string];
  const json = { ...requests[name]!.request, ...more };
  const answered = await who.acting(secret).with(LATER).call(method, path, { json });
  expect({ status: answered.status, errors: answered.body.errors }).toEqual({
    status: 202,
    errors: undefined,
  });
  return idOf(answered);
};
const CNO = 'PUT /seg-social/cno';
const record = async (id: string) => (await stores.filings.getFiling(id))!;
/** All that the authorities were asked so far. */
const asked = () => authorities.requests();

const submissions = groups.flatMap((group) =>
  group.operations.flatMap((operation) =>
    operation.kind === 'submission'
      ? [`${operation.method} ${addressOf(group, operation).replace('/api/v4', '')}`]
      : [],
  ),
);

describe.each(submissions)('%s', (name) => {
  // What these tests ask for ends or is cancelled, and leaves nothing behind.
  beforeAll(async () => {
    if (!account) await another();
  });

  test('is not sent when the token with which it was asked for has been revoked', async () => {
    const { gateway } = account;
    const { body } = await gateway.post('/auth/tokens', { name: 'Nóminas' });
    const program = gateway.with({ Authorization: `Bearer ${body.data.access_token}` });
    const before = await asked();
    const id = await ask(name, program);
    expect((await gateway.delete(`/auth/tokens/${body.data.id}`)).status).toBe(200);
    expect(await queues.makeAll()).toEqual([]);
    const { state, status, messages } = await record(id);
    expect({ state, status, messages }).toEqual({
      state: 'ended',
      status: 401,
      messages: [
        'Quien lo pidió perdió el acceso antes de que se empezara (contraseña nueva, token revocado). No se ha enviado nada.',
      ],
    });
    expect(await asked()).toEqual(before);
  });

  test('is not sent when it was cancelled, and may be asked for again', async () => {
    const { gateway } = account;
    const before = await asked();
    const id = await ask(name, gateway);
    const cancelled = await gateway.delete(`/tramites/${id}`);
    expect(cancelled).toMatchObject({
      status: 200,
      body: { message: 'Cancelado; no se ha enviado nada.', data: { id, state: 'notSent' } },
    });
    expect(await queues.makeAll()).toEqual([]);
    expect((await gateway.get(`/tramites/${id}`)).body.data).toMatchObject({
      state: 'notSent',
      answer: { success: false, status: 409, message: 'Se canceló antes de empezar. No se ha enviado nada.' },
    });
    expect(await asked()).toEqual(before);
    // Its content is free.
    const again = await ask(name, gateway);
    expect(again).not.toBe(id);
    // What is only taken comes again while a later test makes what it finds.
    expect((await gateway.delete(`/tramites/${again}`)).status).toBe(200);
  });
});

describe('what is queued is made as long as its caller may act', () => {
  beforeEach(another);
  const user = async () => (await stores.accounts.findUserByEmail(account.email))!;

  const LIFE_REPORT = '/seg-social/life-affiliate';
  const question = async (who: Gateway): Promise<string> => {
    const { request } = requests[`GET ${LIFE_REPORT}`]!;
    const answered = await who
      .acting(secret)
      .with(LATER)
      .get(LIFE_REPORT, request as Record<string, string>);
    expect(answered.status).toBe(202);
    return idOf(answered);
  };

  test.each<[string, (who: Gateway) => Promise<unknown>]>([
    [
      'has a new password',
      async () => stores.accounts.setPassword((await user()).id, 'otra contraseña larga', new Date()),
    ],
    ['was signed out everywhere', async () => stores.accounts.revokeSessions((await user()).id)],
  ])('not when its caller %s: a filing, a dry run, a question', async (_, act) => {
    const who = await sessionOf(service.demo.baseUrl, account.email);
    const ids = [await ask(CNO, who), await ask(CNO, who, { test: 1 }), await question(who)];
    const before = await asked();
    await act(who);
    await queues.makeAll();
    const ends = (await Promise.all(ids.map(record))).map(({ state, status }) => [state, status]);
    expect(ends).toEqual([
      ['ended', 401],
      ['failed', 401],
      ['failed', 401],
    ]);
    expect(await asked()).toEqual(before);
  });

  test.each<[string, (accountId: string, userId: string) => Promise<unknown>, [string, number][]]>([
    [
      'may only read now: what files is not',
      (accountId, id) => stores.users.changeUser(accountId, id, { role: 'reads', now: new Date() }),
      [
        ['ended', 403],
        ['failed', 403],
        ['answered', 200],
      ],
    ],
    [
      'was removed: nothing is',
      (accountId, id) => stores.users.removeUser(accountId, id, new Date()),
      [
        ['ended', 401],
        ['failed', 401],
        ['failed', 401],
      ],
    ],
  ])('by what its user may do then. One who %s', async (_, act, expected) => {
    await authorities.reset();
    const { user, gateway: who } = await newUser(service.demo.baseUrl, account.accountId, 'files');
    const ids = [await ask(CNO, who), await ask(CNO, who, { test: 1 }), await question(who)];
    await act(account.accountId, user.id);
    await queues.makeAll();
    const ends = (await Promise.all(ids.map(record))).map(({ state, status }) => [state, status]);
    expect(ends).toEqual(expected);
  });

  test('also when its caller has signed out: a filing, a dry run, a question', async () => {
    await authorities.reset();
    const who = await sessionOf(service.demo.baseUrl, account.email);
    const ids = [await ask(CNO, who), await ask(CNO, who, { test: 1 }), await question(who)];
    expect((await who.get('/auth/logout')).status).toBe(200);
    await queues.makeAll();
    const ends = (await Promise.all(ids.map(record))).map(({ state, status }) => [state, status]);
    expect(ends).toEqual([
      ['accepted', 200],
      ['answered', 200],
      ['answered', 200],
    ]);
  });

  test('also when its session is over: what files nothing may wait for twelve hours', async () => {
    const begun = new Date(Date.now() - (SESSION_SECONDS - 60) * 1000);
    const id = await question(await sessionOf(service.demo.baseUrl, account.email, begun));
    faults.now = 5 * 60_000;
    await queues.makeAll();
    expect(await record(id)).toMatchObject({ state: 'answered', status: 200 });
  });

  test('by its session, where its record is older than what says more', async () => {
    const who = await sessionOf(service.demo.baseUrl, account.email);
    const { accountId, id: userId } = await user();
    const token = { kind: 'session', id: sessionIdOf(who) } as const;
    const still = () => stores.sessions.callerStill({ accountId, userId, token }, new Date());
    expect(await still()).toMatchObject({ role: 'owner' });
    await who.get('/auth/logout');
    expect(await still()).toBeUndefined();
  });

  test('also when another session of its user has ended, and with a token that is good', async () => {
    const other = await sessionOf(service.demo.baseUrl, account.email);
    const { body } = await account.gateway.post('/auth/tokens', { name: 'Nóminas' });
    const program = account.gateway.with({ Authorization: `Bearer ${body.data.access_token}` });
    await authorities.reset();
    const ids = [await ask(CNO, account.gateway), await ask(CNO, program, { cno: '1211' })];
    expect((await other.get('/auth/logout')).status).toBe(200);
    await queues.makeAll();
    for (const id of ids) expect(await record(id)).toMatchObject({ state: 'accepted' });
    // The row of an API token has a hash of its id, and so has the record.
    expect(JSON.stringify(await record(ids[1]!))).not.toContain(sessionIdOf(program));
  });
});

const sessionIdOf = ({ token }: Gateway): string =>
  JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()).jti;

describe('a caller cancels', () => {
  beforeEach(another);
  const cancel = (id: string, who = account.gateway) => who.delete(`/tramites/${id}`);

  test('a question and a dry run, too', async () => {
    const dry = await ask(CNO, account.gateway, { test: 1 });
    expect((await cancel(dry)).body.data).toMatchObject({ state: 'dryRun', result: 'failed' });
    await queues.makeAll();
    expect(await record(dry)).toMatchObject({ state: 'failed', status: 409 });
  });

  test('only what is queued, and once', async () => {
    await authorities.reset();
    const id = await ask(CNO, account.gateway);
    expect((await cancel(id)).status).toBe(200);
    const made = await ask(CNO, account.gateway);
    await queues.makeAll();
    const request = { json: requests[CNO]!.request };
    const now = idOf(await account.gateway.acting(secret).call('PUT', '/seg-social/cno', request));
    for (const one of [id, made, now]) {
      const before = await record(one);
      const refused = await cancel(one);
      expect(refused).toMatchObject({
        status: 409,
        body: { message: 'El trámite ya ha empezado o ha terminado: no se puede cancelar.' },
      });
      expect(await record(one)).toEqual(before);
    }
  });

  test('only what is its own', async () => {
    const id = await ask(CNO, account.gateway);
    const company = await newCompany(account.gateway);
    for (const who of [company.gateway, service.otherCaller])
      expect((await cancel(id, who)).status).toBe(404);
    expect(await record(id)).toMatchObject({ state: 'queued' });
    await cancel(id);
  });

  test('or a function begins: never both', async () => {
    for (let round = 0; round < 8; round++) {
      await authorities.reset();
      const id = await ask(CNO, account.gateway, { cno: String(3000 + round) });
      const [cancelled] = await Promise.all([cancel(id), queues.deliver(SEG_SOCIAL, id)]);
      const { state } = await record(id);
      expect([cancelled.status, state, await authorities.submissions('tgss.cno')]).toEqual(
        cancelled.status === 200 ? [200, 'ended', 0] : [409, 'accepted', 1],
      );
    }
  });

  test('and the next one that waits is made', async () => {
    // Messages of what has ended by now.
    await queues.makeAll();
    const ids: string[] = [];
    for (let count = 0; count <= SLOTS; count++)
      ids.push(await ask(CNO, account.gateway, { cno: String(4000 + count) }));
    // All slots are taken: only the last one has no message.
    expect(await queues.take()).toHaveLength(SLOTS);
    expect((await cancel(ids[0]!)).status).toBe(200);
    expect(await queues.take()).toEqual([ids.at(-1)]);
  });
});
