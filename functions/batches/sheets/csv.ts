import { asWritten } from './csv-write.ts';
import { decodingOf } from './encoding.ts';
import type { TableRow } from './table.ts';
import { type Reading, SheetFault } from './types.ts';

/** Bytes that are decoded at once. */
const CHUNK = 64 * 1024;

/**
 * The rows of a text file whose values are separated by semicolons, commas or tabs, or by the character in its first line
 * `sep=`, in any encoding of `encoding.ts`. Blank lines count, as in a spreadsheet program, which does not show `sep=`.
 * @throws SheetFault if its encoding is doubtful, a quote is not closed, or a row is too long
 */
export async function* csvRows(
  bytes: Uint8Array,
  { limits, note }: Pick<Reading, 'limits' | 'note'>,
): AsyncGenerator<TableRow> {
  const { CsvError, parse } = await import('csv-parse');
  const decoding = decodingOf(bytes);
  if (decoding.note !== undefined) note(decoding.note);
  const start = decoding.decode(bytes.subarray(0, CHUNK));
  const [separatorLine = '', , separator] = SEPARATOR.exec(start) ?? [];
  let records: string[][] = [];
  const parser = parse({
    delimiter: separator ?? delimiterOf(start),
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: false,
    max_record_size: limits.columns * limits.cell,
    // Collected here, because the stream drops records that were read before a fault.
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
  const texts = function* () {
    yield start.slice(separatorLine.length);
    for (let at = CHUNK; at < bytes.length; at += CHUNK)
      yield decoding.decode(bytes.subarray(at, at + CHUNK));
    yield decoding.decode(undefined);
    yield undefined;
  };
  for (const text of texts()) {
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

/** The line that names the separator of a file for spreadsheet programs. */
const SEPARATOR = /^(["']?)sep=([^\w\r\n"'])\1(?:\r\n|\r|\n)/i;

const DELIMITERS = [';', ',', '\t'];
/** The number of lines that are searched for headers. */
const FIRST_LINES = 20;

/** The separator of the headers, or of a title before them: names of fields contain none. Quoted text does not count. */
const delimiterOf = (start: string): string => {
  const lines = start
    .replace(/"(?:[^"]|"")*"/g, '')
    .trimStart()
    .split(/[\r\n]+/, FIRST_LINES);
  // A title contains no separator.
  const line = lines.find((one) => DELIMITERS.some((delimiter) => one.includes(delimiter))) ?? '';
  const count = (delimiter: string) => line.split(delimiter).length;
  return DELIMITERS.toSorted((a, b) => count(b) - count(a))[0]!;
};
