import { randomBytes, randomUUID } from 'node:crypto';
import type { QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import { expect, test, vi } from 'vitest';
import { SECRET_LENGTH } from '../../../shared/kernel/fields.ts';
import { createAccount, findUser } from '../../../shared/stores/accounts.ts';
import { getKeyPair } from '../../../shared/stores/certificate-keys.ts';
import type { CertificateRow } from '../../../shared/stores/certificate-row.ts';
import {
  deleteCertificate,
  issueSecret,
  listCertificates,
  noteAccepted,
  pageOfCertificates,
  readSecret,
  saveCertificate,
} from '../../../shared/stores/certificates.ts';
import { dynamo } from '../../../shared/stores/dynamo/dynamo.ts';
import { beginSession, loadCallerRows } from '../../../shared/stores/identity/sessions.ts';
import { readToken } from '../../../shared/stores/identity/tokens.ts';

const pair = { key: 'a key', chain: 'a chain' };
const now = new Date();
const wanted = (accountId: string, clientId = 0): Omit<CertificateRow, 'id' | 'createdAt' | 'chainHash'> => ({
  accountId,
  clientId,
  name: 'a name',
  notBefore: now.toISOString(),
  notAfter: now.toISOString(),
  dni: '',
  givenName: '',
  surname: '',
  issuer: '',
  type: 1,
  fingerprint: randomBytes(32).toString('hex'),
});

test('a certificate is stored with its key, listed, and deleted with it', async () => {
  const accountId = randomUUID();
  const row = await saveCertificate(wanted(accountId), { pair }, now);
  expect(await listCertificates(accountId, 0)).toEqual([expect.objectContaining({ id: row.id })]);
  expect(await getKeyPair(accountId, row)).toEqual(pair);
  const secret = { certificateId: row.id, clientId: 0 };
  expect(await deleteCertificate(accountId, secret)).toBe(true);
  expect(await listCertificates(accountId, 0)).toEqual([]);
  await expect(getKeyPair(accountId, row)).rejects.toThrow();
  expect(await deleteCertificate(accountId, secret)).toBe(false);
});

test('a page has the certificates from a position on, oldest first, and the number of all', async () => {
  const accountId = randomUUID();
  // Rows so large that DynamoDB returns four at a time.
  const name = 'x'.repeat(250_000);
  const ids: string[] = [];
  for (let made = 0; made < 9; made++) {
    const at = new Date(now.getTime() + made);
    ids.push((await saveCertificate({ ...wanted(accountId), name }, { pair }, at)).id);
  }
  const page = async (position: number, limit: number) => {
    const { rows, total } = await pageOfCertificates(accountId, 0, { position, limit });
    expect(total).toBe(9);
    return rows.map(({ id }) => ids.indexOf(id));
  };
  expect(await page(0, 5)).toEqual([0, 1, 2, 3, 4]);
  expect(await page(5, 5)).toEqual([5, 6, 7, 8]);
  expect(await page(6, 2)).toEqual([6, 7]);
  expect(await page(9, 5)).toEqual([]);
  expect(await page(50, 5)).toEqual([]);
  // DynamoDB accepts only limits of 32 bits, and MiniStack any.
  const sent = vi.spyOn(dynamo(), 'send');
  expect(await page(36_834_645_000, 50)).toEqual([]);
  const limits = sent.mock.calls.map(([{ input }]) => (input as QueryCommandInput).Limit ?? 0);
  expect(Math.max(...limits)).toBe(2 ** 31 - 1);
  expect(await pageOfCertificates(accountId, 7, { position: 0, limit: 5 })).toEqual({
    rows: [],
    total: 0,
  });
});

test('a certificate that an authority accepted has a note of that, and does not come back after it was deleted', async () => {
  const accountId = randomUUID();
  const row = await saveCertificate(wanted(accountId), { pair }, now);
  expect(row).not.toHaveProperty('acceptedAt');
  await noteAccepted(row, now);
  expect(await listCertificates(accountId, 0)).toEqual([{ ...row, acceptedAt: now.toISOString() }]);
  await deleteCertificate(accountId, { certificateId: row.id, clientId: 0 });
  await noteAccepted(row, now);
  expect(await listCertificates(accountId, 0)).toEqual([]);
});

test('the same certificate is stored once for an owner, also by several calls at once', async () => {
  const accountId = randomUUID();
  const one = wanted(accountId);
  const rows = await Promise.all(Array.from({ length: 10 }, () => saveCertificate(one, { pair }, now)));
  expect(new Set(rows.map(({ id }) => id)).size).toBe(1);
  expect(await listCertificates(accountId, 0)).toHaveLength(1);
  expect(await getKeyPair(accountId, rows[0]!)).toEqual(pair);
  const other = await saveCertificate({ ...one, accountId: randomUUID() }, { pair }, now);
  expect(other.id).not.toBe(rows[0]!.id);
});

test('a certificate with another type is another certificate', async () => {
  const accountId = randomUUID();
  const one = wanted(accountId);
  const { type: _, ...untyped } = one;
  const rows = await Promise.all(
    [one, { ...one, type: 2 }, { ...one, type: 3 }, untyped].map((row) =>
      saveCertificate(row, { pair }, now),
    ),
  );
  expect(rows.map(({ type }) => type)).toEqual([1, 2, 3, undefined]);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(4);
  for (const row of rows)
    expect((await saveCertificate({ ...one, type: row.type }, { pair }, now)).id).toBe(row.id);
  // Deleting one leaves the others, and it can be stored again.
  expect(await deleteCertificate(accountId, { certificateId: rows[1]!.id, clientId: 0 })).toBe(true);
  expect((await listCertificates(accountId, 0)).map(({ type }) => type).sort()).toEqual([1, 3, undefined]);
  const again = await saveCertificate({ ...one, type: 2 }, { pair }, now);
  expect(again.id).not.toBe(rows[1]!.id);
  expect(await saveCertificate(one, { pair }, now)).toEqual(rows[0]);
});

test('another account neither finds nor deletes a certificate', async () => {
  const row = await saveCertificate(wanted(randomUUID()), { pair }, now);
  expect(await deleteCertificate(randomUUID(), { certificateId: row.id, clientId: 0 })).toBe(false);
  expect(await getKeyPair(row.accountId, row)).toEqual(pair);
});

test('a certificate secret names its certificate, and any other text names none', async () => {
  const accountId = randomUUID();
  const id = randomBytes(16).toString('hex');
  const fingerprint = randomBytes(32).toString('hex');
  const row = { accountId, id, clientId: 123_456_789, fingerprint };
  const secret = await issueSecret(row);
  expect(secret).toMatch(/^[\w-]+$/);
  expect(await readSecret(secret, accountId)).toEqual({
    certificateId: id,
    clientId: row.clientId,
    fingerprint: fingerprint.slice(0, 8),
  });
  expect(await readSecret(secret, randomUUID())).toBeUndefined();
  expect(await issueSecret(row)).toBe(secret);
  for (let i = 0; i < secret.length; i++) {
    const changed = secret[i] === 'A' ? 'B' : 'A';
    expect(await readSecret(secret.slice(0, i) + changed + secret.slice(i + 1), accountId)).toBeUndefined();
  }
  for (const made of ['', 'x', `${secret}A`, secret.slice(1), `${secret}=`])
    expect(await readSecret(made, accountId)).toBeUndefined();
});

test.each([0, 1, 255, 256, 123_456_789, 2 ** 48 - 1])(
  'a certificate secret of client company %d fits in the fields in which programs store it',
  async (clientId) => {
    const accountId = randomUUID();
    const id = randomBytes(16).toString('hex');
    const secret = await issueSecret({
      accountId,
      id,
      clientId,
      fingerprint: randomBytes(32).toString('hex'),
    });
    expect(secret.length).toBeGreaterThanOrEqual(44);
    expect(secret.length).toBeLessThanOrEqual(SECRET_LENGTH);
    expect(SECRET_LENGTH).toBeLessThanOrEqual(60);
    expect(await readSecret(secret, accountId)).toMatchObject({ certificateId: id, clientId });
  },
);

test('a certificate secret does not name another certificate that has its id', async () => {
  const { accountId, userId } = await createAccount({ email: `${randomUUID()}@example.com`, name: 'a' });
  const row = await saveCertificate(wanted(accountId), { pair }, now);
  const user = (await findUser(userId))!;
  const { token } = await beginSession(user, {}, now);
  const claims = (await readToken(token, now))!;
  const rowOf = async (fingerprint: string) => {
    const secret = await readSecret(await issueSecret({ ...row, fingerprint }), accountId);
    return (await loadCallerRows(claims, { secret }, now)).certificate;
  };
  expect(await rowOf(row.fingerprint)).toEqual(row);
  expect(await rowOf(randomBytes(32).toString('hex'))).toBeUndefined();
});
