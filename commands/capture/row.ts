import { load } from 'cheerio/slim';
import { checkRecording } from '../../reference/wire/recording.ts';
import type { Answer } from '../../shared/authorities/channel/channel.ts';
import { decode } from '../../shared/authorities/html/latin1.ts';
import { isPdf } from '../../shared/authorities/pdf.ts';
import type { Conversation, Har, RecordedRequest } from '../../shared/authorities/recording/har.ts';
import type { Reading } from './readings.ts';

/** What one reading showed of its row in the table of exchanges, without personal data. */
export interface Row {
  exchange: Reading['exchange'];
  verdict: 'agrees' | 'differs' | 'refused' | 'not reached' | 'skipped';
  text: string;
}

/** A row as a line. */
export const lineOf = ({ exchange: { authority, name, standing }, verdict, text }: Row): string =>
  `${verdict.padEnd(11)}  ${authority.toUpperCase()} ${name} (${standing.state}): ${text}`;

/** A reading that was made. */
interface Made {
  conversation: Conversation;
  /** The same without personal data. */
  har: Har;
  /** What it came to, or the error. */
  result: unknown;
}

/** Errors of a script, by their names. */
const VERDICTS: Record<string, Exclude<Row['verdict'], 'skipped'>> = {
  result: 'agrees',
  Unreadable: 'differs',
  Refusal: 'refused',
  NothingFound: 'refused',
};

/** Reads the recording again, so that what a row says is without personal data, too. */
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
      ...(isPublic ? Object.entries(result as object).map((each) => each.join(': ')) : fieldsOf(result)),
      ...matching(/has no field/),
    ],
    differs: () => [last, ...matching(/has no field|cannot be read|refusal/)],
    refused: () => [last, ...matching(/refusal/)],
    'not reached': () => [last, end],
  };
  return { exchange, verdict, text: texts[verdict]().join('; ') };
};

/**
 * The tax agency's pages of refusal have no form, and what is on any page but the expected one counts as a refusal: with
 * a form it is one that was changed.
 */
const hasForm = (answer: Answer | undefined): boolean =>
  answer !== undefined && /<form/i.test(decode(answer.body, answer.contentType));

/** A name that says nothing of a person. */
const isSafe = (name: string | undefined): name is string =>
  name !== undefined && /^(?!.*\d{5})[\w.:@-]{2,40}$/.test(name);

/** The page of an answer: as it or its form is named, else as its address ends. */
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

/** Names of what was read, and of what was empty. Values are personal data. */
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

/** The members of a result to the second level, of lists those of all rows, and whether they have a value. */
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
