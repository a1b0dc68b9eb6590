import * as z from 'zod';
import { setting } from '../../config.ts';
import { recordKey } from '../keyspace.ts';
import { rowParser } from '../row-parser.ts';
import { bitOf, type IdSet, intersection, union } from './id-set.ts';
import { readBetween, type Write } from './rows.ts';
import { isPart, MIN_PART, type Searchable } from './words.ts';

/**
 * The index in which client companies are found (see `words.ts`). Each row is one term of an account, with the set of
 * the clients that have it, a bit for each. A term is
 *
 * - a beginning of a word: each beginning has a row of its own;
 * - three letters of an identifier of one kind, together with their place in it. A longer part of an identifier is found
 *   by the threes that it consists of, where these are one after another: the place makes this exact.
 *
 * So whatever a word of a search is, a fixed number of rows says exactly which clients have it, and the clients of a
 * search, their number and their order are known without reading one of them. A row has the clients of 100,000 ids at
 * most (a shard), with 16 bytes at most for each 50 ids of which one has the term at one place.
 */

/** Kinds of identifiers, in the order of `Searchable.identifiers`. */
const KINDS = ['cif', 'local', 'domain', 'external'] as const;

/** Places that share a row: as many as never reach the 400 KB of a row, whatever identifiers are like. */
const PLACES_IN_ROW = 12;

/** Larger than any shard. */
const LAST_SHARD = 10 ** 9;

/** Attribute of a row: the place, from 0, as a letter, and the block of ids in base 36. No key is called so. */
const attribute = (place: number, block: number) =>
  String.fromCharCode('A'.charCodeAt(0) + place) + block.toString(36);

/** The place of what has none. */
const NO_PLACE = 0;

/** Beginnings of words that no part of an identifier finds. */
const beginnings = ({ words, identifiers }: Searchable): string[] => {
  const all = words.flatMap((word) => {
    const letters = [...word];
    return letters.map((_, index) => letters.slice(0, index + 1).join(''));
  });
  return [...new Set(all)].filter(
    (beginning) => !isPart(beginning) || !identifiers.some((identifier) => identifier.includes(beginning)),
  );
};

/** Three letters within a text, and their place in it. */
interface Three {
  text: string;
  place: number;
}

const threes = (text: string): Three[] => {
  const letters = [...text];
  return letters
    .map((_, place) => ({ text: letters.slice(place, place + MIN_PART).join(''), place }))
    .filter(({ text }) => /^[\p{L}\p{N}]{3}$/u.test(text));
};

/** A client as the index has it. */
interface Indexed extends Searchable {
  id: number;
  /** Which of its account's groups of 100,000 ids it belongs to, see `ids.ts`. */
  shard: number;
}

/** The writes that add a client to the index (1), or take it out again (-1): one for each of its terms. */
export const termWrites = (accountId: string, client: Indexed, by: 1 | -1): Write[] => {
  const { id, shard, identifiers } = client;
  const { block, bit } = bitOf(id);
  const update = (Key: ReturnType<typeof recordKey.clientWord>, places: number[]): Write => ({
    Update: {
      TableName: setting('RECORDS_TABLE'),
      Key,
      // Adding the bit as a number needs no reading. A client is added and taken out once, so that it is never carried.
      UpdateExpression: `ADD ${places.map((_, index) => `#${index} :bit`).join(', ')}`,
      ExpressionAttributeNames: Object.fromEntries(
        places.map((place, index) => [`#${index}`, attribute(place, block)]),
      ),
      ExpressionAttributeValues: { ':bit': by * bit },
    },
  });
  return [
    ...beginnings(client).map((text) => update(recordKey.clientWord(accountId, text, shard), [NO_PLACE])),
    ...KINDS.flatMap((kind, index) => {
      const rows = Map.groupBy(
        threes(identifiers[index] ?? ''),
        ({ text, place }) => `${text}${Math.floor(place / PLACES_IN_ROW)}`,
      );
      return [...rows.values()].map((found) => {
        const { text, place } = found[0]!;
        const group = Math.floor(place / PLACES_IN_ROW);
        return update(
          recordKey.clientPart(accountId, text, kind, group, shard),
          found.map(({ place }) => place),
        );
      });
    }),
  ];
};

/** The clients that have one term, by its places. */
type Places = ReadonlyMap<string, IdSet>;

// One pass over the attributes: a schema for each of them would cost more than reading them.
const isRow = (row: unknown): row is Record<string, unknown> =>
  typeof row === 'object' &&
  row !== null &&
  Object.entries(row).every(([name, value]) => name === 'pk' || name === 'sk' || Number.isSafeInteger(value));

const termRow = () =>
  z.custom<Record<string, unknown>>(isRow).transform((row) => {
    const places = new Map<string, Map<number, number>>();
    for (const [name, bits] of Object.entries(row)) {
      if (name === 'pk' || name === 'sk' || bits === 0) continue;
      const place = name[0]!;
      const set = places.get(place) ?? new Map<number, number>();
      set.set(Number.parseInt(name.slice(1), 36), Number(bits));
      places.set(place, set);
    }
    return { sk: String(row.sk), places };
  });

const parseTerm = rowParser('ClientTerm', 'clientWord', termRow);

/** The clients that have a word with this beginning. */
const readBeginning = async (accountId: string, text: string): Promise<IdSet> => {
  const { pk, sk } = recordKey.clientWord(accountId, text, 0);
  const rows = await readBetween(parseTerm, pk, sk, recordKey.clientWord(accountId, text, LAST_SHARD).sk);
  return union(rows.flatMap(({ places }) => [...places.values()]));
};

/** The clients that have these three letters in an identifier: for each kind, those with one place. */
const readThree = async (accountId: string, text: string): Promise<Map<string, Places>> => {
  const { pk } = recordKey.clientPart(accountId, text, 'cif', 0, 0);
  const rows = await readBetween(parseTerm, pk, 'a', 'z');
  const kinds = Map.groupBy(rows, ({ sk }) => sk.split('#')[0]!);
  return new Map(
    [...kinds].map(([kind, ofKind]) => {
      const names = new Set(ofKind.flatMap(({ places }) => [...places.keys()]));
      const joined = [...names].map(
        (name) => [name, union(ofKind.map(({ places }) => places.get(name) ?? new Map()))] as const,
      );
      return [kind, new Map(joined)];
    }),
  );
};

/** The place that is so many letters before another one. */
const placeBefore = (place: string, letters: number) => String.fromCharCode(place.charCodeAt(0) - letters);

/** For each kind of identifier and each place where a part may begin, the clients that have it there. */
type Candidates = ReadonlyMap<string, IdSet>;

/** Those of the candidates that have three letters so many places after the beginning of the part. */
const narrowed = (
  candidates: Candidates | undefined,
  three: ReadonlyMap<string, Places>,
  letters: number,
): Candidates => {
  const left = new Map<string, IdSet>();
  for (const [kind, places] of three)
    for (const [place, ids] of places) {
      const start = `${kind} ${placeBefore(place, letters)}`;
      const both = candidates ? intersection(candidates.get(start) ?? new Map(), ids) : ids;
      if (both.size > 0) left.set(start, both);
    }
  return left;
};

/**
 * The clients that have this part in an identifier. Identifiers begin alike, and the rows of a beginning are large: so the
 * last three letters are read first, then those in the middle, then the first, as long as any client is left.
 */
const readPart = async (accountId: string, part: string): Promise<IdSet> => {
  const all = threes(part);
  // Every third one, and the last: these are all letters of the part.
  const needed = all.filter(({ place }) => place % MIN_PART === 0 || place === all.length - 1);
  const [first, ...others] = needed;
  const steps = [others.slice(-1), others.slice(0, -1), first ? [first] : []];
  let candidates: Candidates | undefined;
  for (const step of steps.filter(({ length }) => length > 0)) {
    const read = await Promise.all(step.map(({ text }) => readThree(accountId, text)));
    for (const [index, { place }] of step.entries()) candidates = narrowed(candidates, read[index]!, place);
    if (candidates?.size === 0) break;
  }
  return union([...(candidates?.values() ?? [])]);
};

/** The clients that the index finds for one word of a search. */
export const readTerm = async (accountId: string, word: string): Promise<IdSet> => {
  const found = await Promise.all([
    readBeginning(accountId, word),
    ...(isPart(word) ? [readPart(accountId, word)] : []),
  ]);
  return union(found);
};
