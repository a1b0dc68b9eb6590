import { Duration } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { DELIVERIES_MS } from '../../functions/webhooks/deliveries/outcome.ts';
import { FunctionQueue, type QueueProps } from './function-queue.ts';

/** Name of the function that sends events to webhooks, and of its queue. */
export const DELIVERIES = 'deliveries';

/** How long it works on a batch. */
export const DELIVERIES_TIMEOUT = Duration.millis(DELIVERIES_MS);

/** The queue of what is to be sent to webhooks. A process calls all receivers of a batch at once, of one host two. */
export class Deliveries extends FunctionQueue {
  constructor(scope: Construct, id: string, props: QueueProps) {
    super(scope, id, {
      ...props,
      ...{ name: DELIVERIES, milliseconds: DELIVERIES_MS },
      ...{ mostReceives: 3, batch: 10, atOnce: 20 },
    });
  }
}
