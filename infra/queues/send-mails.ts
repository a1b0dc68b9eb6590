import { Duration } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { MAILS_MS } from '../../functions/capabilities/mails/hand-over.ts';
import { SEND_MAILS } from '../names.ts';
import { FunctionQueue, type QueueProps } from './function-queue.ts';
import { LEAST_AT_ONCE } from './work-queues.ts';

/** Timeout of the function. */
export const SEND_MAILS_TIMEOUT = Duration.millis(MAILS_MS);

/**
 * Queue of the mails that users subscribed to. It is separate from webhooks, so that a slow receiver delays no mail.
 */
export class MailQueue extends FunctionQueue {
  constructor(scope: Construct, id: string, props: QueueProps) {
    super(scope, id, {
      ...props,
      name: SEND_MAILS,
      milliseconds: MAILS_MS,
      batch: 1,
      // Together with the visibility timeout, retries last half an hour.
      mostReceives: 5,
      // SES allows an AWS account 14 mails a second.
      atOnce: LEAST_AT_ONCE,
    });
  }
}
