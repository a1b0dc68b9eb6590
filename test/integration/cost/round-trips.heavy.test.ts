import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { stores } from '../../../functions/stores.ts';
import { seed } from '../../../sandbox/seed.ts';
import type { AuthorityName } from '../../../shared/kernel/errors.ts';
import { forgetSecrets } from '../../../shared/stores/certificate-keys.ts';
import { newestKey } from '../../../shared/stores/identity/tokens.ts';
import { serviceKeys } from '../../../shared/stores/service-keys.ts';
import { acceptOf, anEmail, newAccount } from '../../support/accounts.ts';
import { codeOf } from '../../support/callers/totp.ts';
import { issueP12, storeNewCertificate } from '../../support/certificates.ts';
import { fromElsewhere, Gateway } from '../../support/gateway.ts';
import { makeEarlier, requestOf } from '../../support/requests.ts';
import { ownService } from '../../support/setup/own-service.ts';
import { operationsAtAuthorities } from '../../support/stand-in/counted.ts';
import { openSlowAuthority, roundTripsOf } from '../../support/stores/round-trips.ts';

/** The number of round trips to AWS for which requests wait. Each request is the first in its minute and with its certificate. */

/** Operations with more than one round trip before the first request to an authority. */
const MORE_BEFORE: Record<string, [roundTrips: number, reason: string]> = {
  'GET /aeat/report-subcontractors': [
    2,
    'what the agency prepares already is looked for under the tax id in the row of the certificate, and then not asked for',
  ],
};
/** Round trips after the last answer of an authority. */
const AFTER = { reading: 0, submission: 1 };
/** Operations with more round trips after the last answer. */
const MORE_AFTER: Record<string, [roundTrips: number, reason: string]> = {
  'GET /dehu/notifications-pending': [2, 'each new one is due, of the client company with its tax id'],
  'GET /seg-social/notifications': [1, 'each new one is due'],
  'GET /aeat/declaraciones': [2, 'the next one is due, of the client company with its tax id'],
  'GET /aeat/notifications': [2, 'each new one is due, of the client company with its tax id'],
  'GET /seg-social/employees-in-enterprise': [
    1,
    'a planned start makes its contract due, no matter who filed it, and staff the settlements of its account',
  ],
  'GET /seg-social/employee-situations': [1, 'staff makes the settlements of its account due'],
  'GET /aeat/report-subcontractors': [1, 'the certificate is to be renewed in time'],
  'GET /seg-social/nss-by-ipf': [1, 'rows of that person get the number'],
  'GET /seg-social/excel-fie': [1, 'each sick leave makes something due, which nothing else may ever show'],
};

const { service, authorities, requests } = await ownService({ openAuthority: openSlowAuthority });
// Data that a process reads only once.
beforeAll(() => service.caller.get('/customer'));
beforeEach(() => forgetSecrets());

/**
 * Each process reads the keys of the service again every five minutes, and a request that does makes more round trips than the
 * next. So they are read before each test, and the time stands still until it ends.
 */
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const now = new Date();
  const oneOfEachSecret = ['address', 'certificate', 'filing'] as const;
  await Promise.all([newestKey('session', now), ...oneOfEachSecret.map((name) => serviceKeys(name, now))]);
});
afterEach(() => vi.useRealTimers());

describe('the round trips to AWS of an operation before an authority', () => {
  beforeEach(() => authorities.reset());

  const acting = (
    path: string,
    authority = path.replace(/^\/([^/]+).*/, '$1').replace('seg-social', 'tgss'),
  ): Gateway => service.caller.acting(service.demo.certificates[authority as AuthorityName]);

  test.each([...operationsAtAuthorities])(
    'the operation makes as many round trips as the table says: %s',
    async (name, { kind, authority }) => {
      const [method, path] = name.split(' ') as [string, string];
      const wanted = requestOf(requests, name);
      await makeEarlier(wanted, acting);
      forgetSecrets();
      const { answer, roundTrips } = await roundTripsOf(() =>
        acting(path, authority).call(method, path, { json: wanted.request }),
      );
      expect(answer.status).toBe(200);
      expect(roundTrips.before[0]).toEqual(['BatchGetItem', 'GetSecretValue', 'UpdateItem']);
      expect(
        roundTrips.before,
        `read at once what it needs, or give its round trips and the reason in MORE_BEFORE of this file: ${JSON.stringify(roundTrips)}`,
      ).toHaveLength(MORE_BEFORE[name]?.[0] ?? 1);
      expect(
        roundTrips.after.length,
        `write at once after the last answer: ${JSON.stringify(roundTrips)}`,
      ).toBeLessThanOrEqual(MORE_AFTER[name]?.[0] ?? AFTER[kind]);
      // The write that must come before the filing, if it did not go out together with an earlier request.
      expect(roundTrips.between.length, JSON.stringify(roundTrips)).toBeLessThanOrEqual(
        kind === 'submission' ? 1 : 0,
      );
    },
  );

  test('a filing makes one more round trip after its user of SEPE, whose password is stored with the key, was changed', async () => {
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
      roundTripsOf(() => service.caller.acting(secret).post('/sepe/contrata', JSON.parse(contract)));
    const first = await file();
    expect(first.answer.status).toBe(200);
    expect(first.roundTrips.before, JSON.stringify(first.roundTrips)).toHaveLength(1);
    // The secret to which the certificate's id refers has been deleted.
    expect(await upload()).toBe(secret);
    const changed = await file();
    expect(changed.roundTrips.before, JSON.stringify(changed.roundTrips)).toHaveLength(2);
    // The data are cached for an hour.
    const again = await file();
    expect(again.roundTrips.before).toEqual([['BatchGetItem', 'UpdateItem']]);
  });

  test('a filing makes one more round trip with a certificate that no authority has accepted yet, and one after its first success', async () => {
    const subject = { person: seed.demo.holder };
    const secret = await storeNewCertificate(service.caller, subject);
    const path = '/seg-social/idc';
    const json = requests[`GET ${path}`]!.request;
    const ask = () => roundTripsOf(() => service.caller.acting(secret).call('GET', path, { json }));
    const first = await ask();
    expect(first.answer.status).toBe(200);
    expect(first.roundTrips).toMatchObject({
      before: [
        ['BatchGetItem', 'GetSecretValue', 'UpdateItem'],
        ['UpdateItem', 'UpdateItem'],
      ],
      // Notes that the certificate was accepted.
      after: [['UpdateItem']],
    });
    expect((await ask()).roundTrips).toMatchObject({ before: [['BatchGetItem', 'UpdateItem']], after: [] });
  });

  test('a question makes one more round trip with an API token that is used for the first time', async () => {
    const made = await service.caller.post('/auth/tokens', { name: 'Programa' });
    const path = '/seg-social/idc';
    const program = acting(path).with({ Authorization: `Bearer ${made.body.data.access_token}` });
    const json = requests[`GET ${path}`]!.request;
    const { answer, roundTrips } = await roundTripsOf(() => program.call('GET', path, { json }));
    expect(answer.status).toBe(200);
    expect(roundTrips).toMatchObject({
      before: [['BatchGetItem', 'GetSecretValue', 'UpdateItem']],
      after: [],
    });
    expect(roundTrips.beside).toEqual(['UpdateItem']);
    const { body } = await service.caller.get('/auth/tokens');
    expect(body.data[0].last_used_at).toEqual(expect.any(String));
  });
});

describe('signing in', () => {
  const PASSWORD = 'una contraseña larga';
  const signIn = (email: string, password: string, more: object = {}) =>
    roundTripsOf(() =>
      new Gateway(service.demo.baseUrl, fromElsewhere()).post('/auth/login', { email, password, ...more }),
    );

  test('a sign-in reads e-mail and network while it is counted, then everything else at once, and writes at once', async () => {
    const { email } = await newAccount(service.demo.baseUrl, 'Asesoría', PASSWORD);
    const { answer, roundTrips } = await signIn(email, PASSWORD);
    expect(answer.status).toBe(200);
    expect(roundTrips.before).toEqual([
      ['GetItem', 'GetItem', 'UpdateItem'],
      ['GetItem', 'GetItem', 'UpdateItem', 'UpdateItem', 'UpdateItem'],
      ['DeleteItem', 'PutItem', 'TransactWriteItems', 'UpdateItem', 'UpdateItem'],
    ]);
  });

  test('a sign-in with a code reads the secret of codes with the rest, and uses the code up with the session', async () => {
    const { email } = await newAccount(service.demo.baseUrl, 'Asesoría', PASSWORD);
    const user = (await stores.accounts.findUserByEmail(email))!;
    const { secret } = await stores.secondFactors.beginSecondFactor(user);
    await stores.secondFactors.confirmSecondFactor(user, codeOf(secret, -1), new Date());
    const { answer, roundTrips } = await signIn(email, PASSWORD, { code: codeOf(secret) });
    expect(answer.status).toBe(200);
    expect(roundTrips.before).toEqual([
      ['GetItem', 'GetItem', 'UpdateItem'],
      ['GetItem', 'GetItem', 'GetItem', 'UpdateItem', 'UpdateItem', 'UpdateItem'],
      ['DeleteItem', 'PutItem', 'TransactWriteItems', 'UpdateItem', 'UpdateItem'],
    ]);
  });

  test('a refused sign-in waits only for its note after the password was checked, and as long for an unknown e-mail', async () => {
    const { email } = await newAccount(service.demo.baseUrl, 'Asesoría', PASSWORD);
    for (const tried of [email, anEmail()]) {
      const { answer, roundTrips } = await signIn(tried, 'otra');
      expect(answer.status).toBe(401);
      expect(roundTrips.before).toHaveLength(3);
      expect(roundTrips.before.at(-1)).toEqual(['PutItem']);
    }
  });
});

describe('the round trips to AWS of an operation on the gateway’s own resources', () => {
  test.each([
    ['GET', '/auth', 1],
    ['GET', '/auth/tokens', 2],
    ['GET', '/certificate', 2],
    // Reads the names of the users to whom the rows refer.
    ['GET', '/tramites', 3],
  ])('the operation makes as many round trips as the table says: %s %s', async (method, path, most) => {
    const { answer, roundTrips } = await roundTripsOf(() => service.caller.call(method, path));
    expect(answer.status).toBe(200);
    expect(roundTrips.before, JSON.stringify(roundTrips)).toHaveLength(most);
  });
});
