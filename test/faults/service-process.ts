/** The handlers in a separate process, which can be killed. It contains no faults; the proxies in front of it do. */
// The clock comes first, so that modules that are loaded later use it.

import type { SQSRecord } from 'aws-lambda';
import { lazyGroups } from '../../functions/groups.ts';
import { groups } from '../../functions/operations.ts';
import { realServices } from '../../functions/services.ts';
import { consumerHandler } from '../../shared/serving/later/consumer.ts';
import { dueHandler } from '../../shared/serving/later/due.ts';
import { startApi } from '../support/api-front.ts';
import { setShift } from './clock.ts';

/**
 * A message of the parent: the offset of the clock in milliseconds; a request to run the schedule; or a message of a queue,
 * with the prefix of its group.
 */
export type ToService = { shift: number } | { due: true } | { work: string; prefix: string };

/** A message to the parent: the address of the service; that the schedule has run; or the result of a queue's message. */
export type FromService = { origin: string } | { lookedAfter: true } | { hasFailed: boolean };

const services = { ...realServices, loadGroups: async () => lazyGroups };
const lookAfterDue = dueHandler(services);
const say = (message: FromService) => process.send!(message);
process.on('message', (message: ToService) => {
  if ('shift' in message) setShift(message.shift);
  else if ('work' in message) {
    const group = lazyGroups.find(({ prefix }) => prefix === message.prefix)!;
    const record = { messageId: message.work, body: message.work } as SQSRecord;
    void consumerHandler(
      group,
      services,
    )({ Records: [record] }).then(({ batchItemFailures }) =>
      say({ hasFailed: batchItemFailures.length > 0 }),
    );
  } else
    lookAfterDue({}, { awsRequestId: 'due', getRemainingTimeInMillis: () => 90_000 }).finally(() =>
      say({ lookedAfter: true }),
    );
});
// The parent process has ended.
process.on('disconnect', () => process.exit());
const { origin } = await startApi(groups, services);
say({ origin });
