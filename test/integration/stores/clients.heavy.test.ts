import { randomUUID } from 'node:crypto';
import { PutCommand, ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from 'vitest';
import { realServices } from '../../../functions/services.ts';
import { stores } from '../../../functions/stores.ts';
import { setting } from '../../../shared/kernel/config.ts';
import { certificateOf as usableCertificate } from '../../../shared/serving/filing/recorded.ts';
import { createAccount, findUserByEmail } from '../../../shared/stores/accounts.ts';
import { getKeyPair } from '../../../shared/stores/certificate-keys.ts';
import type { CertificateRow } from '../../../shared/stores/certificate-row.ts';
import { listCertificates, saveCertificate } from '../../../shared/stores/certificates.ts';
import { findClient, listClients, setClientActive } from '../../../shared/stores/clients/clients.ts';
import {
  type Client,
  MAX_CONTRIBUTION_ACCOUNTS,
  type NewClient,
  newBrief,
} from '../../../shared/stores/clients/company.ts';
import { newIds } from '../../../shared/stores/clients/room.ts';
import { dynamo } from '../../../shared/stores/dynamo/dynamo.ts';
import type { Filing } from '../../../shared/stores/filings/filing.ts';
import { findPasswordHash } from '../../../shared/stores/identity/password-rows.ts';
import { verifyPassword } from '../../../shared/stores/identity/passwords.ts';
import { beginSession, loadCallerRows } from '../../../shared/stores/identity/sessions.ts';
import { readToken } from '../../../shared/stores/identity/tokens.ts';
import { accountsKey } from '../../../shared/stores/keyspace.ts';
import { capacityOf } from '../../support/stores/capacity.ts';
import { aCif, anEmail, company, contributionAccount, created } from '../../support/stores/clients.ts';
import { keysOf } from '../../support/stores/secrets.ts';

const { removeClient, saveClient } = stores.clients;

const now = new Date();

const tally = (outcomes: { outcome: string }[]) => {
  const counts: Record<string, number> = {};
  for (const { outcome } of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
};

const all = async (accountId: string, search?: string) =>
  (await listClients(accountId, { search, page: 1, perPage: 1_000 })).clients;
const idsOf = (clients: Client[]) => clients.map(({ id }) => id);

describe('the saving of clients', () => {
  test('saving 20 clients with one CIF and the same contribution accounts at once makes each of these once', async () => {
    const accountId = randomUUID();
    const same = company({
      accounts: [contributionAccount(1), contributionAccount(2), contributionAccount(1, 'again')],
    });
    const saved = await Promise.all(Array.from({ length: 20 }, () => saveClient(accountId, same, now)));
    expect(tally(saved)).toEqual({ created: 1, extended: 19 });
    const added = saved.map((one) => (one.outcome === 'extended' ? one.added : 0));
    expect(added.every((count) => count === 0)).toBe(true);
    const client = (await all(accountId))[0]!;
    expect(Object.values(client.accounts).map(({ ccc, alias }) => [ccc, alias])).toEqual(
      expect.arrayContaining([
        ['00000000001', 'Cuenta'],
        ['00000000002', 'Cuenta'],
      ]),
    );
    expect(Object.keys(client.accounts)).toHaveLength(2);
  });

  test('saving 20 clients with one e-mail at once, each with another CIF and in one of two accounts, makes one client', async () => {
    const email = anEmail();
    const accounts = [randomUUID(), randomUUID()];
    const saved = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        saveClient(accounts[i % 2]!, company({ email: i % 3 ? email : email.toUpperCase() }), now),
      ),
    );
    expect(tally(saved)).toEqual({ created: 1, 'email-taken': 19 });
    const held = await Promise.all(accounts.map((accountId) => all(accountId)));
    expect(held.flat()).toHaveLength(1);
  });

  test('a client cannot have the e-mail of another client or of a user', async () => {
    const accountId = randomUUID();
    const email = anEmail();
    await createAccount({ email, name: 'a' });
    expect(await saveClient(accountId, company({ email: email.toUpperCase() }), now)).toEqual({
      outcome: 'email-taken',
    });
    const { email: taken } = await created(accountId);
    await expect(createAccount({ email: ` ${taken.toUpperCase()}`, name: 'b' })).rejects.toMatchObject({
      status: 422,
    });
  });

  test('a client cannot have the CIF of another one of its account, but one of another account', async () => {
    const cif = aCif();
    const one = await created('one', { cif });
    const other = await created('other', { cif });
    expect(other.id).not.toBe(one.id);
  });

  test('a client that exists gets the contribution accounts that it lacks, and keeps everything else', async () => {
    const accountId = randomUUID();
    const client = await created(accountId, { access: { password: 'abcd' } }, now);
    const saved = await saveClient(
      accountId,
      company({
        cif: client.cif,
        email: client.email,
        name: 'another name',
        accounts: [
          contributionAccount(1, 'another alias'),
          contributionAccount(2),
          contributionAccount(3),
          contributionAccount(3, 'twice'),
        ],
        access: { password: 'other' },
      }),
      now,
    );
    expect(saved).toMatchObject({ outcome: 'extended', added: 2 });
    const { accounts, ...rest } = (await findClient(accountId, client.id))!;
    const { accounts: before, ...same } = client;
    expect(rest).toMatchObject(same);
    expect(accounts).toMatchObject(before);
    expect(Object.values(accounts).map(({ alias }) => alias)).toEqual(['Cuenta', 'Cuenta', 'Cuenta']);
    const again = await saveClient(
      accountId,
      company({ cif: client.cif, accounts: [contributionAccount(2)] }),
      now,
    );
    expect(again).toMatchObject({ outcome: 'extended', added: 0 });
    const user = await findUserByEmail(client.email);
    expect(await verifyPassword('abcd', await findPasswordHash(user!))).toBe(true);
  });

  test('a client gets more contribution accounts than one update can add, up to its limit', async () => {
    const accountId = randomUUID();
    const numbers = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, i) => contributionAccount(from + i));
    const { cif } = await created(accountId, { accounts: numbers(0, 5) });
    const add = (accounts: NewClient['accounts']) => saveClient(accountId, company({ cif, accounts }), now);
    expect(await add(numbers(0, MAX_CONTRIBUTION_ACCOUNTS - 1))).toMatchObject({
      added: MAX_CONTRIBUTION_ACCOUNTS - 6,
    });
    expect(await add(numbers(1_000, 1_002))).toEqual({ outcome: 'too-many-contribution-accounts' });
    expect(await add([contributionAccount(MAX_CONTRIBUTION_ACCOUNTS), contributionAccount(3)])).toMatchObject(
      { added: 1 },
    );
    expect(await add([contributionAccount(2_000)])).toEqual({ outcome: 'too-many-contribution-accounts' });
    expect(await add([contributionAccount(3)])).toMatchObject({ added: 0 });
    expect(Object.keys((await all(accountId))[0]!.accounts)).toHaveLength(MAX_CONTRIBUTION_ACCOUNTS);
    expect(
      await saveClient(accountId, company({ accounts: numbers(0, MAX_CONTRIBUTION_ACCOUNTS + 1) }), now),
    ).toEqual({
      outcome: 'too-many-contribution-accounts',
    });
  });

  test('a client with access has a user who signs in, and one without access has none', async () => {
    const accountId = randomUUID();
    const client = await created(accountId, { access: { password: 'abcd' } }, now);
    const user = await findUserByEmail(client.email.toUpperCase());
    expect(user).toMatchObject({ id: client.userId, accountId, clientId: client.id });
    expect(await verifyPassword('abcd', await findPasswordHash(user!))).toBe(true);

    const invited = await created(accountId, { access: {} });
    const awaited = await findUserByEmail(invited.email);
    expect(awaited?.clientId).toBe(invited.id);
    expect(await verifyPassword('', await findPasswordHash(awaited!))).toBe(false);

    const without = await created(accountId);
    expect(without.userId).toBeUndefined();
    expect(await findUserByEmail(without.email)).toBeUndefined();
  });
});

test('the ids of clients are unique and ascend within a call, however many are taken at once', async () => {
  const taken = await Promise.all(
    [1, 1, 60, 60, 1, 250, 1].map((howMany) => newIds('contribution-account-ids', howMany)),
  );
  expect(taken.map(({ length }) => length)).toEqual([1, 1, 60, 60, 1, 250, 1]);
  for (const ids of taken) expect(ids).toEqual([...ids].sort((a, b) => a - b));
  expect(new Set(taken.flat()).size).toBe(374);
  expect(taken.flat().every((id) => Number.isSafeInteger(id) && id > 0)).toBe(true);
});

const certificateOf = (
  accountId: string,
  clientId: number,
): Omit<CertificateRow, 'id' | 'createdAt' | 'chainHash'> => ({
  accountId,
  clientId,
  name: 'a name',
  notBefore: now.toISOString(),
  notAfter: new Date(now.getTime() + 60_000).toISOString(),
  dni: '',
  givenName: '',
  surname: '',
  issuer: '',
  fingerprint: randomUUID(),
});
const pair = { key: 'a key', chain: 'a chain' };

/** An account with a client company that has signed in. */
const signedIn = async (given: Partial<NewClient & { email: string }> = {}) => {
  const { accountId } = await createAccount({ email: anEmail(), name: 'Cuenta' });
  const client = await created(accountId, { access: { password: 'abcd' }, ...given }, now);
  const user = (await findUserByEmail(client.email))!;
  const { token } = await beginSession(user, {}, now);
  const certificate = await saveCertificate(certificateOf(accountId, client.id), { pair }, now);
  const { fingerprint } = certificate;
  const secret = { certificateId: certificate.id, clientId: client.id, fingerprint };
  return { accountId, client, certificate, secret, claims: (await readToken(token, now))! };
};

test('the cost of a request does not grow with the contribution accounts of its client', async () => {
  const accounts = Array.from({ length: MAX_CONTRIBUTION_ACCOUNTS }, (_, number) =>
    contributionAccount(number),
  );
  const { accountId, client, certificate, claims, secret } = await signedIn({ accounts });
  // Session, account, user, client and certificate.
  expect(await capacityOf(() => loadCallerRows(claims, { secret }, now))).toMatchObject({ rows: 5, rcu: 5 });
  // Nor the data that are read before a filing is made or looked up later: account, client and certificate.
  const filing = { accountId, clientId: client.id, certificate: { id: certificate.id } } as Filing;
  const read = () => usableCertificate(realServices, filing, now);
  expect(await capacityOf(read)).toMatchObject({ rows: 3, rcu: 3 });
  expect(await read()).toEqual({ certificate, daysAhead: 0 });
});

describe('a client that is deactivated or removed', () => {
  test('a deactivated client does not work from then on, and works again after it is activated', async () => {
    const { accountId, client, claims, secret } = await signedIn();
    const rows = () => loadCallerRows(claims, { secret }, now);
    expect(await rows()).toMatchObject({
      user: { clientId: client.id },
      client: { active: true },
      certificateClient: { active: true },
    });
    expect(await setClientActive(accountId, client.id, false)).toMatchObject({ active: false });
    expect(await rows()).toMatchObject({
      client: { active: false },
      certificateClient: { active: false },
    });
    expect(await setClientActive(accountId, client.id, true)).toMatchObject({ active: true });
    expect(await rows()).toMatchObject({ client: { active: true }, certificateClient: { active: true } });
  });

  test('a removed client leaves no rows', async () => {
    const { accountId, client, certificate, claims, secret } = await signedIn();
    expect(await removeClient(accountId, client.id)).toMatchObject({ ...client, active: true });
    expect(await findClient(accountId, client.id)).toBeUndefined();
    expect(await findUserByEmail(client.email)).toBeUndefined();
    expect(await findPasswordHash({ id: client.userId!, clientId: client.id })).toBeUndefined();
    expect(await listCertificates(accountId, client.id)).toEqual([]);
    await expect(getKeyPair(accountId, certificate)).rejects.toThrow();
    const {
      user,
      client: own,
      certificate: row,
      certificateClient,
    } = await loadCallerRows(claims, { secret }, now);
    expect([user, own, row, certificateClient]).toEqual([undefined, undefined, undefined, undefined]);
    expect(await listClients(accountId, { page: 1, perPage: 10 })).toEqual({ clients: [], total: 0 });

    const left = (await rowsOf(accountId)).map(({ pk }) => pk.split('#')[0]);
    // Only the row of the account remains, with the number of its certificates.
    expect(new Set(left)).toEqual(new Set(['account']));

    const again = await created(accountId, { cif: client.cif, email: client.email });
    expect(again.id).not.toBe(client.id);
    expect(await removeClient(accountId, client.id)).toBeUndefined();
  });

  test('a client is removed once, by one of several calls at once', async () => {
    const { accountId, client } = await signedIn();
    await created(accountId);
    const removed = await Promise.all(Array.from({ length: 10 }, () => removeClient(accountId, client.id)));
    expect(removed.filter((one) => one !== undefined)).toHaveLength(1);
    expect((await listClients(accountId, { page: 1, perPage: 10 })).total).toBe(1);
  });

  test('a removed client gets no new certificate, and none of its keys stays', async () => {
    const { accountId, client } = await signedIn();
    expect(await keysOf(accountId)).toHaveLength(1);
    const late = Promise.allSettled(
      Array.from({ length: 10 }, () => saveCertificate(certificateOf(accountId, client.id), { pair }, now)),
    );
    await removeClient(accountId, client.id);
    for (const result of await late)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ status: 404 });
    expect(await listCertificates(accountId, client.id)).toEqual([]);
    expect(await keysOf(accountId)).toEqual([]);
    await expect(saveCertificate(certificateOf(accountId, client.id), { pair }, now)).rejects.toMatchObject({
      status: 404,
    });
  });

  test('a client is inactive after an interrupted removal, which a second removal or a new save completes', async () => {
    const accountId = randomUUID();
    const interrupted = async () => {
      const client = await created(accountId);
      await dynamo().send(
        new UpdateCommand({
          TableName: setting('ACCOUNTS_TABLE'),
          Key: accountsKey.clientBrief(accountId, client.id),
          UpdateExpression: 'SET active = :no, removing = :yes',
          ExpressionAttributeValues: { ':no': false, ':yes': true },
        }),
      );
      return client;
    };
    const one = await interrupted();
    expect(await setClientActive(accountId, one.id, true)).toBeUndefined();
    expect(await removeClient(accountId, one.id)).toMatchObject({ id: one.id, active: false });
    const other = await interrupted();
    const anew = await created(accountId, { cif: other.cif, email: other.email });
    expect(idsOf(await all(accountId))).toEqual([anew.id]);
  });
});

test('a list has clients in the order in which they were made, whatever their ids are', async () => {
  const accountId = randomUUID();
  const [later, earlier] = [
    await created(accountId, {}, new Date(2_000)),
    await created(accountId, {}, new Date(1_000)),
  ];
  expect(idsOf(await all(accountId))).toEqual([earlier.id, later.id]);
});

test('a list omits a client whose row is from before another one with its CIF was made', async () => {
  const accountId = randomUUID();
  const [one, other] = [await created(accountId), await created(accountId)];
  const former = { ...accountsKey.clientBrief(accountId, 10 ** 14), ...newBrief(one, new Date(0)) };
  await dynamo().send(new PutCommand({ TableName: setting('ACCOUNTS_TABLE'), Item: former }));
  expect(await listClients(accountId, { page: 1, perPage: 10 })).toEqual({
    clients: [one, other],
    total: 2,
  });
  expect(await findClient(accountId, 10 ** 14)).toBeUndefined();
});

/** Rows of the table that belong to an account. */
const rowsOf = async (accountId: string) => {
  const rows: ({ pk: string } & Record<string, unknown>)[] = [];
  let from: Record<string, unknown> | undefined;
  do {
    const { Items, LastEvaluatedKey } = await dynamo().send(
      new ScanCommand({ TableName: setting('ACCOUNTS_TABLE'), ExclusiveStartKey: from }),
    );
    rows.push(...((Items ?? []) as typeof rows).filter(({ pk }) => pk.includes(accountId)));
    from = LastEvaluatedKey;
  } while (from);
  return rows;
};
