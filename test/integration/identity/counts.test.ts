import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { realServices } from '../../../functions/services.ts';
import { stores } from '../../../functions/stores.ts';
import { toP12 } from '../../../sandbox/pki/p12.ts';
import { createCertificateAuthority, issueClient } from '../../../sandbox/pki/pki.ts';
import { newAccount, newCompany, sessionOf } from '../../support/accounts.ts';
import { startApi } from '../../support/api-front.ts';
import { expectBudget } from '../../support/callers/bursts.ts';
import { demo } from '../../support/demo.ts';
import { fromElsewhere, Gateway } from '../../support/gateway.ts';
import { groups } from '../../support/infra/groups.ts';

/** The rate limits against which a request counts. The clock stands still, so that each test is within one minute. */

const NOW = new Date();
let api: Awaited<ReturnType<typeof startApi>>;
let baseUrl: string;
let p12: Buffer;
beforeAll(async () => {
  const log = { info: () => {}, error: () => {} };
  api = await startApi(groups, { ...realServices, now: () => NOW, log });
  baseUrl = `${api.origin}/api/v4`;
  p12 = await readFile(demo.p12.file);
});
afterAll(() => api.close());

const IDC = {
  regimen: demo.company.regimen,
  ccc: demo.company.ccc,
  nss: demo.worker.nss,
  startDate: demo.worker.fecha_alta,
};

const newCaller = async () => {
  const { gateway, email, accountId } = await newAccount(baseUrl);
  return { gateway: gateway.with(fromElsewhere()), email, accountId };
};
const storeP12 = async (gateway: Gateway, fields: Record<string, string> = {}): Promise<string> => {
  const { status, body } = await gateway.upload(p12, { password: demo.p12.password, ...fields });
  expect(status).toBe(200);
  return body.data.cert_secret;
};
/** The requests that are left of a route's 80 after one more request. */
const left = async (gateway: Gateway, secret?: string) => {
  const { headers } = await (secret ? gateway.acting(secret) : gateway).get('/seg-social/idc');
  return Number(headers.get('x-ratelimit-remaining'));
};

describe('the request count of a certificate', () => {
  let caller: Awaited<ReturnType<typeof newCaller>>;
  beforeEach(async () => {
    caller = await newCaller();
  });

  test('a certificate that is stored and belongs to the caller has its own count after an authority accepted it', async () => {
    const secret = await storeP12(caller.gateway);
    expect(await left(caller.gateway, secret)).toBe(79);
    expect(await left(caller.gateway)).toBe(78);
    const accepted = await caller.gateway.acting(secret).get('/seg-social/idc', IDC);
    expect(accepted.status).toBe(200);
    expect(accepted.headers.get('x-ratelimit-remaining')).toBe('77');
    expect(await left(caller.gateway, secret)).toBe(79);
    expect(await left(caller.gateway)).toBe(76);
    expect(await left(caller.gateway, secret)).toBe(78);
  });

  test('a certificate has one count only, whatever the types under which it is stored', async () => {
    const secrets = await Promise.all(
      [undefined, { type: '1' }, { type: '2' }].map((fields) => storeP12(caller.gateway, fields)),
    );
    for (const secret of secrets.slice(0, 2))
      expect((await caller.gateway.acting(secret).get('/seg-social/idc', IDC)).status).toBe(200);
    expect(await left(caller.gateway, secrets[0])).toBe(79);
    expect(await left(caller.gateway, secrets[1])).toBe(78);
  });

  test('a certificate that no authority accepted has no count, because anyone can issue one', async () => {
    const holder = { nif: '99999999R', givenName: 'ANA', firstSurname: 'RUIZ' };
    const authority = await createCertificateAuthority('Nadie');
    const self = toP12(await issueClient(authority, { person: holder }), 'clave', { rounds: 1 });
    const secrets = await Promise.all(
      ['', '1', '2', '3', '5'].map(async (type) => {
        const { body } = await caller.gateway.upload(self, { password: 'clave', type });
        return body.data.cert_secret as string;
      }),
    );
    for (const [index, secret] of secrets.entries())
      expect(await left(caller.gateway, secret)).toBe(79 - index);
    const refused = await caller.gateway.acting(secrets[1]!).get('/seg-social/idc', IDC);
    expect(refused.status).toBe(422);
    expect(await left(caller.gateway, secrets[1])).toBe(73);
  });

  test('a certificate that was deleted has no count, so storing and deleting gives no new requests', async () => {
    expect(await left(caller.gateway)).toBe(79);
    for (const expected of [78, 77]) {
      const secret = await storeP12(caller.gateway);
      expect((await caller.gateway.delete(`/certificate/${secret}`)).status).toBe(200);
      expect(await left(caller.gateway, secret)).toBe(expected);
    }
  });

  test('a certificate of the account gives its client company no count', async () => {
    const secret = await storeP12(caller.gateway);
    const { id, gateway } = await newCompany(caller.gateway);
    const company = gateway.with(fromElsewhere());
    expect(await left(company)).toBe(79);
    expect(await left(company, secret)).toBe(78);
    const own = await storeP12(caller.gateway, { clientId: id });
    expect((await company.acting(own).get('/seg-social/idc', IDC)).status).toBe(200);
    expect(await left(company, own)).toBe(79);
  });
});

test('the heavy routes have one budget of 30 together, which no other route uses', async () => {
  const { gateway } = await newCaller();
  const ofAgency = gateway.acting(await storeP12(gateway, { type: '3' }));
  const routes = ['/seg-social/employee-situations', '/seg-social/ta-info-for-nss', '/sepe/contrata/data'];
  // A call with invalid fields, or with a certificate for another authority, counts as well.
  expect((await ofAgency.get(routes[0]!)).status).toBe(403);
  const answers = await Promise.all(
    Array.from({ length: 36 }, (_, index) => gateway.get(routes[index % routes.length]!)),
  );
  expectBudget(answers, 29, 422);
  expect(answers[0]!.headers.get('x-ratelimit-limit')).toBe('30');
  expect(await left(gateway)).toBe(79);
});

test('a token that was revoked costs its user nothing, and counts for its address', async () => {
  const { gateway, email } = await newCaller();
  const revoked = await sessionOf(baseUrl, email);
  expect((await revoked.get('/auth/logout')).status).toBe(200);
  const from = fromElsewhere();
  const tries = await Promise.all(
    Array.from({ length: 20 }, () => revoked.with(from).get('/seg-social/idc')),
  );
  expect(new Set(tries.map(({ status }) => status))).toEqual(new Set([401]));
  expect(tries.map(({ headers }) => Number(headers.get('x-ratelimit-remaining'))).sort()[0]).toBe(40);
  expect(await left(gateway)).toBe(79);
});

test('a count above a limit that is given back is not carried into the next minute', async () => {
  const scope = crypto.randomUUID();
  const count = (now: Date) => stores.rateWindows.countRequest(scope, 2, now);
  for (let made = 0; made < 4; made++) await count(NOW);
  for (let made = 0; made < 3; made++) await stores.rateWindows.giveBack(scope, 2, NOW);
  expect(await count(NOW)).toMatchObject({ admitted: true, remaining: 0 });
  expect(await count(new Date(NOW.getTime() + 60_000))).toMatchObject({ remaining: 1 });
});

test('a sign-in over the rate of its address is refused first, and counts for no e-mail', async () => {
  const email = `${crypto.randomUUID()}@example.com`;
  const address = fromElsewhere();
  const caller = new Gateway(baseUrl, address);
  const answers = await Promise.all(
    Array.from({ length: 60 }, () => caller.post('/auth/login', { email: 'nadie' })),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([422]));
  const left = answers.map(({ headers }) => Number(headers.get('x-ratelimit-remaining')));
  expect(left.sort((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, number) => number));
  for (const sent of [{ email: 'nadie' }, ...Array.from({ length: 11 }, () => ({ email, password: 'x' }))])
    expect((await caller.post('/auth/login', sent)).status).toBe(429);
  const ip = address['X-Forwarded-For'];
  const origin = await stores.signIns.readOrigin(email, ip, NOW);
  const { wait } = await stores.signIns.countTry(origin, undefined, NOW);
  expect(wait).toBe(0);
});
