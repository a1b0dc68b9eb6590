import { QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import { TABLES, type TableDefinition } from '../../../infra/tables.ts';
import { dynamo } from '../../../shared/stores/dynamo/dynamo.ts';

/** The read and write capacity that some work consumes. */
export interface Capacity {
  /** Rows that were read, including rows that a filter left out. */
  rows: number;
  /** Capacity units of reads, and of writes. */
  rcu: number;
  wcu: number;
  /** Rows that were written. */
  written: number;
}

type Item = Record<string, unknown>;

interface Output {
  Items?: Item[];
  Responses?: Record<string, Item[]>;
  Item?: Item;
  ConsumedCapacity?: { CapacityUnits?: number } | { CapacityUnits?: number }[];
}

const textSize = (text: string) => Buffer.byteLength(text);
const numberSize = (number: number) => {
  const digits = String(Math.abs(number)).replace('.', '').replace(/0+$/, '');
  return 1 + Math.ceil(digits.length / 2) + (number < 0 ? 1 : 0);
};

/** The size of a value in bytes, as DynamoDB counts it. */
const sizeOf = (value: unknown): number => {
  const sum = (sizes: number[]) => sizes.reduce((total, size) => total + size, 0);
  if (typeof value === 'string') return textSize(value);
  if (typeof value === 'number') return numberSize(value);
  if (value instanceof Set) return sum([...value].map(sizeOf));
  if (Array.isArray(value)) return 3 + sum(value.map((each) => 1 + sizeOf(each)));
  if (typeof value === 'object' && value !== null)
    return 3 + sum(Object.entries(value).map(([name, each]) => 1 + textSize(name) + sizeOf(each)));
  return 1;
};

/** The size of a row. It is a map without the overhead that a map has inside a row. */
const rowSize = (item: Item) => sizeOf(item) - 3 - Object.keys(item).length;

const READ_UNIT = 4096;
const units = (bytes: number) => Math.max(1, Math.ceil(bytes / READ_UNIT));

/** The rows that a query examines. They are charged for, even if it returns fewer. */
const looksAt = async ({
  FilterExpression,
  ProjectionExpression,
  Select,
  ExpressionAttributeNames = {},
  ExpressionAttributeValues = {},
  ...input
}: QueryCommandInput): Promise<Item[]> => {
  const inKey = <T>(all: Record<string, T>): Record<string, T> | undefined => {
    const used = Object.entries(all).filter(([name]) =>
      new RegExp(`${name}\\b`).test(input.KeyConditionExpression ?? ''),
    );
    return used.length > 0 ? Object.fromEntries(used) : undefined;
  };
  const { Items = [] } = await dynamo().send(
    new QueryCommand({
      ...input,
      ExpressionAttributeNames: inKey(ExpressionAttributeNames),
      ExpressionAttributeValues: inKey(ExpressionAttributeValues),
      // Marks the call as not measured.
      ReturnConsumedCapacity: 'NONE',
    }),
  );
  return Items;
};

/** The attributes of an item that an index contains, which a query of the index reads. */
const inIndex = (name: string | undefined, item: Item): Item => {
  const { indexes, ...table }: TableDefinition = TABLES.FILINGS_TABLE;
  const index = indexes?.find((one) => one.name === name);
  if (!index?.include) return item;
  const { partitionKey, sortKey, include } = index;
  const kept = new Set([table.partitionKey, table.sortKey, partitionKey, sortKey, ...include]);
  return Object.fromEntries(Object.entries(item).filter(([attribute]) => kept.has(attribute)));
};

let measurements = 0;

/**
 * Measures the capacity of some work by DynamoDB's rules, because the emulator counts the units of writes only. Nothing else
 * may use the stores meanwhile.
 */
export const capacityOf = async (work: () => Promise<unknown>): Promise<Capacity> => {
  const capacity: Capacity = { rows: 0, rcu: 0, wcu: 0, written: 0 };
  const name = `capacity-${measurements++}`;
  dynamo().middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        // biome-ignore lint/suspicious/noExplicitAny: of any command
        const input = args.input as any;
        if (input.ReturnConsumedCapacity === 'NONE') return next(args);
        const result = await next({ ...args, input: { ...input, ReturnConsumedCapacity: 'TOTAL' } });
        const { Items, Responses, Item, ConsumedCapacity = [] } = result.output as Output;
        const count = (items: Item[], rcu: number) => {
          capacity.rows += items.length;
          capacity.rcu += rcu;
        };
        const half = (consistent?: boolean) => (consistent ? 1 : 0.5);
        if (commandName === 'QueryCommand') {
          const items = input.FilterExpression || input.Select ? await looksAt(input) : (Items ?? []);
          const bytes = items.reduce((sum, item) => sum + rowSize(inIndex(input.IndexName, item)), 0);
          count(items, units(bytes) * half(input.ConsistentRead));
        } else if (commandName === 'BatchGetItemCommand') {
          for (const [table, { Keys, ConsistentRead }] of Object.entries<{
            Keys: Item[];
            ConsistentRead?: boolean;
          }>(input.RequestItems)) {
            const items = Responses?.[table] ?? [];
            // A key without a row costs one unit.
            const missing = Keys.length - items.length;
            const read = items.reduce((sum, item) => sum + units(rowSize(item)), missing);
            count(items, read * half(ConsistentRead));
          }
        } else if (commandName === 'GetItemCommand') {
          count(Item ? [Item] : [], units(Item ? rowSize(Item) : 0) * half(input.ConsistentRead));
        } else {
          capacity.written += input.TransactItems?.length ?? 1;
          capacity.wcu += [ConsumedCapacity]
            .flat()
            .reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
        }
        return result;
      },
    { step: 'initialize', name },
  );
  try {
    await work();
  } finally {
    dynamo().middlewareStack.remove(name);
  }
  return capacity;
};
