import { expect, test } from 'vitest';
import { stores } from '../../../functions/stores.ts';
import { seed } from '../../../sandbox/seed.ts';
import { newCompany } from '../../support/accounts.ts';
import { storeNewCertificate } from '../../support/certificates.ts';
import { Gateway } from '../../support/gateway.ts';
import { ownService } from '../../support/setup/own-service.ts';

/** The identities in the log line of a request. */

const lines: Record<string, unknown>[] = [];
const { service } = await ownService({
  log: {
    info: (message, facts) => void (message === 'request' && lines.push(facts)),
    error: () => {},
  },
});

/** The log line of a request from an address. */
const lineOf = async (gateway: Gateway, address: string, path = '/auth') => {
  const { headers } = await gateway.with({ 'X-Forwarded-For': address }).get(path);
  return lines.find(({ requestId }) => requestId === headers.get('x-request-id'))!;
};

test('the log line of a request has user, client company, certificate and a hash of the address, and nothing else of the caller', async () => {
  const { caller, email } = service;
  const user = (await stores.accounts.findUserByEmail(email))!;
  const { id, email: ofUser, gateway: company } = await newCompany(caller);
  const client = Number(id);
  const subject = { person: seed.demo.holder };
  const secret = await storeNewCertificate(caller, subject, { clientId: id });
  const certificate = (await stores.certificates.readSecret(secret, user.accountId))!.certificateId;

  const ofAccount = { account: user.accountId, user: user.id };
  const plain = await lineOf(caller, '192.0.2.1');
  expect(plain).toMatchObject({ ...ofAccount, address: expect.stringMatching(/^[0-9a-f]{16}$/) });
  expect(plain).not.toHaveProperty('client');
  expect(plain).not.toHaveProperty('certificate');
  expect(await lineOf(caller.acting(secret), '192.0.2.1')).toMatchObject({
    ...ofAccount,
    client,
    certificate,
    address: plain.address,
  });

  const ofCompany = await lineOf(company, '192.0.2.2');
  expect(ofCompany).toMatchObject({ account: user.accountId, client });
  expect(ofCompany.user).not.toBe(user.id);
  expect(ofCompany.address).not.toBe(plain.address);

  // For an unauthenticated caller, only the address.
  const anonymous = await lineOf(new Gateway(service.demo.baseUrl), '192.0.2.1');
  expect(anonymous).toMatchObject({ status: 401, address: plain.address });
  for (const name of ['account', 'user', 'client', 'certificate']) expect(anonymous).not.toHaveProperty(name);

  const text = JSON.stringify(lines);
  for (const value of ['192.0.2.', email, ofUser, secret, seed.demo.holder.nif])
    expect(text.includes(value), value).toBe(false);
});
