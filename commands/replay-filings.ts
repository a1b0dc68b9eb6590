import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { paginateScan } from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { CHANGES, functionName } from '../infra/names.ts';
import { CommandError } from '../local/programs/command-error.ts';
import { dynamo } from '../shared/stores/dynamo/dynamo.ts';
import { filingsTable } from '../shared/stores/filings/filing-keys.ts';

/** Records of one call: Lambda takes 6 MB of input, and a row may have 20 kB. */
const AT_ONCE = 100;

/**
 * A stream record of a filing's end, for the function that reads streams. Its id is the filing's, so the same events
 * follow however often it is replayed.
 * @param row the filing's present head row
 */
const endOf = (row: Record<string, unknown>): DynamoDBRecord => {
  const { stated: _, ...before } = row;
  return {
    eventID: `replay-${row.id}-${row.state}`,
    eventName: 'MODIFY',
    eventSourceARN: `arn:aws:dynamodb:::table/${filingsTable()}/stream/replay`,
    dynamodb: {
      ApproximateCreationDateTime: Math.floor(Date.parse(String(row.endedAt)) / 1000),
      Keys: marshall({ pk: row.pk, sk: row.sk }) as never,
      OldImage: marshall({ ...before, state: 'committing' }) as never,
      NewImage: marshall(row) as never,
    },
  };
};

/**
 * Replays the filings that ended while their table's stream was not read, such as after a restore, so that their events and
 * obligations follow. Idempotent.
 * @param period ISO 8601 instants; `from` is included and `to` is not
 * @returns the number of filings that ended in it
 * @throws CommandError if the function that reads streams fails
 */
export const replayFilings = async (
  stage: string,
  { from, to }: { from: Date; to: Date },
): Promise<number> => {
  const client = new LambdaClient();
  const ended = { ':head': 'head', ':from': from.toISOString(), ':to': to.toISOString() };
  const pages = paginateScan(
    { client: dynamo() },
    {
      TableName: filingsTable(),
      ConsistentRead: true,
      FilterExpression: 'sk = :head AND endedAt >= :from AND endedAt < :to',
      ExpressionAttributeValues: ended,
    },
  );
  let replayed = 0;
  for await (const { Items = [] } of pages)
    for (let first = 0; first < Items.length; first += AT_ONCE) {
      const Records = Items.slice(first, first + AT_ONCE).map(endOf);
      const { FunctionError, Payload } = await client.send(
        new InvokeCommand({
          FunctionName: functionName({ name: stage }, CHANGES),
          Payload: JSON.stringify({ Records } satisfies DynamoDBStreamEvent),
        }),
      );
      if (FunctionError)
        throw new CommandError(
          `The function ${CHANGES} failed: ${Buffer.from(Payload ?? []).toString()}. Correct the cause and repeat the command.`,
        );
      replayed += Records.length;
    }
  return replayed;
};
