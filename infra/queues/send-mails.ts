import { Duration } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { MAILS_MS } from '../../functions/mails/hand-over.ts';
import { SEND_MAILS } from '../names.ts';
import { FunctionQueue, type QueueProps } from './function-queue.ts';
import { LEAST_AT_ONCE } from './work-queues.ts';

/** How long the function works on a message. */
export const SEND_MAILS_TIMEOUT = Duration.millis(MAILS_MS);

/** The queue of mails that users have chosen. It is not that of webhooks: whose receivers are slow keeps no mail waiting. */
export class MailQueue extends FunctionQueue {
  constructor(scope: Construct, id: string, props: QueueProps) {
    super(scope, id, {
      ...props,
      ...{ name: SEND_MAILS, milliseconds: MAILS_MS, batch: 1 },
      // With the time between, for half an hour.
      mostReceives: 5,
      // SES lets an AWS account send 14 mails a second.
      atOnce: LEAST_AT_ONCE,
    });
  }
}
