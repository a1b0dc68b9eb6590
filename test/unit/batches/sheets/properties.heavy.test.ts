import { buffer } from 'node:stream/consumers';
import { read, utils } from '@e965/xlsx';
import fc from 'fast-check';
import { unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import {
  documentPaths,
  zipDocuments,
} from '../../../../functions/capabilities/batches/sheets/documents-zip.ts';
import { readRows } from '../../../../functions/capabilities/batches/sheets/read-rows.ts';
import { resultSheet } from '../../../../functions/capabilities/batches/sheets/result-sheet.ts';
import { isBlank } from '../../../../shared/sheets/cell.ts';
import { csvRows } from '../../../../shared/sheets/csv/read.ts';
import { asWritten, harmless } from '../../../../shared/sheets/csv/write.ts';
import { LIMITS, SheetFault } from '../../../../shared/sheets/limits.ts';
import type { TableRow } from '../../../../shared/sheets/table-row.ts';
import { xlsxTabs } from '../../../../shared/sheets/xlsx/read.ts';
import { submissions, workbook } from '../../../support/sheets/files.ts';

/** Texts as people write them, and texts that are dangerous or hard to write. */
const cell = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.string({ maxLength: 30 }),
  fc
    .tuple(fc.constantFrom(...'=+-@\t\r\n＝＋－＠\'" ;,_'), fc.string({ maxLength: 10 }))
    .map(([sign, text]) => sign + text),
  fc.constantFrom(
    '_x0041_',
    '_x005F_',
    ' _x000D_',
    '0111',
    '1E+5',
    'VERDADERO',
    '\u0000',
    '\uffff',
    '﻿a',
    "'=1",
    '',
  ),
);
/** Tables without blank rows, because those are left out. */
const table = fc
  .array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 6 })
  .map((rows) => rows.map((row, index) => [`fila ${index}`, ...row]));

const texts = async (rows: AsyncIterable<TableRow>) => {
  const all: string[][] = [];
  for await (const { cells } of rows) all.push(cells.map((one) => one?.text ?? ''));
  return all;
};
const isBlankText = (text: string) => isBlank({ text, kind: 'typed' });
/** The rows without blank cells at their ends, which files do not store. */
const plain = (rows: string[][]) =>
  rows.map((row) =>
    row
      .map((text) => (isBlankText(text) ? '' : text))
      .slice(0, row.findLastIndex((text) => !isBlankText(text)) + 1),
  );

const resultOf = (rows: string[][], format: 'xlsx' | 'csv') => {
  const headers = Array.from(
    { length: Math.max(...rows.map(({ length }) => length)) },
    (_, index) => `c${index}`,
  );
  const cells = rows.map((row) => Object.fromEntries(row.map((text, index) => [`c${index}`, text])));
  return buffer(
    resultSheet(
      headers,
      cells.map((one) => ({ cells: one, outcome: { state: 'ok' } })),
      format,
    ),
  );
};

/** The columns of results. */
const RESULTS = [
  ...['estado', 'tramite', 'respuesta', 'avisos', 'numero', 'documento', 'notas', 'completado', 'pendiente'],
];
const WIDTH = RESULTS.length;

describe('a sheet that is written and read again', () => {
  test('the values in a workbook are read as they were written, and another program finds no formula', async () => {
    await fc.assert(
      fc.asyncProperty(table, async (rows) => {
        const bytes = await resultOf(rows, 'xlsx');
        const [header, ...found] = await texts((await xlsxTabs(bytes, LIMITS))[0]!.rows());
        expect(header?.slice(-WIDTH)).toEqual(RESULTS.map((name) => `resultado.${name}`));
        const width = header!.length - WIDTH;
        expect(plain(found.map((row) => row.slice(0, width)))).toEqual(plain(rows));
        const sheet = read(bytes, { type: 'buffer', cellFormula: true }).Sheets.Resultado!;
        for (const [place, one] of Object.entries(sheet))
          if (!place.startsWith('!')) expect(one).toMatchObject({ t: 's' });
        expect(JSON.stringify(Object.values(sheet))).not.toContain('"f":');
      }),
    );
  });

  test('the values in a text file are read as they were written, and none begins as a formula', async () => {
    await fc.assert(
      fc.asyncProperty(table, async (rows) => {
        const bytes = await resultOf(rows, 'csv');
        const [header, ...found] = await texts(csvRows(bytes, { limits: LIMITS, note: () => {} }));
        const width = header!.length - WIDTH;
        expect(found.map((row) => row.slice(0, width))).toEqual(
          rows.map((row) => Array.from({ length: width }, (_, index) => row[index]?.toWellFormed() ?? '')),
        );
        const book = read(bytes.toString(), { type: 'string', raw: true });
        const shown = utils.sheet_to_json<string[]>(book.Sheets[book.SheetNames[0]!]!, { header: 1 }).flat();
        expect(shown.filter((text) => /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/.test(text))).toEqual([]);
      }),
    );
  });

  test('a text that was made harmless is turned back into the same text', () => {
    fc.assert(
      fc.property(cell, (text) => {
        expect(asWritten(harmless(text))).toBe(text);
        expect(harmless(text)).not.toMatch(/^\s*[=+\-@]/);
      }),
    );
  });

  test('the values in a workbook of another program are read as they were written', async () => {
    await fc.assert(
      fc.asyncProperty(table, async (rows) => {
        const found = await texts((await xlsxTabs(workbook(rows), LIMITS))[0]!.rows());
        // The library writes characters that XML cannot contain in its own notation.
        const simple = (all: string[][]) =>
          plain(all).map((row) => row.map((text) => text.replace(/[^\x20-\x7e\xa0-\ud7ff]/g, '').trim()));
        if (!JSON.stringify(rows).includes('_x')) expect(simple(found)).toEqual(simple(rows));
      }),
    );
  });
});

describe('the reading of arbitrary bytes', () => {
  const good = [
    workbook([
      ['regimen', 'ccc'],
      ['0111', 28000000097],
    ]),
    Buffer.from('regimen;ccc\r\n"0111";28000000097\r\n'),
    Buffer.from('[{"operation":"updateGroup","request":{"nss":"1"}}]'),
    Buffer.from(
      '<CONTRATOS><CONTRATO_100><IDENTIFICADORPFISICA>D1</IDENTIFICADORPFISICA></CONTRATO_100></CONTRATOS>',
    ),
    Buffer.from(['ETIAFI96', 'EMP011128', 'TRA28', 'FABMA 01', 'DAM', 'ETFAFI96'].join('\r\n')),
  ];
  const spoiled = fc
    .tuple(fc.constantFrom(...good), fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 8 }), fc.nat())
    .map(([bytes, changes, end]) => {
      const copy = Buffer.from(bytes);
      for (const [at, byte] of changes) copy[at % copy.length] = byte;
      return copy.subarray(0, end % 3 === 0 ? end % copy.length : copy.length);
    });

  test.each(['xlsx', 'csv', 'afi', 'contrata-xml', 'json'] as const)(
    'reading any bytes as %s never throws',
    async (format) => {
      await fc.assert(
        fc.asyncProperty(fc.oneof(spoiled, fc.uint8Array({ maxLength: 200 })), async (bytes) => {
          for await (const row of readRows(bytes, { format, operations: submissions })) {
            expect(row.row).toBeGreaterThan(0);
            for (const { message } of row.mistakes) expect(message).not.toBe('');
          }
        }),
      );
    },
  );

  test('a fault in any bytes is a fault of the file', () => {
    expect(new SheetFault('x')).toMatchObject({ row: 1, message: 'x' });
  });
});

describe('the zip of documents', () => {
  const name = fc.oneof(
    cell,
    fc.constantFrom(
      '..',
      '.',
      '../../etc/passwd',
      'C:\\x',
      'CON',
      'nul.pdf',
      'a/b',
      'a.pdf',
      'A.PDF',
      ' x. ',
      'é',
      'é',
      'x'.repeat(300),
    ),
  );
  const document = fc.record({ company: name, worker: fc.option(name, { nil: undefined }), name });

  test('the names in the zip are safe and unique, and all documents are in it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(document, { maxLength: 8 }), async (documents) => {
        const pathOf = documentPaths();
        const files = documents.map(({ worker, ...rest }, index) => ({
          path: pathOf({ ...rest, ...(worker !== undefined && { worker }) }),
          bytes: async () => Buffer.from(`document ${index}`),
        }));
        for (const [index, { path }] of files.entries()) {
          const parts = path.split('/');
          expect(parts).toHaveLength(documents[index]!.worker === undefined ? 2 : 3);
          expect(path.length).toBeLessThan(250);
          for (const part of parts) {
            expect(part).not.toMatch(/[\\:*?"<>|\p{Cc}\p{Cf}\p{Cs}]|^[. ]|[. ]$|^$/u);
            expect(part).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i);
          }
        }
        expect(new Set(files.map(({ path }) => path.normalize('NFKC').toLowerCase())).size).toBe(
          files.length,
        );
        const unzipped = unzipSync(await buffer(zipDocuments(files)));
        expect(
          Object.fromEntries(
            Object.entries(unzipped).map(([path, bytes]) => [path, Buffer.from(bytes).toString()]),
          ),
        ).toEqual(Object.fromEntries(files.map(({ path }, index) => [path, `document ${index}`])));
      }),
    );
  });

  test('a second document with the same name has a number before its extension', () => {
    const pathOf = documentPaths();
    const one = { company: 'EMPRESA SL', worker: '12345678Z', name: 'TA2.pdf' };
    expect([pathOf(one), pathOf(one), pathOf({ ...one, name: 'ta2.PDF' })]).toEqual([
      'EMPRESA SL/12345678Z/TA2.pdf',
      'EMPRESA SL/12345678Z/TA2 (2).pdf',
      'EMPRESA SL/12345678Z/ta2 (3).PDF',
    ]);
  });
});
