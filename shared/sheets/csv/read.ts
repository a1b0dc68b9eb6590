import { SheetFault, type SheetLimits } from '../limits.ts';
import type { TableRow } from '../table-row.ts';
import { decodingOf } from './encoding.ts';
import { asWritten } from './write.ts';

/** Bytes that are decoded at once. */
const CHUNK = 64 * 1024;

/** How a text file is read. */
interface CsvOptions {
  limits: SheetLimits;
  /** Receives a note for the sender on the encoding, in Spanish. */
  note: (message: string) => void;
  /** How much texts look like the headers of a sheet; they are compared only with each other. */
  scoreOfHeaders?: (texts: string[]) => number;
}

/**
 * The rows of a text file whose values are separated by semicolons, commas or tabs, or by the character in its first line
 * `sep=`, in any encoding of `encoding.ts`. Blank lines count, as in a spreadsheet program, which does not show `sep=`.
 * @throws SheetFault if its encoding is doubtful, a quote is not closed, or a row is too long
 */
export async function* csvRows(
  bytes: Uint8Array,
  { limits, note, scoreOfHeaders = () => 0 }: CsvOptions,
): AsyncGenerator<TableRow> {
  const { CsvError, parse } = await import('csv-parse');
  const decoding = decodingOf(bytes);
  if (decoding.note !== undefined) note(decoding.note);
  const start = decoding.decode(bytes.subarray(0, CHUNK));
  const [separatorLine = '', , separator] = SEPARATOR.exec(start) ?? [];
  let records: string[][] = [];
  const parser = parse({
    delimiter: separator ?? delimiterOf(start, scoreOfHeaders),
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

const DELIMITERS = [';', ',', '\t'] as const;
/** The number of lines that are searched for headers. */
const FIRST_LINES = 20;

/**
 * The separator of the headers, which may be below titles with other separators, and above values with others: the one that
 * divides a line into the most headers, otherwise the one that the lines from its first one on have without a gap. Separators
 * within quotes do not count.
 */
const delimiterOf = (start: string, scoreOfHeaders: (texts: string[]) => number): string => {
  const lines = start
    .replace(/"(?:[^"]|"")*"/g, (quoted) => quoted.slice(1, -1).replace(/[;,\s]+/g, ' '))
    .split(/[\r\n]+/)
    .filter((line) => line.trim() !== '')
    .slice(0, FIRST_LINES);
  const candidates = DELIMITERS.flatMap((delimiter) => {
    const first = lines.findIndex((line) => line.includes(delimiter));
    return first < 0 ? [] : [{ delimiter, first, width: lines[first]!.split(delimiter).length }];
  });
  if (candidates.length < 2) return candidates[0]?.delimiter ?? DELIMITERS[0];
  const ranked = candidates.map(({ delimiter, first, width }) => {
    const score = Math.max(...lines.map((line) => scoreOfHeaders(line.split(delimiter))));
    const gaps = lines.slice(first).filter((line) => !line.includes(delimiter)).length;
    return { delimiter, rank: [-score, gaps, first, -width] };
  });
  return ranked.toSorted((a, b) => firstDifference(a.rank, b.rank))[0]!.delimiter;
};

const firstDifference = (a: number[], b: number[]): number =>
  a.map((value, place) => value - b[place]!).find((difference) => difference !== 0) ?? 0;
