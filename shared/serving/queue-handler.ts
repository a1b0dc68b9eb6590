import middy from '@middy/core';
import partialBatchFailure from '@middy/sqs-partial-batch-failure';
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';

/**
 * The handler of a function that takes messages of a queue. Failed messages come again, and go to the dead-letter
 * queue in the end; the others of their batch are done.
 * @param work does the work of the messages, and tells of each whether it failed
 * @param noteFailure logs a failure
 */
export const queueHandler = (
  work: (records: SQSRecord[]) => Promise<PromiseSettledResult<unknown>[]>,
  noteFailure: (error: Error, record: SQSRecord) => void,
) => {
  // No answer of middy's own, before all is known of each.
  const handle = middy<Pick<SQSEvent, 'Records'>>({ timeoutEarlyInMillis: 0 })
    .use(partialBatchFailure({ logger: noteFailure }))
    .handler(({ Records }) => work(Records));
  return (event: Pick<SQSEvent, 'Records'>): Promise<SQSBatchResponse> => handle(event, {} as Context);
};
