import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Agent, request } from 'undici';
import { TABLES, type TableDefinition } from '../../../infra/tables.ts';
import { HOST, listen, shut } from '../../../sandbox/loopback.ts';
import { dynamo } from '../../../shared/stores/aws.ts';

type Values = Record<string, unknown>;

/** A write, alone or in a transaction, as it is sent. */
interface Sent {
  TableName: string;
  Key?: Values;
  Item?: Values;
}

const WRITES = ['PutItem', 'UpdateItem', 'DeleteItem'];

/** Names the item that is written, by the attributes of its key. */
const itemOf = ({ TableName, Key, Item }: Sent): string => {
  const tables: [string, TableDefinition][] = Object.entries(TABLES);
  const [, table] = tables.find(([variable]) => process.env[variable] === TableName)!;
  const { partitionKey, sortKey } = table;
  const values = Key ?? Item!;
  return JSON.stringify([TableName, values[partitionKey], sortKey && values[sortKey]]);
};

/**
 * Stands between the stores and the emulator's DynamoDB, and refuses what overlaps a transaction in progress, which AWS does
 * and the emulator does not: a transaction that has an item of the other one, with `TransactionCanceledException` and
 * `TransactionConflict` as the reason of this item; and a single write of such an item, with
 * `TransactionConflictException`. Single writes do not conflict with each other (DynamoDB Developer Guide, "Transaction
 * conflict handling").
 */
export const startConflictProxy = async (emulator: string) => {
  const agent = new Agent();
  const busy = new Set<string>();
  const proxy = {
    /** Requests that were refused. */
    conflicts: 0,
    /** Transactions count as in progress after their answers, too: whatever is fast, they all overlap. */
    lasting: false,
    /** Does work whose calls of DynamoDB go through the proxy. Nothing else may use the stores meanwhile. */
    through: async <Result>(work: () => Promise<Result>): Promise<Result> => {
      dynamo().middlewareStack.add(
        (next) => (args) => {
          Object.assign(args.request as object, { hostname: HOST, port });
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
    close: async () => {
      await Promise.all([shut(server), agent.destroy()]);
    },
  };

  const refuse = (outgoing: ServerResponse, type: string, more: object = {}) => {
    proxy.conflicts++;
    const body = { __type: `com.amazonaws.dynamodb.v20120810#${type}`, message: 'Conflict', ...more };
    outgoing.writeHead(400, { 'content-type': 'application/x-amz-json-1.0' }).end(JSON.stringify(body));
  };

  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
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
      const { connection: _, ...headers } = incoming.headers;
      const method = incoming.method as 'POST';
      const there = await request(emulator + incoming.url, { method, headers, body, dispatcher: agent });
      const bytes = Buffer.from(await there.body.arrayBuffer());
      outgoing.writeHead(there.statusCode, there.headers as Record<string, string>).end(bytes);
    } finally {
      if (!proxy.lasting) for (const item of items) busy.delete(item);
    }
  };
  const server = createServer((incoming, outgoing) => {
    answer(incoming, outgoing).catch(() => outgoing.destroy());
  });
  const port = await listen(server);
  return proxy;
};
