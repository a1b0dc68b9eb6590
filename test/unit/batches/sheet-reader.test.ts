import { gzipSync } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import {
  answerSheet,
  readSheetWith,
  sheetOperations,
} from '../../../functions/capabilities/batches/sheets/sheet-reader.ts';
import { loadSheets } from '../../../functions/capabilities/sheets.ts';
import { lazyGroups } from '../../../functions/groups.ts';
import { rowsOf } from '../../support/sheets/files.ts';

/** Sheets are read by a function without rights, whose answers are not trusted. */

const log = { info: vi.fn(), error: vi.fn() };
const CSV = 'tramite;cno;cert_secret\nupdateCno;4122;x\nupdateCno;41;\nnothing;1;\n';
const file = { format: 'csv' as const, bytes: Buffer.from(CSV) };
/** Converts to and from JSON, as over a connection. */
const here = async (asked: unknown) =>
  JSON.parse(JSON.stringify(await answerSheet(lazyGroups, loadSheets)(JSON.parse(JSON.stringify(asked)))));
const packed = (read: unknown) => ({ read: gzipSync(JSON.stringify(read)).toString('base64') });

test('the reader of sheets gives the rows as they are read', async () => {
  const { rows: read, notes } = await readSheetWith(here, log)(file);
  expect(read.map(({ operation, own }) => [operation, own])).toEqual([
    ['updateCno', { cert_secret: 'x' }],
    ['updateCno', {}],
    [undefined, {}],
  ]);
  const operations = await sheetOperations(lazyGroups);
  const rowColumns = ['cert_secret', 'cert_secret_sepe'];
  expect(read).toEqual(await rowsOf(file.bytes, { ...file, operations, rowColumns }));
  expect(notes).toEqual([]);
  const macintosh = Buffer.from(CSV.replace('nothing', 'Mar\x92a Mu\x96oz Pe\x96a'), 'latin1');
  expect((await readSheetWith(here, log)({ ...file, bytes: macintosh })).notes).toHaveLength(1);
});

test('the reader of sheets says so if a file has more text than fits into its answer', async () => {
  // All rows differ, so that they cannot be compressed.
  const texts = Array.from(
    { length: 5_000 },
    () => `updateCno;${Buffer.from(crypto.getRandomValues(new Uint8Array(900))).toString('base64')}`,
  );
  const bytes = Buffer.from(['tramite;cno', ...texts].join('\n'));
  const {
    rows: [row, ...others],
  } = await readSheetWith(here, log)({ format: 'csv', bytes });
  expect(row).toMatchObject({
    ofFile: true,
    mistakes: [{ row: 1, message: 'El fichero tiene demasiado texto: repártalo en varios.' }],
  });
  expect(others).toEqual([]);
});

test('a batch asks for another file if the reader of sheets does not finish', async () => {
  const error = new Error('the reader of files failed: Unhandled');
  const reading = readSheetWith(() => Promise.reject(error), log)(file);
  await expect(reading).rejects.toMatchObject({
    status: 422,
    errors: { 'file.content': [expect.stringContaining('No se ha podido leer')] },
  });
  expect(log.error).toHaveBeenCalledWith('failed to read a file', { error });
});

test.each<[string, unknown]>([
  ['nothing', null],
  ['no rows', { read: '' }],
  ['what is not packed', { read: Buffer.from('{}').toString('base64') }],
  ['what unpacks to too much', packed(' '.repeat(65 * 1024 * 1024))],
  ['rows that are none', packed({ rows: [{ row: 1 }], notes: [] })],
  [
    'values of another type',
    packed({
      rows: [{ row: 1, request: {}, own: { cert_secret: {} }, cells: {}, mistakes: [], notes: [] }],
      notes: [],
    }),
  ],
])('a batch refuses an answer of the reader of sheets that is %s', async (_, answered) => {
  await expect(readSheetWith(async () => answered, log)(file)).rejects.toThrow();
});
