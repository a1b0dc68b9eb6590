import { setTimeout } from 'node:timers/promises';
import { BatchWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { setting } from '../../../shared/config.ts';
import { dynamo } from '../../../shared/stores/aws.ts';
import type { Client } from '../../../shared/stores/clients/company.ts';
import { type ClientPlace, nextClientId, RANGE } from '../../../shared/stores/clients/ids.ts';
import { briefOf } from '../../../shared/stores/clients/index-writes.ts';
import { countWrites } from '../../../shared/stores/clients/order.ts';
import type { Write } from '../../../shared/stores/clients/rows.ts';
import { termWrites } from '../../../shared/stores/clients/terms.ts';
import { searchable } from '../../../shared/stores/clients/words.ts';
import { recordKey } from '../../../shared/stores/keyspace.ts';

/** Rows that DynamoDB takes in one batch, and batches under way at once. */
const BATCH = 25;
const AT_ONCE = 3;
/** Attributes of a batch that the emulator writes within the limits of the stores, also on a busy machine. */
const MOST_ATTRIBUTES = 1_000;

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
  const nextBatch = (): Item[] => {
    const from = next;
    let attributes = 0;
    do attributes += Object.keys(items[next++]!).length;
    while (next < items.length && next - from < BATCH && attributes < MOST_ATTRIBUTES);
    return items.slice(from, next);
  };
  const work = async () => {
    while (next < items.length) await writeBatch(nextBatch());
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
};

/** What the store would have made of rows by these updates, without the table. */
class Folded {
  readonly #rows = new Map<string, Item>();

  add(writes: Write[]): void {
    for (const { Update } of writes) {
      const { Key, UpdateExpression = '', ExpressionAttributeNames, ExpressionAttributeValues } = Update!;
      const id = `${Key?.pk} ${Key?.sk}`;
      const row = this.#rows.get(id) ?? { ...Key };
      this.#rows.set(id, row);
      for (const [, verb, clause = ''] of UpdateExpression.matchAll(/(SET|ADD)((?: [#:=,]\S*)+)/g))
        for (const [, name = '', value = ''] of clause.matchAll(/(#\w+)(?: =)? (:\w+)/g)) {
          const attribute = ExpressionAttributeNames![name]!;
          const given = ExpressionAttributeValues![value];
          row[attribute] = verb === 'SET' ? given : ((row[attribute] as number | undefined) ?? 0) + given;
        }
    }
  }

  get rows(): Item[] {
    return [...this.#rows.values()];
  }
}

/** A range of the account's own, of which so many ids are used: those that a call answers are after them. */
const takeRange = async (accountId: string, used: number): Promise<ClientPlace> => {
  const place = await nextClientId(accountId);
  await dynamo().send(
    new UpdateCommand({
      TableName: setting('RECORDS_TABLE'),
      Key: recordKey.clientIds(accountId),
      UpdateExpression: 'SET #next = :next',
      ExpressionAttributeNames: { '#next': 'next' },
      ExpressionAttributeValues: { ':next': place.id + used },
    }),
  );
  return place;
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
 * Gives an account without clients so many of them. The rows are those that saving each would leave: counts and terms are
 * the store's own writes, folded.
 * @param tag makes the e-mails unique
 * @param hasRows of which clients there are rows beside the counts and the index; by default of all
 */
export const fillClients = async (
  accountId: string,
  tag: string,
  clients: number,
  hasRows: (number: number) => boolean = () => true,
): Promise<void> => {
  const at = new Date().toISOString();
  const folded = new Folded();
  let rows: Item[] = [];
  let range: ClientPlace = { id: 0, shard: 0 };
  for (let number = 0; number < clients; number++) {
    if (number % RANGE === 0) range = await takeRange(accountId, Math.min(RANGE, clients - number));
    const id = range.id + (number % RANGE);
    const name = nameOf(number);
    const details = {
      name,
      email: `empresa-${number}-${tag}@example.com`,
      cif: cifOf(number),
      companyName: `${name} S.L.`,
    };
    const client: Client = {
      ...details,
      id,
      shard: range.shard,
      active: true,
      accounts: { '011128123456789': { id: 1, regimen: '0111', ccc: '28123456789', alias: 'Centro' } },
      ...searchable(details),
      createdAt: at,
      updatedAt: at,
    };
    folded.add(countWrites(accountId, id, 1));
    folded.add(termWrites(accountId, client, 1));
    if (hasRows(number))
      rows.push(
        { ...recordKey.client(accountId, id), ...client },
        { ...recordKey.cif(accountId, client.cif), clientId: id },
        { ...recordKey.email(client.email), clientId: id },
        { ...recordKey.clientBrief(accountId, id), ...briefOf(client) },
      );
    if (rows.length >= 10_000) {
      await writeAll(rows);
      rows = [];
    }
  }
  await writeAll([...rows, ...folded.rows]);
};
