import { createHmac, type KeyObject } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { dynamo, pause, transact, type Write } from '../../../../shared/stores/dynamo/dynamo.ts';
import { readRow, rowsUnder } from '../../../../shared/stores/dynamo/read-keys.ts';
import type { RowKey } from '../../../../shared/stores/keyspace.ts';
import { serviceKey } from '../../../../shared/stores/service-keys.ts';
import * as table from '../../../../shared/stores/table.ts';
import { all, type Condition, is, isNew, stillIs, under } from '../../../../shared/stores/table.ts';
import { beginningOf, isNamed, plainReference, wordsOf } from '../words.ts';
import { type Person, parsePerson, parseReference, peopleTable, personKey } from './person-row.ts';

/** Workers of an account, found by name, document or NSS; and filings by the number of their authority. */

/** Others may write the same worker meanwhile. */
const ATTEMPTS = 12;
/** Rows that one word of a search reads at most: of more, the search must say more. */
const MOST_READ = 5_000;
/** Rows that DynamoDB deletes in one transaction. */
const AT_ONCE = 100;

const macOf = (
  accountId: string,
  what: 'word' | 'nss' | 'reference',
  value: string,
  key: KeyObject,
): string =>
  createHmac('sha256', key)
    .update(JSON.stringify([accountId, what, value]))
    .digest('hex')
    .slice(0, 32);

/** The parts of row keys by which a worker is found. */
const foundBy = (
  accountId: string,
  { name, nss }: Pick<Person, 'name' | 'nss'>,
  key: KeyObject,
): string[] => [
  ...new Set([
    ...wordsOf(name ?? '').map((word) => macOf(accountId, 'word', beginningOf(word), key)),
    ...(nss ? [macOf(accountId, 'nss', nss, key)] : []),
  ]),
];

/**
 * Stores a worker's name and numbers for one reader. An absent name or NSS stays as it was. Storing the same again
 * writes nothing.
 * @throws what DynamoDB throws; nothing is written then
 */
export const notePerson = async (accountId: string, seen: Person): Promise<void> => {
  const key = await serviceKey('worker');
  const own = personKey.person(accountId, seen.mac, seen.reader);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const before = await readRow(parsePerson, own, peopleTable());
    const { nss = before?.nss, name = before?.name } = seen;
    const person: Person = { ...seen, ...(nss && { nss }), ...(name && { name }) };
    if (before && isDeepStrictEqual(before, JSON.parse(JSON.stringify(person)))) return;
    const [former, current] = [
      before ? foundBy(accountId, before, key) : [],
      foundBy(accountId, person, key),
    ];
    const writes: Write[] = [
      ...current.map((of) => put({ ...personKey.word(accountId, of, person), ...person })),
      ...former
        .filter((of) => !current.includes(of))
        .map((of) => remove(personKey.word(accountId, of, person))),
    ];
    const head = put(
      { ...own, ...person },
      before
        ? all(stillIs('name', before.name), stillIs('nss', before.nss), is('company', before.company))
        : isNew,
    );
    if ((await transact([head, ...writes])).length === 0) return;
    await pause(attempt);
  }
  throw new Error('failed to store a worker: its row changed on every retry');
};

const put = (item: object, condition?: Condition): Write => ({
  Put: table.put(peopleTable(), item, condition),
});
const remove = ({ pk, sk }: RowKey): Write => ({ Delete: table.remove(peopleTable(), { pk, sk }) });

/** Makes a filing findable by the number that its authority gave it. */
export const noteReference = async (
  accountId: string,
  { reference, filing }: { reference: string; filing: string },
): Promise<void> => {
  const key = await serviceKey('worker');
  const mac = macOf(accountId, 'reference', plainReference(reference), key);
  await transact([put({ ...personKey.reference(accountId, mac), filing })]);
};

/** The id of the filing with a number of an authority, as of `plainReference`. */
export const filingOfReference = async (
  accountId: string,
  reference: string,
): Promise<string | undefined> => {
  const mac = macOf(accountId, 'reference', reference, await serviceKey('worker'));
  return (await readRow(parseReference, personKey.reference(accountId, mac), peopleTable()))?.filing;
};

/** Everything that readers know about the worker whose document has this MAC. */
export const peopleWith = (accountId: string, mac: string): Promise<Person[]> =>
  rowsUnder(personKey.person(accountId, mac, ''), parsePerson, peopleTable());

/** Everything that readers know about the workers with an NSS of 12 digits. */
export const peopleWithNss = async (accountId: string, nss: string): Promise<Person[]> => {
  const of = macOf(accountId, 'nss', nss, await serviceKey('worker'));
  return (await readWord(accountId, of)).rows.filter((row) => row.nss === nss);
};

/**
 * Everything that readers know about workers whose name has these words, as of `wordsOf`, each the beginning of a
 * word of the name.
 * @returns also whether more exist than were read; then a further word of the name narrows the search
 */
export const peopleNamed = async (
  accountId: string,
  words: readonly string[],
): Promise<{ people: Person[]; isCut: boolean }> => {
  if (words.length === 0) return { people: [], isCut: false };
  const key = await serviceKey('worker');
  const read = await Promise.all(
    [...new Set(words.map(beginningOf))].map((beginning) =>
      readWord(accountId, macOf(accountId, 'word', beginning, key)),
    ),
  );
  // A match has all of the words, so the rows of one word that were read to the end include every match.
  const whole = read.filter(({ isCut }) => !isCut).toSorted((a, b) => a.rows.length - b.rows.length)[0];
  const rows = whole ? whole.rows : read.flatMap((one) => one.rows);
  const found = rows.filter(({ name = '' }) => isNamed(name, words));
  const once = new Map(found.map((row) => [`${row.mac} ${row.reader}`, row]));
  return { people: [...once.values()], isCut: !whole };
};

const readWord = async (accountId: string, of: string): Promise<{ rows: Person[]; isCut: boolean }> => {
  const key = personKey.word(accountId, of);
  const rows: Person[] = [];
  let start: Record<string, unknown> | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await dynamo().send(
      new QueryCommand({
        ...table.query(peopleTable(), under(key)),
        Limit: MOST_READ - rows.length,
        ExclusiveStartKey: start,
      }),
    );
    rows.push(...Items.map(parsePerson));
    start = LastEvaluatedKey;
  } while (start && rows.length < MOST_READ);
  return { rows, isCut: start !== undefined };
};

/** Deletes the search entries of a worker. Can be repeated. */
export const forgetPerson = async (accountId: string, mac: string): Promise<void> => {
  const key = await serviceKey('worker');
  const people = await peopleWith(accountId, mac);
  for (const person of people)
    await transact([
      ...foundBy(accountId, person, key).map((of) => remove(personKey.word(accountId, of, person))),
      remove(personKey.person(accountId, mac, person.reader)),
    ]);
};

/** Deletes all search entries of an account that is erased. */
export const forgetPeople = async (accountId: string): Promise<void> => {
  const { pk } = personKey.person(accountId, '', '');
  for (const under of ['word#', 'person#', 'reference#']) {
    const rows = await rowsUnder({ pk, sk: under }, (item) => item as RowKey, peopleTable());
    for (let from = 0; from < rows.length; from += AT_ONCE)
      await transact(rows.slice(from, from + AT_ONCE).map(remove));
  }
};
