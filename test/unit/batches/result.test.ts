import { buffer } from 'node:stream/consumers';
import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { inParts } from '../../../functions/capabilities/batches/rows/result.ts';
import { zipDocuments } from '../../../functions/capabilities/batches/sheets/documents-zip.ts';

/** The documents of a batch, in several files. */

const MiB = 1024 * 1024;
const placed = (size: number, place: number) => ({
  document: { name: 'a.pdf', contentType: 'application/pdf', size, key: 'k' },
  path: `28/1/${place}.pdf`,
});
const sizes = (all: number[]) => inParts(all.map(placed)).map((part) => part.length);

test('each part of the zip has a limit of bytes and of documents, and no document is missing', () => {
  expect(sizes([])).toEqual([0]);
  expect(sizes([20 * MiB, 10 * MiB, 1, 31 * MiB, 1])).toEqual([2, 1, 1, 1]);
  expect(sizes(Array(2_300).fill(1))).toEqual([1_000, 1_000, 300]);
});

test('documents of a batch are read some side by side, and written in their order', async () => {
  let reading = 0;
  let most = 0;
  const paths = Array.from({ length: 40 }, (_, place) => `28/1/${place}.pdf`);
  const documents = paths.map((path, place) => ({
    path,
    bytes: async () => {
      reading += 1;
      most = Math.max(most, reading);
      // Later documents arrive first.
      for (let turns = 0; turns < 80 - place; turns++) await Promise.resolve();
      reading -= 1;
      return Buffer.from(path);
    },
  }));
  const unzipped = unzipSync(await buffer(zipDocuments(documents)));
  expect(Object.keys(unzipped)).toEqual(paths);
  for (const path of paths) expect(Buffer.from(unzipped[path]!).toString()).toBe(path);
  expect(most).toBe(16);
});

test('missing documents are named in the zip, which has no empty files for them', async () => {
  const gone = { path: '28/1/ñ.pdf', bytes: async () => undefined };
  const kept = { path: '28/1/a.pdf', bytes: async () => Buffer.from('a') };
  const unzipped = unzipSync(await buffer(zipDocuments([gone, kept])));
  expect(Object.keys(unzipped)).toEqual(['28/1/a.pdf', 'faltan.txt']);
  expect(Buffer.from(unzipped['faltan.txt']!).toString()).toContain('\r\n28/1/ñ.pdf\r\n');
  expect(Object.keys(unzipSync(await buffer(zipDocuments([kept]))))).toEqual(['28/1/a.pdf']);
});

test('a document that cannot be read fails the zip', async () => {
  const failing = { path: 'a', bytes: () => Promise.reject(new Error('S3 fails')) };
  const slow = { path: 'b', bytes: async () => Buffer.from('b') };
  await expect(buffer(zipDocuments([slow, slow, failing]))).rejects.toThrow('S3 fails');
});
