import { load } from 'cheerio/slim';
import { checkRecording } from '../../reference/wire/recording.ts';
import type { Answer } from '../../shared/authorities/channel/channel.ts';
import { decode } from '../../shared/authorities/html/latin1.ts';
import { isPdf } from '../../shared/authorities/pdf.ts';
import type { Conversation, Har, RecordedRequest } from '../../shared/authorities/recording/har.ts';
import type { Reading } from './readings.ts';

/** The result of a reading for its row in the table of exchanges, without personal data. */
export interface Row {
  exchange: Reading['exchange'];
  verdict: 'agrees' | 'differs' | 'refused' | 'not reached' | 'skipped';
  text: string;
}

/** Formats a row as a line. */
export const lineOf = ({ exchange: { authority, name, standing }, verdict, text }: Row): string =>
  `${verdict.padEnd(11)}  ${authority.toUpperCase()} ${name} (${standing.state}): ${text}`;

/** A reading with its conversation. */
interface Made {
  conversation: Conversation;
  /** The conversation without personal data. */
  har: Har;
  /** The result, or the error. */
  result: unknown;
}

/** Errors of a script, by their names. */
const VERDICTS: Record<string, Exclude<Row['verdict'], 'skipped'>> = {
  result: 'agrees',
  Unreadable: 'differs',
  Refusal: 'refused',
  NothingFound: 'refused',
};

/** Builds the row from the redacted recording, so that the row has no personal data either. */
export const rowOf = ({ exchange, isPublic }: Reading, { conversation, har, result }: Made): Row => {
  const { end, requests } = conversation;
  const isUnknownForm = exchange.authority === 'aeat' && hasForm(requests.at(-1)?.answer);
  const verdict = end === 'Refusal' && isUnknownForm ? 'differs' : (VERDICTS[end] ?? 'not reached');
  const findings = checkRecording(exchange, har);
  const matching = (words: RegExp) => findings.map(({ text }) => text).filter((text) => words.test(text));
  const pages = requests.map(pageOf);
  const form = verdict === 'agrees' && exchange.shownForm?.(result as never);
  const last = `page ${pages.length}, ${pages.at(-1)}`;
  const texts = {
    agrees: () => [
      pages.join(', '),
      ...(form ? [`in the form: ${form}`] : []),
      ...columnsOf(result),
      ...(isPublic ? Object.entries(result as object).map((each) => each.join(': ')) : fieldsOf(result)),
      ...matching(/has no field/),
    ],
    differs: () => [last, ...matching(/has no field|cannot be read|refusal/)],
    refused: () => [last, ...matching(/refusal/)],
    'not reached': () => [last, end],
  };
  return { exchange, verdict, text: texts[verdict]().join('; ') };
};

/** The titles of a report's columns that no public program knows. One that may be a value of a row is left out. */
const columnsOf = (result: unknown): string[] => {
  const { newColumns } = (result ?? {}) as { newColumns?: unknown };
  if (!Array.isArray(newColumns)) return [];
  const titles = newColumns
    .map(String)
    .filter((title) => /^[\p{L}\d .,()/º-]{2,60}$/u.test(title) && !/\d{5}/.test(title));
  return [`new columns: ${titles.join(' | ') || 'none'}`];
};

/**
 * The tax agency's pages of refusal have no form, and every page but the expected one counts as a refusal. An
 * unexpected page with a form was probably changed.
 */
const hasForm = (answer: Answer | undefined): boolean =>
  answer !== undefined && /<form/i.test(decode(answer.body, answer.contentType));

/** Whether a name contains no personal data. */
const isSafe = (name: string | undefined): name is string =>
  name !== undefined && /^(?!.*\d{5})[\w.:@-]{2,40}$/.test(name);

/** Name of an answered page: its own or its form's, else the end of its address. */
const pageOf = ({ request, answer }: RecordedRequest): string => {
  if (!answer) return 'no answer';
  const { body, contentType, status } = answer;
  if (status !== 200) return `status ${status}`;
  if (isPdf(body)) return 'document';
  const text = decode(body, contentType);
  if (!/^\s*</.test(text)) return contentType.split(';')[0]!;
  const $ = load(text, { xml: /^\s*<\?xml/.test(text) });
  const names = [
    $('input[name=Formname]').attr('value'),
    $('page_name').first().text().trim(),
    $('form').attr('id'),
    $('form').attr('name'),
    new URL(request.url).pathname.replace(/;.*/, '').split('/').at(-1),
  ];
  return names.find(isSafe) ?? 'without name';
};

/**
 * Names of the fields that have a value and of those that are empty, without the values, which are personal data.
 */
const fieldsOf = (result: unknown): string[] => {
  const members = [...Map.groupBy(membersOf(result), ([name]) => name)];
  const [read, empty] = [true, false].map((wanted) =>
    members
      .filter(([, same]) => same.some(([, isRead]) => isRead) === wanted)
      .map(([name]) => (isSafe(name) ? name : 'without name')),
  ) as [string[], string[]];
  return [
    `read: ${read.join(', ') || 'nothing'}`,
    ...(empty.length > 0 ? [`empty: ${empty.join(', ')}`] : []),
  ];
};

/** Members of a result down to the second level, over all rows of a list, and whether each has a value. */
const membersOf = (value: unknown, above: string[] = []): [name: string, isRead: boolean][] => {
  if (Array.isArray(value) && value.length > 0) return value.flatMap((row) => membersOf(row, above));
  const isDocument = typeof value === 'object' && value !== null && 'bytes' in value;
  const members = typeof value === 'object' && value !== null && !isDocument ? Object.entries(value) : [];
  if (members.length > 0 && above.length < 2)
    return members.flatMap(([name, member]) => membersOf(member, [...above, name]));
  const name = above.join('.') || (isDocument ? 'document' : 'text');
  return [
    [name, ![undefined, null, ''].includes(value as '') && !(Array.isArray(value) && value.length === 0)],
  ];
};
