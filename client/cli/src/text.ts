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
  return typeof value === 'object' ? line(jsonOf(value)) : line(momentOf(String(value)) ?? value);
};

const MADRID = new Intl.DateTimeFormat('sv-SE', {
  ...{ dateStyle: 'short', timeStyle: 'medium', timeZone: 'Europe/Madrid' },
});
const ZONE = new Intl.DateTimeFormat('es', { timeZone: 'Europe/Madrid', timeZoneName: 'short' });

/** An instant as the time in Madrid with its zone: `2026-11-23 10:30:00 CET`. The service's own times without zone are of there. */
export const momentOf = (text: string): string | undefined => {
  if (/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text)) return `${text} (hora peninsular)`;
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/.test(text)) return undefined;
  const at = new Date(text);
  const zone = ZONE.formatToParts(at).find(({ type }) => type === 'timeZoneName')!.value;
  return `${MADRID.format(at)} ${zone}`;
};

/** A word of a command line as a shell takes it whole. */
export const quoted = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;

/** A page of a list, flattened: its elements, and what is about the page; `undefined` for other data. */
export const pageIn = (
  data: unknown,
): { elements: unknown[]; pagination: Record<string, unknown> } | undefined =>
  isPlain(data) && Array.isArray(data.data) && isPlain(data.pagination)
    ? { elements: data.data, pagination: data.pagination }
    : undefined;

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
  const colWidths = fittedWidths(
    widest.map((characters) => characters + 2),
    width() - widest.length - 1,
  );
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

/** A list for a terminal: a line of headings, then a line for each row. Long cells are cut, except in the last column. */
export const linesOf = (head: string[], rows: string[][]): string => {
  const widest = head.map((name, column) => Math.max(name.length, ...rows.map((row) => row[column]!.length)));
  const last = Math.min(MOST_WIDTH, widest.pop() ?? 0);
  const widths = fittedWidths(widest, width() - last - GAP.length * widest.length);
  const lineOf = (cells: string[]) =>
    cells
      .map((text, column) => {
        const most = widths[column];
        return most === undefined ? text : shortened(text, most).padEnd(most);
      })
      .join(GAP)
      .trimEnd();
  const hasHead = head.some((name) => name !== '');
  return [...(hasHead ? [head] : []), ...rows].map(lineOf).join('\n');
};

/** Widths of columns that fit into the room: the widest shrink until all do. */
const fittedWidths = (widest: number[], room: number): number[] => {
  const widths = [...widest];
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
  const isList = ([, value]: [string, unknown]) => isListOfThings(value);
  const rows = members.filter((member) => !isList(member)).map(([name, value]) => [line(name), cell(value)]);
  const lists = members.filter(isList).map(([name, value]) => `${line(name)}\n${listOf(value as unknown[])}`);
  return [...(rows.length > 0 ? [tableOf(['', ''], rows)] : []), ...lists].join('\n\n');
};

/** Members of things in lists, those that matter first; the others follow in their own order. */
const MATTERS = [
  /(?:^|\.)(?:id|row|number|huella)$/i,
  /name$|nombre|apellido|title|titulo|summary/i,
  /(?:document|documento|dni|nif|ipf|nie)$/i,
  /(?:state|estado|situacion)$/i,
  /due|fecha|date|day|_at$|^at$/i,
  /type|tipo|operation/i,
  /ccc|account|nss|naf/i,
  /message|text|concept/i,
];

/** Widest column of a list, in characters, and what is between two. */
const MOST_WIDTH = 40;
const GAP = '  ';

const shortened = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most - 1)}…` : text;

/** A list as lines: one for each thing, with as many of the columns that matter as the terminal is wide. */
const listOf = (list: unknown[]): string => {
  const rows = list.map((one) => new Map<string, unknown>(isPlain(one) ? flattened(one) : [['', one]]));
  const isShown = (name: string) =>
    rows.some((row) => cell(row.get(name)) !== '') && !rows.some((row) => isListOfThings(row.get(name)));
  const names = [...new Set(rows.flatMap((row) => [...row.keys()]))].filter(isShown);
  const place = (name: string) => {
    const first = MATTERS.findIndex((pattern) => pattern.test(name));
    return first < 0 ? MATTERS.length : first;
  };
  const widths = new Map(
    names.map((name) => [
      name,
      Math.min(MOST_WIDTH, Math.max(line(name).length, ...rows.map((row) => cell(row.get(name)).length))),
    ]),
  );
  let room = width();
  const fitting = new Set(
    names
      .toSorted((one, other) => place(one) - place(other))
      .filter((name, index) => {
        const needed = widths.get(name)! + GAP.length;
        if (index > 0 && needed > room) return false;
        room -= needed;
        return true;
      }),
  );
  const columns = names.filter((name) => fitting.has(name));
  const cut = (name: string, text: string) => shortened(text, widths.get(name)!);
  const text = linesOf(
    columns.map((name) => cut(name, line(name))),
    rows.map((row) => columns.map((name) => cut(name, cell(row.get(name))))),
  );
  return columns.length < names.length ? `${text}\n\nHay más datos de cada uno: véalos con --json.` : text;
};

const isListOfThings = (value: unknown): boolean => Array.isArray(value) && value.some(isPlain);
