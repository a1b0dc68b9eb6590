import { Duration } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { DELIVERIES_MS } from '../../functions/capabilities/webhooks/deliveries/outcome.ts';
import { FunctionQueue, type QueueProps } from './function-queue.ts';

/** Name of the function that sends events to webhooks, and of its queue. */
export const DELIVERIES = 'deliveries';

/** Timeout of the function. */
export const DELIVERIES_TIMEOUT = Duration.millis(DELIVERIES_MS);

/**
 * Queue of deliveries to webhooks. The function calls all receivers of a batch in parallel, two at a time of one
 * host.
 */
export class Deliveries extends FunctionQueue {
  constructor(scope: Construct, id: string, props: QueueProps) {
    super(scope, id, {
      ...props,
      name: DELIVERIES,
      milliseconds: DELIVERIES_MS,
      mostReceives: 3,
      batch: 10,
      atOnce: 20,
    });
  }
}
