/**
 * The handlers in a process of their own, which can be killed. It knows nothing of faults: those are in what it talks
 * to.
 */
// First, so that what is loaded after it reads this clock.

import { groups } from '../../functions/operations.ts';
import { dueHandler } from '../../shared/serving/later/due.ts';
import { realServices } from '../../shared/serving/services.ts';
import { startApi } from '../support/api-front.ts';
import { setShift } from './clock.ts';

/** What the parent says: how far the clock is moved, in milliseconds, or that it is time to look after what is due. */
export type ToService = { shift: number } | { due: true };

/** What is said to the parent: where the service is reached, or that nothing more is due for now. */
export type FromService = { origin: string } | { lookedAfter: true };

const services = { ...realServices, groups };
const lookAfterDue = dueHandler(services);
const say = (message: FromService) => process.send!(message);
process.on('message', (message: ToService) => {
  if ('shift' in message) setShift(message.shift);
  else
    lookAfterDue({}, { awsRequestId: 'due', getRemainingTimeInMillis: () => 60_000 }).finally(() =>
      say({ lookedAfter: true }),
    );
});
// Its parent is gone.
process.on('disconnect', () => process.exit());
const { origin } = await startApi(groups, services);
say({ origin });
