import { randomBytes, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  type CertificateRow,
  deleteCertificate,
  issueSecret,
  listCertificates,
  readSecret,
  saveCertificate,
} from '../../../shared/stores/certificates.ts';
import { getKeyPair } from '../../../shared/stores/secrets.ts';

const pair = { key: 'a key', chain: 'a chain' };
const now = new Date();
const wanted = (accountId: string, clientId = 0): Omit<CertificateRow, 'id' | 'createdAt'> => ({
  accountId,
  clientId,
  name: 'a name',
  notBefore: now.toISOString(),
  notAfter: now.toISOString(),
  dni: '',
  givenName: '',
  surname: '',
  type: 1,
  fingerprint: randomBytes(32).toString('hex'),
});

test('a certificate is stored with its key, listed, and deleted with it', async () => {
  const accountId = randomUUID();
  const row = await saveCertificate(wanted(accountId), pair, now);
  expect(await listCertificates(accountId, 0)).toEqual([expect.objectContaining({ id: row.id })]);
  expect(await getKeyPair(accountId, row.id)).toEqual(pair);
  const secret = { certificateId: row.id, clientId: 0 };
  expect(await deleteCertificate(accountId, secret)).toBe(true);
  expect(await listCertificates(accountId, 0)).toEqual([]);
  await expect(getKeyPair(accountId, row.id)).rejects.toThrow();
  expect(await deleteCertificate(accountId, secret)).toBe(false);
});

test('the same certificate is stored once for an owner, also by several calls at once', async () => {
  const accountId = randomUUID();
  const one = wanted(accountId);
  const rows = await Promise.all(Array.from({ length: 10 }, () => saveCertificate(one, pair, now)));
  expect(new Set(rows.map(({ id }) => id)).size).toBe(1);
  expect(await listCertificates(accountId, 0)).toHaveLength(1);
  expect(await getKeyPair(accountId, rows[0]!.id)).toEqual(pair);
  const other = await saveCertificate({ ...one, accountId: randomUUID() }, pair, now);
  expect(other.id).not.toBe(rows[0]!.id);
});

test('another account neither finds nor deletes it', async () => {
  const row = await saveCertificate(wanted(randomUUID()), pair, now);
  expect(await deleteCertificate(randomUUID(), { certificateId: row.id, clientId: 0 })).toBe(false);
  expect(await getKeyPair(row.accountId, row.id)).toEqual(pair);
});

test('a certificate secret names its certificate; any other text names none', async () => {
  const named = { certificateId: randomBytes(16).toString('hex'), clientId: 123_456_789 };
  const secret = await issueSecret(named);
  expect(secret).toMatch(/^[\w-]+$/);
  expect(await readSecret(secret)).toEqual(named);
  expect(await issueSecret(named)).toBe(secret);
  for (let i = 0; i < secret.length; i++) {
    const changed = secret[i] === 'A' ? 'B' : 'A';
    expect(await readSecret(secret.slice(0, i) + changed + secret.slice(i + 1))).toBeUndefined();
  }
  for (const made of ['', 'x', `${secret}A`, secret.slice(1), `${secret}=`])
    expect(await readSecret(made)).toBeUndefined();
});
