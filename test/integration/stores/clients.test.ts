import { randomUUID } from 'node:crypto';
import { ListSecretsCommand } from '@aws-sdk/client-secrets-manager';
import { PutCommand, ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { setting } from '../../../shared/config.ts';
import { createAccount, findUserByEmail } from '../../../shared/stores/accounts.ts';
import { dynamo } from '../../../shared/stores/aws.ts';
import {
  type CertificateRow,
  listCertificates,
  saveCertificate,
} from '../../../shared/stores/certificates.ts';
import {
  findClient,
  listClients,
  matches,
  removeClient,
  saveClient,
  setClientActive,
} from '../../../shared/stores/clients/clients.ts';
import {
  type Client,
  MAX_CONTRIBUTION_ACCOUNTS,
  type NewClient,
} from '../../../shared/stores/clients/company.ts';
import { nextClientId, RANGE } from '../../../shared/stores/clients/ids.ts';
import { findPasswordHash } from '../../../shared/stores/identity/password-rows.ts';
import { verifyPassword } from '../../../shared/stores/identity/passwords.ts';
import { beginSession, loadCallerRows } from '../../../shared/stores/identity/sessions.ts';
import { readToken } from '../../../shared/stores/identity/tokens.ts';
import { recordKey } from '../../../shared/stores/keyspace.ts';
import { getKeyPair, secretsManager } from '../../../shared/stores/secrets.ts';
import { tries } from '../../support/setup/fast-check.ts';

const now = new Date();
const letters = (howMany: number) => randomUUID().replaceAll('-', '').slice(0, howMany);
const aCif = () => letters(9).toUpperCase();
/** Of few words, each of which has rows in the index of a client. */
const anEmail = () => `${letters(20)}@example.com`;
const contributionAccount = (number: number, alias = 'Cuenta') => ({
  regimen: '0111',
  ccc: String(number).padStart(11, '0'),
  alias,
});

const company = (given: Partial<NewClient> = {}): NewClient => ({
  name: 'Empresa',
  email: anEmail(),
  cif: aCif(),
  companyName: 'EMPRESA S.L.',
  accounts: [contributionAccount(1)],
  ...given,
});

/** A client that is expected to be new. */
const created = async (accountId: string, given: Partial<NewClient> = {}): Promise<Client> => {
  const saved = await saveClient(accountId, company(given), now);
  if (saved.outcome !== 'created') throw new Error(saved.outcome);
  return saved.client;
};

const tally = (outcomes: { outcome: string }[]) => {
  const counts: Record<string, number> = {};
  for (const { outcome } of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
};

const all = async (accountId: string, search?: string) =>
  (await listClients(accountId, { search, page: 1, perPage: 1_000 })).clients;
const idsOf = (clients: Client[]) => clients.map(({ id }) => id);

describe('saving', () => {
  test('50 saves of one CIF at once, each with another contribution account, make one client with all of them', async () => {
    const accountId = randomUUID();
    const cif = aCif();
    const saved = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        saveClient(accountId, company({ cif, accounts: [contributionAccount(i)] }), now),
      ),
    );
    expect(tally(saved)).toEqual({ created: 1, extended: 49 });
    const [client, ...others] = await all(accountId);
    expect(others).toEqual([]);
    const accounts = Object.values(client!.accounts);
    expect(new Set(accounts.map(({ ccc }) => ccc)).size).toBe(50);
    expect(new Set(accounts.map(({ id }) => id)).size).toBe(50);
    expect((await listClients(accountId, { page: 1, perPage: 1 })).total).toBe(1);
  });

  test('50 saves of one CIF with the same contribution accounts make each of them once', async () => {
    const accountId = randomUUID();
    const same = company({
      accounts: [contributionAccount(1), contributionAccount(2), contributionAccount(1, 'again')],
    });
    const saved = await Promise.all(Array.from({ length: 50 }, () => saveClient(accountId, same, now)));
    expect(tally(saved)).toEqual({ created: 1, extended: 49 });
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

  test('50 saves of one e-mail at once, each with another CIF and in one of two accounts, make one client', async () => {
    const email = anEmail();
    const accounts = [randomUUID(), randomUUID()];
    const saved = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        saveClient(accounts[i % 2]!, company({ email: i % 3 ? email : email.toUpperCase() }), now),
      ),
    );
    expect(tally(saved)).toEqual({ created: 1, 'email-taken': 49 });
    const held = await Promise.all(accounts.map((accountId) => all(accountId)));
    expect(held.flat()).toHaveLength(1);
  });

  test('an e-mail is unique among clients and users', async () => {
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

  test('a CIF is unique in an account, and in no other', async () => {
    const cif = aCif();
    const one = await created('one', { cif });
    const other = await created('other', { cif });
    expect(other.id).not.toBe(one.id);
  });

  test('a client that exists gets the contribution accounts that it lacks, and nothing else of it changes', async () => {
    const accountId = randomUUID();
    const client = await created(accountId, { access: { password: 'abcd' } });
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
    expect(await verifyPassword('abcd', await findPasswordHash(user!.id))).toBe(true);
  });

  test('more contribution accounts than one update can add are added, up to the limit of a client', async () => {
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

  test('a client with access has a user who signs in; one without access has none', async () => {
    const accountId = randomUUID();
    const client = await created(accountId, { access: { password: 'abcd' } });
    const user = await findUserByEmail(client.email.toUpperCase());
    expect(user).toMatchObject({ id: client.userId, accountId, clientId: client.id });
    expect(await verifyPassword('abcd', await findPasswordHash(user!.id))).toBe(true);

    const invited = await created(accountId, { access: {} });
    const awaited = await findUserByEmail(invited.email);
    expect(awaited?.clientId).toBe(invited.id);
    expect(await verifyPassword('', await findPasswordHash(awaited!.id))).toBe(false);

    const without = await created(accountId);
    expect(without.userId).toBeUndefined();
    expect(await findUserByEmail(without.email)).toBeUndefined();
  });
});

test('ids are unique in the service, and an account takes a new range after the last id of its range', async () => {
  const [one, other] = [randomUUID(), randomUUID()];
  const take = (accountId: string, howMany: number) =>
    Promise.all(Array.from({ length: howMany }, () => nextClientId(accountId)));
  const ids = (await Promise.all([take(one, 40), take(other, 40)])).flat();
  expect(new Set(ids).size).toBe(80);
  expect(ids.every((id) => Number.isSafeInteger(id) && id > 0)).toBe(true);

  await endRangeAfter(one, 3);
  const later = await take(one, 20);
  expect(new Set([...ids, ...later]).size).toBe(100);
  expect(new Set(later.map((id) => Math.floor(id / RANGE))).size).toBe(2);
});

/** Changes the range of an account so that it has this many ids left. */
const endRangeAfter = async (accountId: string, left: number) => {
  const first = await nextClientId(accountId);
  const end = first - (first % RANGE) + RANGE;
  await dynamo().send(
    new PutCommand({
      TableName: setting('RECORDS_TABLE'),
      Item: { ...recordKey.clientIds(accountId), next: end - left, end },
    }),
  );
};

describe('listing', () => {
  test('any sequence of saves and removals gives exact pages, across ranges', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof({ weight: 3, arbitrary: fc.constant(-1) }, fc.nat(30)), {
          minLength: 10,
          maxLength: 35,
        }),
        fc.integer({ min: 0, max: 12 }),
        fc.integer({ min: 1, max: 9 }),
        async (course, left, perPage) => {
          const accountId = randomUUID();
          await endRangeAfter(accountId, left);
          const expected: number[] = [];
          for (const step of course) {
            const removed = step < 0 ? undefined : expected[step];
            if (removed === undefined) expected.push((await created(accountId)).id);
            else {
              await removeClient(accountId, removed, now);
              expected.splice(step, 1);
            }
          }
          expected.sort((a, b) => a - b);
          const pages = Math.ceil(expected.length / perPage) + 1;
          for (let page = 1; page <= pages; page++) {
            const listed = await listClients(accountId, { page, perPage });
            expect(listed.total).toBe(expected.length);
            expect(idsOf(listed.clients)).toEqual(expected.slice((page - 1) * perPage, page * perPage));
          }
        },
      ),
      tries(8),
    );
  });

  test('a search finds exactly the clients that match, on every page', async () => {
    const accountId = randomUUID();
    const some = (values: string[]) => values[Math.floor(Math.random() * values.length)]!;
    const names = [
      'Álvarez',
      'alba',
      'Núñez',
      'NUNEZ',
      'Peña',
      'Construcciones',
      'Construir',
      'S.L.',
      'sl',
      '7',
    ];
    await endRangeAfter(accountId, 20);
    for (let i = 0; i < 60; i++)
      await created(accountId, {
        name: `${some(names)} ${some(names)}`,
        companyName: `${some(names)}, ${some(names)}`,
        externalId: some(['EXT-1', 'EXT-22', 'otro_3']),
      });
    const clients = await all(accountId);
    expect(clients).toHaveLength(60);
    const searches = [
      ...['a', 'al', 'alv', 'ALVA', 'ñ', 'nuñ', 'nunez', 'construcc', 'construccio', 'construccioness'],
      ...['sl', 's.l.', 's l', 'alvarez sl', 'peña ext 2', 'nunez alba constru', '@', 'example.com', '7'],
      ...clients.slice(0, 5).flatMap(({ cif, email }) => [cif, cif.slice(0, 3), email, email.slice(0, 9)]),
    ];
    for (const search of searches) {
      const expected = idsOf(clients.filter(({ words }) => matches(words, search)));
      const found: number[] = [];
      for (let page = 1; page <= Math.ceil(expected.length / 17) + 1; page++) {
        const listed = await listClients(accountId, { search, page, perPage: 17 });
        expect(listed.total, search).toBe(expected.length);
        found.push(...idsOf(listed.clients));
      }
      expect(found, search).toEqual(expected);
    }
  });

  test('a removed client is not found', async () => {
    const accountId = randomUUID();
    const [one, other] = [await created(accountId), await created(accountId)];
    await removeClient(accountId, one.id, now);
    expect(idsOf(await all(accountId, 'empresa'))).toEqual([other.id]);
    expect(await all(accountId, one.cif)).toEqual([]);
  });
});

/** Number of rows that some work reads from the table. */
const rowsRead = async (work: () => Promise<unknown>): Promise<number> => {
  let rows = 0;
  const name = randomUUID();
  dynamo().middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args);
      const { Items = [], Responses = {} } = result.output as {
        Items?: unknown[];
        Responses?: Record<string, unknown[]>;
      };
      rows += Items.length + Object.values(Responses).flat().length;
      return result;
    },
    { step: 'initialize', name },
  );
  await work();
  dynamo().middlewareStack.remove(name);
  return rows;
};

test('the rows that a page and a search read do not grow with the clients of the account', async () => {
  const accountId = randomUUID();
  const add = async (howMany: number) => {
    for (let i = 0; i < howMany; i += 10)
      await Promise.all(Array.from({ length: 10 }, () => created(accountId, { name: 'Común' })));
  };
  const rare = await created(accountId, { name: 'Singular Común' });
  const read = async () => {
    const { total } = await listClients(accountId, { page: 1, perPage: 1 });
    return {
      total,
      firstPage: await rowsRead(() => listClients(accountId, { page: 1, perPage: 10 })),
      lastPage: await rowsRead(() => listClients(accountId, { page: Math.ceil(total / 10), perPage: 10 })),
      rare: await rowsRead(() => listClients(accountId, { search: 'singular comun', page: 1, perPage: 10 })),
      byCif: await rowsRead(() => listClients(accountId, { search: rare.cif, page: 1, perPage: 10 })),
    };
  };
  await add(110);
  const before = await read();
  await add(100);
  const after = await read();
  expect([before.total, after.total]).toEqual([111, 211]);
  // The clients of one block, and a count for each block.
  for (const { firstPage, lastPage } of [before, after]) {
    expect(firstPage).toBeLessThanOrEqual(100 + 4);
    expect(lastPage).toBeLessThanOrEqual(100 + 4);
  }
  // One index row of the rare word, those of the common word, and the client; by CIF, an index row and the client.
  expect(after.rare).toBeLessThanOrEqual(1 + 3 + 1);
  expect(after.byCif).toBeLessThanOrEqual(2);
});

const certificateOf = (accountId: string, clientId: number): Omit<CertificateRow, 'id' | 'createdAt'> => ({
  accountId,
  clientId,
  name: 'a name',
  notBefore: now.toISOString(),
  notAfter: now.toISOString(),
  dni: '',
  givenName: '',
  surname: '',
  fingerprint: randomUUID(),
});
const pair = { key: 'a key', chain: 'a chain' };

/** An account whose client company has signed in. */
const signedIn = async () => {
  const { accountId } = await createAccount({ email: anEmail(), name: 'Cuenta' });
  const client = await created(accountId, { access: { password: 'abcd' } });
  const user = (await findUserByEmail(client.email))!;
  const { token } = await beginSession(user, now);
  const certificate = await saveCertificate(certificateOf(accountId, client.id), pair, now);
  const { fingerprint } = certificate;
  const secret = { certificateId: certificate.id, clientId: client.id, fingerprint };
  return { accountId, client, certificate, secret, claims: (await readToken(token, now))! };
};

describe('a client that is deactivated or removed', () => {
  test('does not work from now on, and works again after it is activated', async () => {
    const { accountId, client, claims, secret } = await signedIn();
    const rows = () => loadCallerRows(claims, secret, now);
    expect(await rows()).toMatchObject({
      user: { clientId: client.id },
      client: { active: true },
      certificateClient: { active: true },
    });
    expect(await setClientActive(accountId, client.id, false, now)).toMatchObject({ active: false });
    expect(await rows()).toMatchObject({
      client: { active: false },
      certificateClient: { active: false },
    });
    expect(await setClientActive(accountId, client.id, true, now)).toMatchObject({ active: true });
    expect(await rows()).toMatchObject({ client: { active: true }, certificateClient: { active: true } });
  });

  test('leaves no rows when it is removed', async () => {
    const { accountId, client, certificate, claims, secret } = await signedIn();
    expect(await removeClient(accountId, client.id, now)).toMatchObject({ ...client, active: true });
    expect(await findClient(accountId, client.id)).toBeUndefined();
    expect(await findUserByEmail(client.email)).toBeUndefined();
    expect(await findPasswordHash(client.userId!)).toBeUndefined();
    expect(await listCertificates(accountId, client.id)).toEqual([]);
    await expect(getKeyPair(accountId, certificate.id)).rejects.toThrow();
    const {
      user,
      client: own,
      certificate: row,
      certificateClient,
    } = await loadCallerRows(claims, secret, now);
    expect([user, own, row, certificateClient]).toEqual([undefined, undefined, undefined, undefined]);
    expect(await listClients(accountId, { page: 1, perPage: 10 })).toEqual({ clients: [], total: 0 });

    const left = await rowsOf(accountId);
    expect(left.filter(({ pk }) => /^(clients|cif|user)#/.test(pk))).toEqual([]);
    expect(left.filter(({ entries }) => entries !== undefined)).toEqual([]);
    expect(left.filter(({ clients }) => clients !== undefined && clients !== 0)).toEqual([]);

    const again = await created(accountId, { cif: client.cif, email: client.email });
    expect(again.id).not.toBe(client.id);
    expect(await removeClient(accountId, client.id, now)).toBeUndefined();
  });

  test('is removed once, by one of several calls at once', async () => {
    const { accountId, client } = await signedIn();
    await created(accountId);
    const removed = await Promise.all(
      Array.from({ length: 10 }, () => removeClient(accountId, client.id, now)),
    );
    expect(removed.filter((one) => one !== undefined)).toHaveLength(1);
    expect((await listClients(accountId, { page: 1, perPage: 10 })).total).toBe(1);
  });

  test('gets no new certificate, and none of its keys stays', async () => {
    const { accountId, client } = await signedIn();
    expect(await keysOf(accountId)).toHaveLength(1);
    const late = Promise.allSettled(
      Array.from({ length: 10 }, () => saveCertificate(certificateOf(accountId, client.id), pair, now)),
    );
    await removeClient(accountId, client.id, now);
    for (const result of await late)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ status: 404 });
    expect(await listCertificates(accountId, client.id)).toEqual([]);
    expect(await keysOf(accountId)).toEqual([]);
    await expect(saveCertificate(certificateOf(accountId, client.id), pair, now)).rejects.toMatchObject({
      status: 404,
    });
  });

  test('is inactive after an interrupted removal, which a second removal or a new save completes', async () => {
    const accountId = randomUUID();
    const interrupted = async () => {
      const client = await created(accountId);
      await dynamo().send(
        new UpdateCommand({
          TableName: setting('RECORDS_TABLE'),
          Key: recordKey.client(accountId, client.id),
          UpdateExpression: 'SET active = :no, removing = :yes',
          ExpressionAttributeValues: { ':no': false, ':yes': true },
        }),
      );
      return client;
    };
    const one = await interrupted();
    expect(await setClientActive(accountId, one.id, true, now)).toBeUndefined();
    expect(await removeClient(accountId, one.id, now)).toMatchObject({ id: one.id, active: false });
    const other = await interrupted();
    const anew = await created(accountId, { cif: other.cif, email: other.email });
    expect(idsOf(await all(accountId))).toEqual([anew.id]);
  });
});

/** Names of the certificates' secrets that an account has. */
const keysOf = async (accountId: string) => {
  const prefix = `${setting('CERTIFICATE_SECRETS_PREFIX')}${accountId}/`;
  const { SecretList } = await secretsManager().send(
    new ListSecretsCommand({ Filters: [{ Key: 'name', Values: [prefix] }] }),
  );
  return SecretList?.map(({ Name }) => Name);
};

/** Rows of the table that belong to an account. */
const rowsOf = async (accountId: string) => {
  const rows: { pk: string; entries?: Set<string>; clients?: number }[] = [];
  let from: Record<string, unknown> | undefined;
  do {
    const { Items, LastEvaluatedKey } = await dynamo().send(
      new ScanCommand({ TableName: setting('RECORDS_TABLE'), ExclusiveStartKey: from }),
    );
    rows.push(...((Items ?? []) as typeof rows).filter(({ pk }) => pk.includes(accountId)));
    from = LastEvaluatedKey;
  } while (from);
  return rows;
};

test('another account neither sees, changes nor removes it', async () => {
  const [own, other] = [randomUUID(), randomUUID()];
  const client = await created(own);
  expect(await findClient(other, client.id)).toBeUndefined();
  expect(await setClientActive(other, client.id, false, now)).toBeUndefined();
  expect(await removeClient(other, client.id, now)).toBeUndefined();
  expect(await listClients(other, { page: 1, perPage: 10 })).toEqual({ clients: [], total: 0 });
  expect(await all(other, client.cif)).toEqual([]);
  expect(await findClient(own, client.id)).toMatchObject({ active: true });
});
