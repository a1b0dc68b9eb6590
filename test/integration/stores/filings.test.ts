import { expect, test } from 'vitest';
import type { Filing } from '../../../shared/stores/filings/record.ts';
import { stores } from '../../../shared/stores/stores.ts';

const { filings } = stores;

const ta = { name: 'TA.pdf', contentType: 'application/pdf', size: 5 };
const idc = { name: 'idc.pdf', contentType: 'application/pdf', size: 7, key: 'documents/idc' };

/** A record with these documents. */
const written = async (documents: Filing['documents']): Promise<string> => {
  const id = crypto.randomUUID();
  const filing: Filing = {
    id,
    state: 'ended',
    dry: true,
    operation: 'POST /api/v4/seg-social/alta',
    authority: 'tgss',
    accountId: 'account',
    userId: 'user',
    clientId: 0,
    certificate: { id: 'c', fingerprint: 'f', nif: 'n' },
    requestId: 'r',
    owner: 'r',
    requestHash: 'h',
    contentHash: 'h',
    claimedAt: new Date().toISOString(),
    documents,
  };
  await filings.putDryRun(filing, undefined, new Date());
  return id;
};
const documentsOf = async (id: string) => (await filings.getFiling(id))!.documents;

test('where a document is stored is noted at its place', async () => {
  const id = await written([ta, idc]);
  expect(await filings.noteDocument(id, 0, { ...ta, key: 'documents/ta' })).toBe(true);
  expect(await documentsOf(id)).toEqual([{ ...ta, key: 'documents/ta' }, idc]);
});

test.each([
  ['a document that is stored already', 1, { ...idc, key: 'documents/other' }],
  ['another name', 0, { ...ta, name: 'other.pdf', key: 'documents/other' }],
  ['another size', 0, { ...ta, size: 6, key: 'documents/other' }],
  ['a place that the list has not', 2, { ...ta, key: 'documents/other' }],
])('it is not noted of %s', async (_, place, document) => {
  const id = await written([ta, idc]);
  expect(await filings.noteDocument(id, place, document)).toBe(false);
  expect(await documentsOf(id)).toEqual([ta, idc]);
});

test('it is not noted where there are no documents, or no filing', async () => {
  const id = await written(undefined);
  expect(await filings.noteDocument(id, 0, { ...ta, key: 'documents/ta' })).toBe(false);
  expect(await filings.noteDocument(crypto.randomUUID(), 0, { ...ta, key: 'documents/ta' })).toBe(false);
});
