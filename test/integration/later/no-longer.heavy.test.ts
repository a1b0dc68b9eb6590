import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { xmlUpload } from '../../../functions/gateway/sepe/xml-file.ts';
import { stores } from '../../../functions/stores.ts';
import { newContract } from '../../../reference/employment-requests.ts';
import { addDays } from '../../../sandbox/calendar.ts';
import { seed } from '../../../sandbox/seed.ts';
import { SLOTS } from '../../../shared/stores/filings/queue.ts';
import { SESSION_SECONDS } from '../../../shared/stores/identity/sessions.ts';
import { newAccount, sessionOf } from '../../support/accounts.ts';
import { newUser } from '../../support/callers/users.ts';
import { storeNewCertificate } from '../../support/certificates.ts';
import { contractXml } from '../../support/contracts.ts';
import { type Gateway, idOf } from '../../support/gateway.ts';
import { type Faults, failingServices } from '../../support/servers/failing-services.ts';
import { startWorkQueues } from '../../support/servers/work-queues.ts';
import { ownService } from '../../support/setup/own-service.ts';
import { submissions } from '../../support/stand-in/counted.ts';

/** Queued requests whose caller lost access or cancelled them. */

let faults: Faults = {};
const { service, authorities, requests } = await ownService(failingServices(() => faults));
const queues = await startWorkQueues(service.services);

let account: Awaited<ReturnType<typeof newAccount>>;
let secret: string;
/** Changes to a new account, which has requested nothing yet. */
const another = async () => {
  account = await newAccount(service.demo.baseUrl);
  const holder = { person: seed.demo.holder };
  secret = await storeNewCertificate(account.gateway, holder);
};
beforeEach(() => {
  faults = {};
});

const LATER = { Prefer: 'respond-async' };
const SEG_SOCIAL = '/api/v4/seg-social';

/** Makes an asynchronous submission, by its name. @returns the id of its record */
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
/** The number of requests to the authorities so far. */
const asked = () => authorities.requests();

describe('all queued submissions', () => {
  beforeAll(another);
  // A transformation has two addresses and is the same filing at both.
  const names = submissions.filter((name) => name !== 'POST /seg-social/transformation');
  const notSent = (end: object) => Object.fromEntries(names.map((name) => [name, end]));
  const { newWorkers, contract } = seed.demo;
  const xml = contractXml(newContract(seed, service.demo, newWorkers[1]!));
  /** Of another worker, contract or day than the sample of the same act, because an act that waits is not queued again. */
  const changes: Record<string, object> = {
    'POST /seg-social/despido': { fecha_real: addDays(seed.today, -1) },
    'POST /sepe/contrata/xml': { file: xmlUpload(Buffer.from(xml, 'latin1')) },
    'POST /sepe/transformation': {
      DATOS_CONTRATO: {
        FECHA_INICIO_CTO: contract.startDate,
        IDENTIFICADORPFISICA: contract.docType + contract.dni,
        CLAVE_CONTRATO: contract.sepeId,
      },
    },
  };
  const askAll = async (who: Gateway) => {
    const ids: [name: string, id: string][] = [];
    for (const name of names) ids.push([name, await ask(name, who, changes[name])]);
    return ids;
  };
  const recordsOf = async (ids: [name: string, id: string][]) => {
    const found: Record<string, object> = {};
    for (const [name, id] of ids) {
      const { state, status, messages } = await record(id);
      found[name] = { state, status, messages };
    }
    return found;
  };

  test('no submission is sent when the token with which it was requested has been revoked', async () => {
    const { gateway } = account;
    const { body } = await gateway.post('/auth/tokens', { name: 'Nóminas' });
    const before = await asked();
    const ids = await askAll(gateway.with({ Authorization: `Bearer ${body.data.access_token}` }));
    expect((await gateway.delete(`/auth/tokens/${body.data.id}`)).status).toBe(200);
    expect(await queues.makeAll()).toEqual([]);
    const message =
      'Quien lo pidió perdió el acceso antes de que se empezara (contraseña nueva, token revocado). No se ha enviado nada.';
    expect(await recordsOf(ids)).toEqual(notSent({ state: 'ended', status: 401, messages: [message] }));
    expect(await asked()).toEqual(before);
  });

  test('no submission is sent when it was cancelled, and each may be requested again', async () => {
    const { gateway } = account;
    const before = await asked();
    const ids = await askAll(gateway);
    for (const [name, id] of ids) {
      const cancelled = await gateway.delete(`/tramites/${id}`);
      expect(cancelled, name).toMatchObject({
        status: 200,
        body: { message: 'Cancelado; no se ha enviado nada.', data: { id, state: 'notSent' } },
      });
    }
    expect(await queues.makeAll()).toEqual([]);
    const message = 'Se canceló antes de empezar. No se ha enviado nada.';
    expect(await recordsOf(ids)).toEqual(notSent({ state: 'ended', status: 409, messages: [message] }));
    expect(await asked()).toEqual(before);
    // Its content is not blocked.
    const again = await askAll(gateway);
    expect(again.filter(([, id]) => ids.some(([, first]) => first === id))).toEqual([]);
    // Messages that are only received would be delivered again during a later test, so these filings are cancelled.
    for (const [, id] of again) expect((await gateway.delete(`/tramites/${id}`)).status).toBe(200);
  });
});

describe('the queued requests of a caller who may no longer act', () => {
  beforeEach(another);
  const _user = async () => (await stores.accounts.findUserByEmail(account.email))!;

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

  /** The expected states and statuses of a filing, a dry run and a reading. */
  const NONE = [
    ['ended', 401],
    ['failed', 401],
    ['failed', 401],
  ];
  const ALL = [
    ['accepted', 200],
    ['answered', 200],
    ['answered', 200],
  ];
  const READINGS = [
    ['ended', 403],
    ['failed', 403],
    ['answered', 200],
  ];
  test.each<
    [string, unknown[][], (user: { id: string; accountId: string }, who: Gateway) => Promise<unknown>]
  >([
    [
      'has a new password: nothing is',
      NONE,
      ({ id }) => stores.accounts.setPassword(id, 'otra contraseña larga', new Date()),
    ],
    ['was signed out everywhere: nothing is', NONE, ({ id }) => stores.accounts.revokeSessions(id)],
    [
      'is of an account that was disabled: nothing is',
      NONE,
      ({ accountId }) => stores.accounts.setAccountDisabled(accountId, true),
    ],
    [
      'was removed: nothing is',
      NONE,
      ({ id, accountId }) => stores.users.removeUser(accountId, id, new Date()),
    ],
    [
      'may only read now: what files is not',
      READINGS,
      ({ id, accountId }) => stores.users.changeUser(accountId, id, { role: 'reads', now: new Date() }),
    ],
    ['has signed out: all is', ALL, (_, who) => who.get('/auth/logout')],
  ])('the queued requests of a user are made or not: the user %s', async (_, expected, act) => {
    await authorities.reset();
    const { user, gateway: who } = await newUser(service.demo.baseUrl, account.accountId, 'files');
    const ids = [await ask(CNO, who), await ask(CNO, who, { test: 1 }), await question(who)];
    const before = await asked();
    await act(user, who);
    await queues.makeAll();
    const ends = (await Promise.all(ids.map(record))).map(({ state, status }) => [state, status]);
    expect(ends).toEqual(expected);
    if (expected === NONE) expect(await asked()).toEqual(before);
  });

  test('a queued question is made also when the session of its caller has expired, within twelve hours', async () => {
    const begun = new Date(Date.now() - (SESSION_SECONDS - 60) * 1000);
    const id = await question(await sessionOf(service.demo.baseUrl, account.email, begun));
    faults.now = 5 * 60_000;
    await queues.makeAll();
    expect(await record(id)).toMatchObject({ state: 'answered', status: 200 });
  });

  test('a queued request is made also when another session of its user has ended, and with a valid API token', async () => {
    const other = await sessionOf(service.demo.baseUrl, account.email);
    const { body } = await account.gateway.post('/auth/tokens', { name: 'Nóminas' });
    const program = account.gateway.with({ Authorization: `Bearer ${body.data.access_token}` });
    await authorities.reset();
    const ids = [await ask(CNO, account.gateway), await ask(CNO, program, { cno: '1211' })];
    expect((await other.get('/auth/logout')).status).toBe(200);
    await queues.makeAll();
    for (const id of ids) expect(await record(id)).toMatchObject({ state: 'accepted' });
    // The row of an API token has a hash of its id, and so does the record.
    expect(JSON.stringify(await record(ids[1]!))).not.toContain(sessionIdOf(program));
  });
});

const sessionIdOf = ({ token }: Gateway): string =>
  JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()).jti;

describe('the cancellation of a queued request', () => {
  beforeEach(another);
  const cancel = (id: string, who = account.gateway) => who.delete(`/tramites/${id}`);

  test('a caller can cancel a question or a dry run that is queued, and also a filing', async () => {
    const dry = await ask(CNO, account.gateway, { test: 1 });
    expect((await cancel(dry)).body.data).toMatchObject({ state: 'dryRun', result: 'failed' });
    await queues.makeAll();
    expect(await record(dry)).toMatchObject({ state: 'failed', status: 409 });
  });

  test('a caller can cancel only what is still queued, and only once', async () => {
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

  test('a request is either cancelled or begun by a function, and never both', async () => {
    for (let round = 0; round < 4; round++) {
      await authorities.reset();
      const id = await ask(CNO, account.gateway, { cno: String(3000 + round) });
      const [cancelled] = await Promise.all([cancel(id), queues.deliver(SEG_SOCIAL, id)]);
      const { state } = await record(id);
      expect([cancelled.status, state, await authorities.submissions('tgss.cno')]).toEqual(
        cancelled.status === 200 ? [200, 'ended', 0] : [409, 'accepted', 1],
      );
    }
  });

  test('a cancelled request gives its place to the next one that waits', async () => {
    // Consumes the messages of filings that have ended by now.
    await queues.makeAll();
    const ids: string[] = [];
    for (let count = 0; count <= SLOTS; count++)
      ids.push(await ask(CNO, account.gateway, { cno: String(4000 + count) }));
    // All slots are taken, so only the last filing has no message.
    expect(await queues.take()).toHaveLength(SLOTS);
    expect((await cancel(ids[0]!)).status).toBe(200);
    expect(await queues.take()).toEqual([ids.at(-1)]);
  });
});
