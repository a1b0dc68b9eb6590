import { isUtf8 } from 'node:buffer';
import { LATIN_1 } from '../../kernel/text.ts';
import { asWritten } from './csv-write.ts';
import type { TableRow } from './table.ts';
import { type Reading, SheetFault } from './types.ts';

/** Bytes that are decoded at once. */
const CHUNK = 64 * 1024;

/**
 * The rows of a text file whose values are separated by semicolons, commas or tabs, in UTF-8 or Windows-1252. Blank
 * lines count, as in a spreadsheet program.
 * @throws SheetFault where quotes are not closed, or a row is longer than it may be
 */
export async function* csvRows(
  bytes: Uint8Array,
  { limits }: Pick<Reading, 'limits' | 'note'>,
): AsyncGenerator<TableRow> {
  const { CsvError, parse } = await import('csv-parse');
  let records: string[][] = [];
  const parser = parse({
    delimiter: delimiterOf(bytes.subarray(0, CHUNK)),
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: false,
    max_record_size: limits.columns * limits.cell,
    // Taken here and not from the stream, which drops what was read before a fault.
    on_record: (record: string[]) => {
      records.push(record);
      return null;
    },
  });
  let fault: unknown;
  parser.on('error', (error) => {
    fault = error;
  });
  let row = 0;
  for (const text of decoded(bytes)) {
    await new Promise<void>((resolve) => {
      const done = () => resolve();
      if (text === undefined) parser.end(done);
      else parser.write(text, done);
    });
    for (const record of records) {
      row += 1;
      yield { row, cells: record.map((value) => ({ text: asWritten(value), kind: 'typed' })) };
    }
    records = [];
    if (fault) break;
  }
  if (fault instanceof CsvError)
    throw new SheetFault(
      fault.code === 'CSV_MAX_RECORD_SIZE'
        ? 'Esta fila es demasiado larga.'
        : 'Falta cerrar unas comillas de esta fila o de una posterior: un valor entre comillas las tiene al principio y al final, y dobles las de dentro.',
      row + 1,
    );
  if (fault) throw fault;
}

/** The text in parts, and at the end `undefined`. */
function* decoded(bytes: Uint8Array): Generator<string | undefined> {
  const decoder = new TextDecoder(encodingOf(bytes));
  for (let at = 0; at < bytes.length; at += CHUNK)
    yield decoder.decode(bytes.subarray(at, at + CHUNK), { stream: true });
  yield undefined;
}

/** Spreadsheet programs write Windows-1252, UTF-8, and UTF-16 with its mark. */
const encodingOf = (bytes: Uint8Array): string => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252';
};

const DELIMITERS = [';', ',', '\t'];

/** What separates the headers: names of fields have none of these. Quoted text does not count. */
const delimiterOf = (bytes: Uint8Array): string => {
  const [line = ''] = LATIN_1.decode(bytes)
    .replace(/"(?:[^"]|"")*"/g, '')
    .trimStart()
    .split(/[\r\n]/, 1);
  const count = (delimiter: string) => line.split(delimiter).length;
  return DELIMITERS.toSorted((a, b) => count(b) - count(a))[0]!;
};
