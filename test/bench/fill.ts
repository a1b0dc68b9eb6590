import { setTimeout } from 'node:timers/promises';
import { BatchWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { setting } from '../../shared/config.ts';
import { dynamo } from '../../shared/stores/aws.ts';
import type { Client } from '../../shared/stores/clients/company.ts';
import { nextClientId, RANGE } from '../../shared/stores/clients/ids.ts';
import { countWrites } from '../../shared/stores/clients/order.ts';
import type { Write } from '../../shared/stores/clients/rows.ts';
import { wordWrites } from '../../shared/stores/clients/search.ts';
import { clientWords } from '../../shared/stores/clients/words.ts';
import { recordKey } from '../../shared/stores/keyspace.ts';
import { stores } from '../../shared/stores/stores.ts';

/** Rows that DynamoDB takes in one batch, and batches under way at once. */
const BATCH = 25;
const AT_ONCE = 8;

type Item = Record<string, unknown>;

const writeBatch = async (items: Item[]): Promise<void> => {
  const table = setting('RECORDS_TABLE');
  let left: Item[] = items.map((Item) => ({ PutRequest: { Item } }));
  while (left.length > 0) {
    const { UnprocessedItems } = await dynamo().send(
      new BatchWriteCommand({ RequestItems: { [table]: left as never } }),
    );
    left = (UnprocessedItems?.[table] ?? []) as Item[];
    if (left.length > 0) await setTimeout(50);
  }
};

const writeAll = async (items: Item[]): Promise<void> => {
  let next = 0;
  const work = async () => {
    while (next < items.length) {
      const from = next;
      next += BATCH;
      await writeBatch(items.slice(from, from + BATCH));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
};

/** What the store would have made of a row by these updates, without the table. */
class Folded {
  readonly #rows = new Map<string, Item>();

  add(writes: Write[]): void {
    for (const { Update } of writes) {
      const { Key, ExpressionAttributeValues: values } = Update!;
      const name = JSON.stringify(Key);
      const row = this.#rows.get(name) ?? { ...Key };
      this.#rows.set(name, row);
      if (values?.[':by'] === undefined) {
        row.block = values?.[':block'];
        row.entries = new Set([...((row.entries ?? []) as Iterable<string>), ...values![':own']]);
      } else {
        row.from = values[':from'];
        row.clients = ((row.clients as number | undefined) ?? 0) + values[':by'];
      }
    }
  }

  get rows(): Item[] {
    return [...this.#rows.values()];
  }
}

/** First id of a range of the account's own, which is then spent: the next call answers the next range. */
const takeRange = async (accountId: string): Promise<number> => {
  const first = await nextClientId(accountId);
  await dynamo().send(
    new UpdateCommand({
      TableName: setting('RECORDS_TABLE'),
      Key: recordKey.clientIds(accountId),
      UpdateExpression: 'SET #next = #end',
      ExpressionAttributeNames: { '#next': 'next', '#end': 'end' },
    }),
  );
  return first;
};

const TRADES = ['Panadería', 'Talleres', 'Ferretería', 'Transportes', 'Librería', 'Farmacia', 'Bar'];
const SURNAMES = [
  'Núñez',
  'García',
  'Ibáñez',
  'Peña',
  'López',
  'Muñoz',
  'Sáez',
  'Ruiz',
  'Vidal',
  'Otero',
  'Gil',
];

/** Name of the client with this number; every account has the same ones. */
const nameOf = (number: number) =>
  `${TRADES[number % TRADES.length]} ${SURNAMES[number % SURNAMES.length]} ${number}`;

/** The CIF by which one client of an account is found. */
export const cifOf = (number: number) => `B${String(number).padStart(8, '0')}`;

/**
 * Gives an account so many clients. The rows are those that saving each would leave: a client that the store made is
 * their pattern, and counts and words are the store's own writes, folded.
 */
export const fill = async (accountId: string, tag: string, clients: number): Promise<void> => {
  const saved = await stores.clients.saveClient(
    accountId,
    {
      name: nameOf(0),
      email: `empresa-0-${tag}@example.com`,
      cif: cifOf(0),
      companyName: `${nameOf(0)} S.L.`,
      accounts: [{ regimen: '0111', ccc: '28123456789', alias: 'Centro' }],
    },
    new Date(),
  );
  if (saved.outcome !== 'created') throw new Error(`the pattern was not made: ${saved.outcome}`);
  const pattern = saved.client;
  // What is left of the pattern's own range is used first.
  let id = pattern.id;
  let left = RANGE - 1;
  await dynamo().send(
    new UpdateCommand({
      TableName: setting('RECORDS_TABLE'),
      Key: recordKey.clientIds(accountId),
      UpdateExpression: 'SET #next = #end',
      ExpressionAttributeNames: { '#next': 'next', '#end': 'end' },
    }),
  );

  const folded = new Folded();
  folded.add(countWrites(accountId, pattern.id, 1));
  folded.add(wordWrites(accountId, pattern.id, pattern.words, 'ADD'));
  let rows: Item[] = [];
  for (let number = 1; number < clients; number++) {
    if (left === 0) {
      id = await takeRange(accountId);
      left = RANGE;
    } else id++;
    left--;
    const [name, cif, email] = [nameOf(number), cifOf(number), `empresa-${number}-${tag}@example.com`];
    const companyName = `${name} S.L.`;
    const client: Client = {
      ...pattern,
      ...{ id, name, cif, email, companyName },
      words: clientWords([cif, email, undefined, name, companyName]),
    };
    folded.add(countWrites(accountId, id, 1));
    folded.add(wordWrites(accountId, id, client.words, 'ADD'));
    rows.push(
      { ...recordKey.client(accountId, id), ...client },
      { ...recordKey.cif(accountId, cif), clientId: id },
      { ...recordKey.email(email), clientId: id },
    );
    if (rows.length >= 10_000) {
      await writeAll(rows);
      rows = [];
    }
  }
  await writeAll([...rows, ...folded.rows]);
};
