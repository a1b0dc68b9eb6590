import * as z from 'zod';
import { setting } from '../../config.ts';
import { CLIENT_BLOCK, recordKey } from '../keyspace.ts';
import { rowParser } from '../row-parser.ts';
import { readBetween, readKeys, type Write } from './rows.ts';

/**
 * Finds client companies by words (see `words.ts`), in an inverted index. A row of the index says which clients of one
 * block of ids have a word with a certain prefix: the first letter of the word, its first 2, 4 or 8. The row also has
 * the rest of each word, as far as a search that reads this row can ask for it. A word of a search reads the rows of
 * its longest prefix: these are many only if many clients have that prefix.
 *
 * A row has an entry of a few bytes for each client, and one query reads thousands of entries: a word that 100,000
 * clients have takes half a megabyte. The number of clients that a search finds is always exact.
 */

/** Lengths of prefixes, in letters. */
const PREFIX_LENGTHS = [1, 2, 4, 8];

/** Larger than the block of any client id. */
const LAST_BLOCK = 10 ** 13;

/** Index rows of each word of a search that are read at first: enough to have all of a rare word. */
const FIRST_ROWS = 100;

// One pass over the entries: a schema for each of them would cost more than reading them.
const isSetOfTexts = (value: unknown): value is Set<string> =>
  value instanceof Set && [...value].every((entry) => typeof entry === 'string');

const indexRow = z.object({
  block: z.int(),
  /** `<rest of the word> <client id within the block>`. DynamoDB removes the attribute with its last entry. */
  entries: z.custom<Set<string>>(isSetOfTexts).optional(),
});

/** The clients of one block of ids that have a word with one prefix. */
type IndexRow = z.infer<typeof indexRow>;

const parseIndexRow = rowParser('IndexRow', 'clientWords', indexRow);

/** A word, divided after a prefix. */
interface DividedWord {
  prefix: string;
  rest: string;
}

/** A word as the index has it: under each of its prefixes, with its letters up to the next prefix length. */
const indexedForms = (word: string): DividedWord[] => {
  const letters = [...word];
  return PREFIX_LENGTHS.filter((length) => length <= letters.length).map((length, index) => ({
    prefix: letters.slice(0, length).join(''),
    rest: letters.slice(length, (PREFIX_LENGTHS[index + 1] ?? Number.POSITIVE_INFINITY) - 1).join(''),
  }));
};

/** A word of a search, divided after its longest prefix. */
const searchedForm = (word: string): DividedWord => {
  const letters = [...word];
  const length = PREFIX_LENGTHS.findLast((length) => length <= letters.length) ?? 0;
  return { prefix: letters.slice(0, length).join(''), rest: letters.slice(length).join('') };
};

/** The writes that add a client with these words to the index, or remove it: four for each word at most. */
export const wordWrites = (
  accountId: string,
  clientId: number,
  words: string[],
  change: 'ADD' | 'DELETE',
): Write[] => {
  const block = Math.floor(clientId / CLIENT_BLOCK);
  const entries = new Map<string, Set<string>>();
  for (const { prefix, rest } of words.flatMap(indexedForms))
    entries.set(prefix, (entries.get(prefix) ?? new Set()).add(`${rest} ${clientId % CLIENT_BLOCK}`));
  return [...entries].map(([prefix, own]) => ({
    Update: {
      TableName: setting('RECORDS_TABLE'),
      Key: recordKey.clientWords(accountId, prefix, block),
      UpdateExpression: `SET #block = :block ${change} #entries :own`,
      ExpressionAttributeNames: { '#block': 'block', '#entries': 'entries' },
      ExpressionAttributeValues: { ':block': block, ':own': own },
    },
  }));
};

/** Ids of the clients in these rows whose word continues with `rest`. */
const idsIn = (rows: IndexRow[], { rest }: DividedWord): Set<number> => {
  const ids = new Set<number>();
  for (const { block, entries } of rows)
    for (const entry of entries ?? [])
      if (entry.startsWith(rest)) ids.add(block * CLIENT_BLOCK + Number(entry.slice(entry.indexOf(' ') + 1)));
  return ids;
};

/** Index rows of a prefix, from a block on. */
const rowsFrom = (
  accountId: string,
  { prefix }: DividedWord,
  block: number,
  limit?: number,
): Promise<IndexRow[]> => {
  const { pk, sk } = recordKey.clientWords(accountId, prefix, block);
  const last = recordKey.clientWords(accountId, prefix, LAST_BLOCK).sk;
  return readBetween(parseIndexRow, pk, sk, last, limit);
};

const rowsOf = (accountId: string, { prefix }: DividedWord, blocks: number[]): Promise<IndexRow[]> =>
  readKeys(
    parseIndexRow,
    blocks.map((block) => recordKey.clientWords(accountId, prefix, block)),
  );

/** The first index rows of a word of a search. */
interface FirstRows {
  word: DividedWord;
  rows: IndexRow[];
  /** Clients in these rows. */
  ids: Set<number>;
  /** The word has no more rows. */
  complete: boolean;
}

const readFirstRows = async (accountId: string, text: string): Promise<FirstRows> => {
  const word = searchedForm(text);
  const rows = await rowsFrom(accountId, word, 0, FIRST_ROWS);
  return { word, rows, ids: idsIn(rows, word), complete: rows.length < FIRST_ROWS };
};

/** All clients that have a word. */
const allIds = async (accountId: string, { word, rows, ids, complete }: FirstRows): Promise<Set<number>> => {
  if (complete) return ids;
  const others = await rowsFrom(accountId, word, (rows.at(-1)?.block ?? 0) + 1);
  return idsIn([...rows, ...others], word);
};

/** Clients that have a word: at least all those in these blocks. */
const idsInBlocks = async (accountId: string, first: FirstRows, blocks: number[]): Promise<Set<number>> =>
  first.complete || blocks.length > FIRST_ROWS
    ? allIds(accountId, first)
    : idsIn(await rowsOf(accountId, first.word, blocks), first.word);

/**
 * Ids, in ascending order, of the clients that have, for each of these words, a word that begins with it. The word that
 * seems rarest is read completely. Of the others only the blocks matter in which that word was found; if these are few,
 * only they are read.
 * @param words at least one
 */
export const findByWords = async (accountId: string, words: string[]): Promise<number[]> => {
  const firstRows = await Promise.all(words.map((word) => readFirstRows(accountId, word)));
  const [rarest, ...others] = firstRows.sort(
    (a, b) => Number(b.complete) - Number(a.complete) || a.ids.size - b.ids.size,
  );
  if (!rarest) return [];
  const ids = [...(await allIds(accountId, rarest))];
  const blocks = [...new Set(ids.map((id) => Math.floor(id / CLIENT_BLOCK)))];
  const idsOfOthers = await Promise.all(others.map((other) => idsInBlocks(accountId, other, blocks)));
  return ids.filter((id) => idsOfOthers.every((found) => found.has(id))).sort((a, b) => a - b);
};
