import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { dynamo } from '../../../shared/stores/dynamo/dynamo.ts';
import { filingsTable } from '../../../shared/stores/filings/filing-keys.ts';

/** Puts or deletes many rows of the table of filings, 25 in a batch. */
export const writeRows = async (writes: object[]): Promise<void> => {
  const batches = Array.from({ length: Math.ceil(writes.length / 25) }, (_, number) =>
    writes.slice(number * 25, (number + 1) * 25),
  ).values();
  const work = async () => {
    for (const batch of batches)
      await dynamo().send(new BatchWriteCommand({ RequestItems: { [filingsTable()]: batch as never } }));
  };
  await Promise.all(Array.from({ length: 4 }, work));
};
