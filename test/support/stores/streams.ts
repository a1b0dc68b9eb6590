import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  ListStreamsCommand,
} from '@aws-sdk/client-dynamodb-streams';
import type { DynamoDBRecord } from 'aws-lambda';
import { changesHandler } from '../../../functions/capabilities/events/changes.ts';
import { loadFollows } from '../../../functions/hooks.ts';
import { setting } from '../../../shared/kernel/config.ts';
import type { Services } from '../../../shared/serving/services.ts';
import { asFunction } from '../iam/recorder.ts';

/** Tables whose changes are read. */
type Streamed = 'ACCOUNTS_TABLE' | 'FILINGS_TABLE' | 'OBLIGATIONS_TABLE' | 'EVENTS_TABLE';

/** Reads the stream of a table at the emulator, from now on. */
const openStream = async (table: Streamed) => {
  const client = new DynamoDBStreamsClient();
  const { Streams = [] } = await client.send(new ListStreamsCommand({ TableName: setting(table) }));
  const StreamArn = Streams[0]!.StreamArn!;
  const { StreamDescription } = await client.send(new DescribeStreamCommand({ StreamArn }));
  const iterators = await Promise.all(
    (StreamDescription?.Shards ?? []).map(async ({ ShardId }) => {
      const command = new GetShardIteratorCommand({ StreamArn, ShardId, ShardIteratorType: 'LATEST' });
      return (await client.send(command)).ShardIterator;
    }),
  );
  /** Returns all records since the last call, in the form in which Lambda passes them. */
  return async (): Promise<DynamoDBRecord[]> => {
    const found: DynamoDBRecord[] = [];
    for (const [place, iterator] of iterators.entries())
      for (let ShardIterator = iterator; ShardIterator; ) {
        const { Records = [], NextShardIterator } = await client.send(
          new GetRecordsCommand({ ShardIterator }),
        );
        iterators[place] = NextShardIterator;
        found.push(
          ...Records.map(({ dynamodb, ...record }) => ({
            ...(record as DynamoDBRecord),
            dynamodb: {
              ...(dynamodb as DynamoDBRecord['dynamodb']),
              ApproximateCreationDateTime: Number(dynamodb?.ApproximateCreationDateTime) / 1000,
            },
            eventSourceARN: StreamArn,
          })),
        );
        ShardIterator = Records.length > 0 ? NextShardIterator : undefined;
      }
    return found;
  };
};

/** `changesHandler`; its AWS calls are recorded as its function's. */
export const changesOf = (services: Services) => {
  const handler = changesHandler(services, loadFollows);
  return (Records: DynamoDBRecord[]) => asFunction('changes', () => handler({ Records }));
};

/**
 * Follows the streams of tables from now on. Each call of the returned function gives all records since the previous
 * call to the stream handler in one batch, as the event source does.
 * @param isOwn texts in this file's rows, such as its account's id, because the tables have other files' rows
 */
export const followChanges = async (
  services: Services,
  { isOwn, tables = ['ACCOUNTS_TABLE', 'FILINGS_TABLE'] }: { isOwn: () => string[]; tables?: Streamed[] },
) => {
  const reads = await Promise.all(tables.map(openStream));
  const handle = changesOf(services);
  const read = async (): Promise<DynamoDBRecord[]> => {
    const all = (await Promise.all(reads.map((one) => one()))).flat();
    return all.filter((record) => isOwn().some((text) => JSON.stringify(record).includes(text)));
  };
  return {
    /** Returns the records since the last call, in order. */
    read,
    /** Passes records to the function. */
    handle,
    /** Reads the records since the last call, and passes them to the function. */
    catchUp: async () => {
      const records = await read();
      if (records.length > 0) await handle(records);
      return records;
    },
  };
};
