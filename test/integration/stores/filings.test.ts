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

test('a document that could not be stored loses its key', async () => {
  const id = await written([ta, idc]);
  expect(await filings.noteLost(id, 1, idc)).toBe(true);
  const { key, ...without } = idc;
  expect(await documentsOf(id)).toEqual([ta, without]);
});

test.each([
  ['a document that is stored under another key', 1, { ...idc, key: 'documents/other' }],
  ['another name', 1, { ...idc, name: 'other.pdf' }],
  ['another size', 1, { ...idc, size: 6 }],
  ['another place', 0, idc],
  ['a place that the list has not', 2, idc],
])('%s keeps its key', async (_, place, document) => {
  const id = await written([ta, idc]);
  expect(await filings.noteLost(id, place, document)).toBe(false);
  expect(await documentsOf(id)).toEqual([ta, idc]);
});

test('nothing is written where there are no documents, or no filing', async () => {
  const id = await written(undefined);
  expect(await filings.noteLost(id, 0, idc)).toBe(false);
  expect(await filings.noteLost(crypto.randomUUID(), 0, idc)).toBe(false);
});
