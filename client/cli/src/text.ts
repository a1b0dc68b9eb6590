import { stripVTControlCharacters } from 'node:util';
import Table from 'cli-table3';

/** Text and tables for the terminal. Text from the service cannot control the terminal. */

/** Control characters, and the invisible ones that reorder or hide text. */
const UNSEEN = /[\p{Cc}\p{Cf}\u2028\u2029]+/gu;

/** Text from the service as one line, without control characters. */
export const line = (value: unknown): string =>
  stripVTControlCharacters(String(value)).replace(UNSEEN, ' ').trim();

/** As `line`, but keeps line breaks, and the two blanks before a line that is a command. */
export const lines = (text: string): string =>
  text
    .split('\n')
    .map((one) => `${/^ {0,2}/.exec(one)![0]}${line(one)}`)
    .join('\n');

/** An identifier from the service, for a command that a person may copy: no character in it is special to a shell. */
export const word = (value: unknown): string => String(value).replace(/[^\w-]/g, '');

/** JSON without control characters: escapes also those that JSON allows. */
export const jsonOf = (value: unknown, indent?: number): string =>
  JSON.stringify(value, null, indent).replace(/[\u007f-\u009f\p{Cf}\u2028\u2029]/gu, (found) =>
    Array.from(
      { length: found.length },
      (_, place) => `\\u${found.charCodeAt(place).toString(16).padStart(4, '0')}`,
    ).join(''),
  );

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The text of a value in a table cell. */
const cell = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'sí' : 'no';
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object'))
    return value.map(line).join(', ');
  return typeof value === 'object' ? line(jsonOf(value)) : line(value);
};

/** The members of an object and of the objects in it, with dotted names. */
const flattened = (value: Record<string, unknown>, before = ''): [string, unknown][] =>
  Object.entries(value).flatMap(([name, inner]) =>
    isPlain(inner)
      ? flattened(inner, `${before}${name}.`)
      : [[`${before}${name}`, inner] as [string, unknown]],
  );

const STYLE = { style: { head: [], border: [], compact: true } };

/** Width of the terminal in characters; 200 without one. */
const width = (): number => process.stdout.columns || Number(process.env.COLUMNS) || 200;

/** A table with these headings, or without headings if they are empty. Long cells are wrapped, so that it fits the terminal. */
export const tableOf = (head: string[], rows: string[][]): string => {
  const widest = head.map((name, column) => Math.max(name.length, ...rows.map((row) => row[column]!.length)));
  const colWidths = fittedWidths(widest);
  const fits = (text: string, column: number) =>
    text.split(' ').every((word) => word.length <= colWidths[column]! - 2);
  // Wraps between words only if every word fits its column, because longer ones would be cut off.
  const wrapOnWordBoundary = rows.every((row) => row.every(fits));
  const table = new Table({
    head: head.every((name) => name === '') ? [] : head,
    wordWrap: true,
    wrapOnWordBoundary,
    ...STYLE,
    colWidths,
  });
  table.push(...rows);
  return table.toString();
};

/** Widths of columns with their margins; the widest shrink until all fit. */
const fittedWidths = (widest: number[]): number[] => {
  const room = width() - widest.length - 1;
  const widths = widest.map((one) => one + 2);
  for (let over = widths.reduce((sum, one) => sum + one, 0) - room; over > 0; over -= 1) {
    const most = Math.max(...widths);
    if (most <= LEAST) break;
    widths[widths.indexOf(most)] = most - 1;
  }
  return widths;
};
const LEAST = 12;

/** Formats data for people: a list as a table, an object as names and values, with its lists below it. */
export const shown = (data: unknown): string => {
  if (Array.isArray(data)) return data.length === 0 ? 'No hay nada.' : listOf(data);
  if (!isPlain(data)) return cell(data);
  const members = flattened(data);
  const isList = ([, value]: [string, unknown]) => Array.isArray(value) && value.some(isPlain);
  const rows = members.filter((member) => !isList(member)).map(([name, value]) => [line(name), cell(value)]);
  const lists = members.filter(isList).map(([name, value]) => `${line(name)}\n${listOf(value as unknown[])}`);
  return [...(rows.length > 0 ? [tableOf(['', ''], rows)] : []), ...lists].join('\n\n');
};

/** The most columns of a table; with more, each record is shown as a list of names and values. */
const MOST_COLUMNS = 9;

const listOf = (list: unknown[]): string => {
  const rows = list.map((one) => new Map<string, unknown>(isPlain(one) ? flattened(one) : [['', one]]));
  const isFilled = (name: string) => rows.some((row) => cell(row.get(name)) !== '');
  const names = [...new Set(rows.flatMap((row) => [...row.keys()]))].filter(isFilled);
  if (names.length > MOST_COLUMNS)
    return rows
      .map((row) =>
        tableOf(
          ['', ''],
          [...row].filter(([name]) => isFilled(name)).map(([name, value]) => [line(name), cell(value)]),
        ),
      )
      .join('\n');
  return tableOf(
    names.map(line),
    rows.map((row) => names.map((name) => cell(row.get(name)))),
  );
};
