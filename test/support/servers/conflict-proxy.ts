import type { ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { TABLES, type TableDefinition } from '../../../infra/tables.ts';
import { dynamo } from '../../../shared/stores/dynamo/dynamo.ts';
import { refuseAsDynamo, startProxy } from './proxy.ts';

type Values = Record<string, unknown>;

/** A write request, alone or in a transaction. */
interface Sent {
  TableName: string;
  Key?: Values;
  Item?: Values;
}

const WRITES = ['PutItem', 'UpdateItem', 'DeleteItem'];

/** A name for the item that is written, from the attributes of its key. */
const itemOf = ({ TableName, Key, Item }: Sent): string => {
  const tables: [string, TableDefinition][] = Object.entries(TABLES);
  const [, table] = tables.find(([variable]) => process.env[variable] === TableName)!;
  const { partitionKey, sortKey } = table;
  const values = Key ?? Item!;
  return JSON.stringify([TableName, values[partitionKey], sortKey && values[sortKey]]);
};

/**
 * A proxy in front of the emulator's DynamoDB that refuses writes which overlap a transaction in progress, as AWS
 * does and the emulator does not. A transaction with one of its items gets `TransactionCanceledException` with the
 * reason `TransactionConflict` for that item, and a single write of such an item gets `TransactionConflictException`.
 * Single writes do not conflict with each other (DynamoDB Developer Guide, "Transaction conflict handling").
 */
export const startConflictProxy = async (emulator: string) => {
  const busy = new Set<string>();
  const refuse = (outgoing: ServerResponse, type: string, more: object = {}) => {
    proxy.conflicts++;
    refuseAsDynamo(outgoing, type, { message: 'Conflict', ...more });
  };
  const { url, close } = await startProxy(
    async (incoming, outgoing, sendOn) => {
      const body = await buffer(incoming);
      const name = String(incoming.headers['x-amz-target']).split('.').at(-1)!;
      const sent = JSON.parse(body.toString());
      if (WRITES.includes(name) && busy.has(itemOf(sent)))
        return refuse(outgoing, 'TransactionConflictException');

      const parts: Record<string, Sent>[] = name === 'TransactWriteItems' ? sent.TransactItems : [];
      const items = parts.map((part) => itemOf(Object.values(part)[0]!));
      if (items.some((item) => busy.has(item))) {
        const reasons = items.map((item) => ({ Code: busy.has(item) ? 'TransactionConflict' : 'None' }));
        return refuse(outgoing, 'TransactionCanceledException', { CancellationReasons: reasons });
      }
      for (const item of items) busy.add(item);
      try {
        const { status, headers, bytes } = await sendOn(body);
        outgoing.writeHead(status, headers).end(bytes);
      } finally {
        if (!proxy.lasting) for (const item of items) busy.delete(item);
      }
    },
    { to: emulator, keepsHost: true },
  );
  const proxy = {
    url,
    close,
    /** The number of refused requests. */
    conflicts: 0,
    /** If true, transactions count as in progress even after their answers, so that they overlap whatever their speed. */
    lasting: false,
    /** Runs work whose DynamoDB calls go through the proxy. Nothing else may use the stores meanwhile. */
    through: async <Result>(work: () => Promise<Result>): Promise<Result> => {
      const { hostname, port } = new URL(url);
      dynamo().middlewareStack.add(
        (next) => (args) => {
          Object.assign(args.request as object, { hostname, port: Number(port) });
          return next(args);
        },
        { step: 'finalizeRequest', priority: 'low', name: 'conflicts' },
      );
      try {
        return await work();
      } finally {
        dynamo().middlewareStack.remove('conflicts');
        busy.clear();
      }
    },
  };
  return proxy;
};
