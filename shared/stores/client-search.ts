import { setting } from '../config.ts';
import { readBetween, readKeys, type Write } from './client-rows.ts';
import { CLIENT_BLOCK, recordKey } from './keyspace.ts';

/**
 * Finds client companies by words (see `client-words.ts`). A leaf is a row that says which clients of one block of ids
 * have a word with a certain head: its first letter, its first 2, 4 or 8. It also keeps how each word goes on, as far
 * as a search that reads it can ask. A word of a search reads the leaves of its longest head, which many clients share
 * only where many share what is searched.
 *
 * A leaf holds an entry of a few bytes for each client, and one query reads thousands of them: a word that 100,000
 * clients share is half a megabyte, and the number of clients that a search finds is exact however many they are.
 */

/** Letters of a head. */
const HEADS = [1, 2, 4, 8];

/** Larger than the block of any client id. */
const LAST_BLOCK = 10 ** 13;

/** Leaves of each word of a search that are read at first: enough to have all of a rare word. */
const FIRST_LEAVES = 100;

interface Leaf {
  block: number;
  /** `<how the word goes on> <id within the block>`. DynamoDB drops the member with its last entry. */
  entries?: Set<string>;
}

/** A head and how a word goes on after it. */
interface Place {
  head: string;
  rest: string;
}

/** Where a word stands: under each of its heads, with all letters that it has less than the next one. */
const placesOf = (word: string): Place[] => {
  const letters = [...word];
  return HEADS.filter((length) => length <= letters.length).map((length, index) => ({
    head: letters.slice(0, length).join(''),
    rest: letters.slice(length, (HEADS[index + 1] ?? Number.POSITIVE_INFINITY) - 1).join(''),
  }));
};

/** Where a word of a search is looked up: what its own longest head, and all that follows, begin. */
const placeOf = (word: string): Place => {
  const letters = [...word];
  const length = HEADS.findLast((length) => length <= letters.length) ?? 0;
  return { head: letters.slice(0, length).join(''), rest: letters.slice(length).join('') };
};

/** The writes that add a client with these words to the index, or take it out of it: four for each word at most. */
export const wordWrites = (
  accountId: string,
  clientId: number,
  words: string[],
  change: 'ADD' | 'DELETE',
): Write[] => {
  const block = Math.floor(clientId / CLIENT_BLOCK);
  const entries = new Map<string, Set<string>>();
  for (const { head, rest } of words.flatMap(placesOf))
    entries.set(head, (entries.get(head) ?? new Set()).add(`${rest} ${clientId % CLIENT_BLOCK}`));
  return [...entries].map(([head, own]) => ({
    Update: {
      TableName: setting('RECORDS_TABLE'),
      Key: recordKey.clientWords(accountId, head, block),
      UpdateExpression: `SET #block = :block ${change} #entries :own`,
      ExpressionAttributeNames: { '#block': 'block', '#entries': 'entries' },
      ExpressionAttributeValues: { ':block': block, ':own': own },
    },
  }));
};

/** The clients in these leaves that have a word which goes on so. */
const idsIn = (leaves: Leaf[], { rest }: Place): Set<number> => {
  const ids = new Set<number>();
  for (const { block, entries } of leaves)
    for (const entry of entries ?? [])
      if (entry.startsWith(rest)) ids.add(block * CLIENT_BLOCK + Number(entry.slice(entry.indexOf(' ') + 1)));
  return ids;
};

/** Leaves of a head from a block on. */
const leavesFrom = (accountId: string, { head }: Place, block: number, limit?: number): Promise<Leaf[]> => {
  const { pk, sk } = recordKey.clientWords(accountId, head, block);
  return readBetween<Leaf>(pk, sk, recordKey.clientWords(accountId, head, LAST_BLOCK).sk, limit);
};

const leavesAt = (accountId: string, { head }: Place, blocks: number[]): Promise<Leaf[]> =>
  readKeys<Leaf>(blocks.map((block) => recordKey.clientWords(accountId, head, block)));

/** What is known of a word of a search. */
interface Found {
  place: Place;
  leaves: Leaf[];
  ids: Set<number>;
  /** All its leaves were read. */
  whole: boolean;
}

const begin = async (accountId: string, word: string): Promise<Found> => {
  const place = placeOf(word);
  const leaves = await leavesFrom(accountId, place, 0, FIRST_LEAVES);
  return { place, leaves, ids: idsIn(leaves, place), whole: leaves.length < FIRST_LEAVES };
};

/** All clients of a word. */
const complete = async (accountId: string, { place, leaves, ids, whole }: Found): Promise<Set<number>> => {
  if (whole) return ids;
  const others = await leavesFrom(accountId, place, (leaves.at(-1)?.block ?? 0) + 1);
  return idsIn([...leaves, ...others], place);
};

/** Clients of a word, at least all those in some blocks. */
const completeIn = async (accountId: string, found: Found, blocks: number[]): Promise<Set<number>> =>
  found.whole || blocks.length > FIRST_LEAVES
    ? complete(accountId, found)
    : idsIn(await leavesAt(accountId, found.place, blocks), found.place);

/**
 * Ids of the clients that have, for each of these words, one that begins so; in their order. The word that seems
 * rarest goes first: of the others, only the leaves where it was found matter, and where they are few only they are
 * read.
 * @param words at least one
 */
export const findByWords = async (accountId: string, words: string[]): Promise<number[]> => {
  const begun = await Promise.all(words.map((word) => begin(accountId, word)));
  const [rarest, ...others] = begun.sort(
    (a, b) => Number(b.whole) - Number(a.whole) || a.ids.size - b.ids.size,
  );
  if (!rarest) return [];
  const ids = [...(await complete(accountId, rarest))];
  const blocks = [...new Set(ids.map((id) => Math.floor(id / CLIENT_BLOCK)))];
  const also = await Promise.all(others.map((other) => completeIn(accountId, other, blocks)));
  return ids.filter((id) => also.every((found) => found.has(id))).sort((a, b) => a - b);
};
