import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { stores } from '../../../functions/stores.ts';
import { seed } from '../../../sandbox/seed.ts';
import type { AuthorityName } from '../../../shared/kernel/errors.ts';
import { forgetSecrets } from '../../../shared/stores/certificate-keys.ts';
import { acceptOf, newAccount } from '../../support/accounts.ts';
import { codeOf } from '../../support/callers/totp.ts';
import { issueP12, storeNewCertificate } from '../../support/certificates.ts';
import { fromElsewhere, Gateway } from '../../support/gateway.ts';
import { makeEarlier, requestOf } from '../../support/requests.ts';
import { ownService } from '../../support/setup/own-service.ts';
import { operationsAtAuthorities } from '../../support/stand-in/counted.ts';
import { openSlowAuthority, roundsOf } from '../../support/stores/rounds.ts';

/** For how many AWS calls, one after another, requests wait. Each is the first of its minute and of its certificate. */

/** Rounds before the first request to an authority, where there is more than one. */
const MORE_BEFORE: Record<string, [rounds: number, reason: string]> = {
  'GET /aeat/report-subcontractors': [
    2,
    'what the agency prepares already is looked for under the tax id in the row of the certificate, and then not asked for',
  ],
};
/** Rounds after the last answer of an authority. */
const AFTER = { reading: 0, submission: 1 };
/** The same, where there are more. */
const MORE_AFTER: Record<string, [rounds: number, reason: string]> = {
  'GET /dehu/notifications-pending': [2, 'each new one is due, of the client company with its tax id'],
  'GET /seg-social/notifications': [1, 'each new one is due'],
  'GET /aeat/notifications': [2, 'each new one is due, of the client company with its tax id'],
  'GET /seg-social/employees-in-enterprise': [
    1,
    'a planned start makes its contract due, no matter who filed it, and staff the settlements of its account',
  ],
  'GET /seg-social/employee-situations': [1, 'staff makes the settlements of its account due'],
  'GET /aeat/report-subcontractors': [1, 'the certificate is to be renewed in time'],
  'GET /seg-social/excel-fie': [1, 'each sick leave makes something due, which nothing else may ever show'],
};

const { service, authorities, requests } = await ownService({ openAuthority: openSlowAuthority });
// What a process reads once.
beforeAll(() => service.caller.get('/customer'));
beforeEach(() => forgetSecrets());

describe('of operations before an authority', () => {
  beforeEach(() => authorities.reset());

  const acting = (path: string, authority = path.startsWith('/seg-social') ? 'tgss' : 'sepe'): Gateway =>
    service.caller.acting(service.demo.certificates[authority as AuthorityName]);

  test.each([...operationsAtAuthorities])('%s', async (name, { kind, authority }) => {
    const [method, path] = name.split(' ') as [string, string];
    const wanted = requestOf(requests, name);
    await makeEarlier(wanted, acting);
    forgetSecrets();
    const { answer, rounds } = await roundsOf(() =>
      acting(path, authority).call(method, path, { json: wanted.request }),
    );
    expect(answer.status).toBe(200);
    expect(rounds.before[0]).toEqual(['BatchGetItem', 'GetSecretValue', 'UpdateItem']);
    expect(
      rounds.before,
      `read at once what it needs, or give its rounds and the reason in MORE_BEFORE of this file: ${JSON.stringify(rounds)}`,
    ).toHaveLength(MORE_BEFORE[name]?.[0] ?? 1);
    expect(
      rounds.after.length,
      `write at once after the last answer: ${JSON.stringify(rounds)}`,
    ).toBeLessThanOrEqual(MORE_AFTER[name]?.[0] ?? AFTER[kind]);
    // The write after which something is filed, where it did not go out together with a question.
    expect(rounds.between.length, JSON.stringify(rounds)).toBeLessThanOrEqual(kind === 'submission' ? 1 : 0);
  });

  test('a filing with a user of SEPE, whose password is kept with the key, and one more after it was changed', async () => {
    const { holder, accounts, company } = seed.other;
    const { user, password } = seed.state.sepe.users.find(({ nif }) => nif === holder.nif)!;
    const access = { type: '2', sepe_user: user, sepe_password: password };
    const p12 = await issueP12({ person: holder });
    const upload = async () =>
      (await service.caller.upload(p12, { password: 'clave', ...access })).body.data.cert_secret;
    const secret = await upload();
    await acceptOf(service.caller, secret);
    const { demo } = service;
    const contract = JSON.stringify(requests['POST /sepe/contrata']!.request)
      .replaceAll(demo.company.ccc, accounts.general.ccc)
      .replaceAll(demo.company.cif, company.cif);
    const file = () =>
      roundsOf(() => service.caller.acting(secret).post('/sepe/contrata', JSON.parse(contract)));
    const first = await file();
    expect(first.answer.status).toBe(200);
    expect(first.rounds.before, JSON.stringify(first.rounds)).toHaveLength(1);
    // The secret that the id of the certificate names is gone.
    expect(await upload()).toBe(secret);
    const changed = await file();
    expect(changed.rounds.before, JSON.stringify(changed.rounds)).toHaveLength(2);
    // What was read is known for an hour.
    const again = await file();
    expect(again.rounds.before).toEqual([['BatchGetItem', 'UpdateItem']]);
  });

  test('with a certificate that no authority accepted yet, one more, and one after its first success', async () => {
    const subject = { person: seed.demo.holder };
    const secret = await storeNewCertificate(service.caller, subject);
    const path = '/seg-social/idc';
    const json = requests[`GET ${path}`]!.request;
    const ask = () => roundsOf(() => service.caller.acting(secret).call('GET', path, { json }));
    const first = await ask();
    expect(first.answer.status).toBe(200);
    expect(first.rounds).toMatchObject({
      before: [
        ['BatchGetItem', 'GetSecretValue', 'UpdateItem'],
        ['UpdateItem', 'UpdateItem'],
      ],
      // That it was accepted.
      after: [['UpdateItem']],
    });
    expect((await ask()).rounds).toMatchObject({ before: [['BatchGetItem', 'UpdateItem']], after: [] });
  });

  test('a question with an API token that is used for the first time', async () => {
    const made = await service.caller.post('/auth/tokens', { name: 'Programa' });
    const path = '/seg-social/idc';
    const program = acting(path).with({ Authorization: `Bearer ${made.body.data.access_token}` });
    const json = requests[`GET ${path}`]!.request;
    const { answer, rounds } = await roundsOf(() => program.call('GET', path, { json }));
    expect(answer.status).toBe(200);
    expect(rounds).toMatchObject({ before: [['BatchGetItem', 'GetSecretValue', 'UpdateItem']], after: [] });
    expect(rounds.beside).toEqual(['UpdateItem']);
    const { body } = await service.caller.get('/auth/tokens');
    expect(body.data[0].last_used_at).toEqual(expect.any(String));
  });
});

describe('signing in', () => {
  const PASSWORD = 'una contraseña larga';
  const signIn = (email: string, password: string, more: object = {}) =>
    roundsOf(() =>
      new Gateway(service.demo.baseUrl, fromElsewhere()).post('/auth/login', { email, password, ...more }),
    );

  test('reads e-mail and network while the request is counted, then all that it needs at once, and writes at once', async () => {
    const { email } = await newAccount(service.demo.baseUrl, 'Asesoría', PASSWORD);
    const { answer, rounds } = await signIn(email, PASSWORD);
    expect(answer.status).toBe(200);
    expect(rounds.before).toEqual([
      ['GetItem', 'GetItem', 'UpdateItem'],
      ['GetItem', 'GetItem', 'UpdateItem', 'UpdateItem', 'UpdateItem'],
      ['DeleteItem', 'PutItem', 'PutItem', 'UpdateItem', 'UpdateItem'],
    ]);
  });

  test('with a code reads its secret with the rest, and uses it up with the session', async () => {
    const { email } = await newAccount(service.demo.baseUrl, 'Asesoría', PASSWORD);
    const user = (await stores.accounts.findUserByEmail(email))!;
    const { secret } = await stores.secondFactors.beginSecondFactor(user);
    await stores.secondFactors.confirmSecondFactor(user, codeOf(secret, -1), new Date());
    const { answer, rounds } = await signIn(email, PASSWORD, { code: codeOf(secret) });
    expect(answer.status).toBe(200);
    expect(rounds.before).toEqual([
      ['GetItem', 'GetItem', 'UpdateItem'],
      ['GetItem', 'GetItem', 'GetItem', 'UpdateItem', 'UpdateItem', 'UpdateItem'],
      ['DeleteItem', 'PutItem', 'TransactWriteItems', 'UpdateItem', 'UpdateItem'],
    ]);
  });

  test('with a wrong password waits for nothing after it', async () => {
    const { email } = await newAccount(service.demo.baseUrl, 'Asesoría', PASSWORD);
    const { answer, rounds } = await signIn(email, 'otra');
    expect(answer.status).toBe(401);
    expect(rounds.before).toHaveLength(2);
  });
});

describe('of operations on what the gateway keeps', () => {
  test.each([
    ['GET', '/auth', 1],
    ['GET', '/auth/tokens', 2],
    ['GET', '/certificate', 2],
    // The names of the users whom the rows name.
    ['GET', '/tramites', 3],
  ])('%s %s', async (method, path, most) => {
    const { answer, rounds } = await roundsOf(() => service.caller.call(method, path));
    expect(answer.status).toBe(200);
    expect(rounds.before, JSON.stringify(rounds)).toHaveLength(most);
  });
});
