/**
 * The handlers in a process of their own, which can be killed. It knows nothing of faults: those are in what it talks
 * to.
 */
// First, so that what is loaded after it reads this clock.

import type { SQSRecord } from 'aws-lambda';
import { lazyGroups } from '../../functions/groups.ts';
import { groups } from '../../functions/operations.ts';
import { realServices } from '../../functions/services.ts';
import { consumerHandler } from '../../shared/serving/later/consumer.ts';
import { dueHandler } from '../../shared/serving/later/due.ts';
import { startApi } from '../support/api-front.ts';
import { setShift } from './clock.ts';

/**
 * What the parent says: how far the clock is moved, in milliseconds; that it is time to look after what is due; or a
 * message of a queue, with the prefix of its group.
 */
export type ToService = { shift: number } | { due: true } | { work: string; prefix: string };

/** What is said to the parent: where the service is reached, that nothing more is due for now, or what became of a message. */
export type FromService = { origin: string } | { lookedAfter: true } | { hasFailed: boolean };

const services = { ...realServices, groups: lazyGroups };
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
// Its parent is gone.
process.on('disconnect', () => process.exit());
const { origin } = await startApi(groups, services);
say({ origin });
