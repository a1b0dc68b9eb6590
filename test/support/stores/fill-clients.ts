import { setTimeout } from 'node:timers/promises';
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { setting } from '../../../shared/kernel/config.ts';
import { type ClientRecord, newBrief } from '../../../shared/stores/clients/company.ts';
import { newIds } from '../../../shared/stores/clients/room.ts';
import { dynamo } from '../../../shared/stores/dynamo/dynamo.ts';
import { accountsKey } from '../../../shared/stores/keyspace.ts';

/** Rows in one DynamoDB batch, and the number of batches at a time. */
const BATCH = 25;
const AT_ONCE = 3;

type Item = Record<string, unknown>;

const writeBatch = async (items: Item[]): Promise<void> => {
  const table = setting('ACCOUNTS_TABLE');
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

/** Name of the client with this number. It is the same in every account. */
const nameOf = (number: number) =>
  `${TRADES[number % TRADES.length]} ${SURNAMES[number % SURNAMES.length]} ${number}`;

/** CIF of the client with this number. */
export const cifOf = (number: number) => `B${String(number).padStart(8, '0')}`;

/**
 * Gives an account this many clients, without users. The rows are the same as after saving each client.
 * @param tag makes the e-mails unique
 * @param hasRows whether a client has rows in addition to its brief; by default every client has
 */
export const fillClients = async (
  accountId: string,
  tag: string,
  clients: number,
  hasRows: (number: number) => boolean = () => true,
): Promise<void> => {
  const ids = await newIds('client-ids', clients);
  const now = new Date();
  const createdAt = now.toISOString();
  let rows: Item[] = [];
  for (const [number, id] of ids.entries()) {
    const name = nameOf(number);
    const details = {
      name,
      email: `empresa-${number}-${tag}@example.com`,
      cif: cifOf(number),
      companyName: `${name} S.L.`,
    };
    const account = { id: 1, regimen: '0111', ccc: '28123456789', alias: 'Centro', addedAt: createdAt };
    const record: ClientRecord = { ...details, id, accounts: { '011128123456789': account }, createdAt };
    rows.push({ ...accountsKey.clientBrief(accountId, id), ...newBrief(details, now) });
    if (hasRows(number))
      rows.push(
        { ...accountsKey.client(accountId, details.cif), ...record },
        { ...accountsKey.email(details.email), clientId: id },
      );
    if (rows.length >= 10_000) {
      await writeAll(rows);
      rows = [];
    }
  }
  await writeAll(rows);
};
