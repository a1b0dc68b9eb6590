import { Duration } from 'aws-cdk-lib';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { MAILS_MS } from '../shared/serving/mails/times.ts';
import { queueName, SEND_MAILS } from './names.ts';
import type { Stage } from './stages.ts';
import { LEAST_AT_ONCE, type WorkQueues } from './work-queues.ts';

/** How long the function works on a message. */
export const SEND_MAILS_TIMEOUT = Duration.millis(MAILS_MS);
/** How often a message is given out before it is put aside: with the time between, for half an hour. */
const MOST_RECEIVES = 5;

/** The queue of mails that users have chosen. It is not that of webhooks: whose receivers are slow keeps no mail waiting. */
export class MailQueue extends Construct {
  readonly queue: Queue;

  constructor(
    scope: Construct,
    id: string,
    { stage, failed }: { stage: Stage } & Pick<WorkQueues, 'failed'>,
  ) {
    super(scope, id);
    this.queue = new Queue(this, 'Queue', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      queueName: queueName(stage, SEND_MAILS),
      // Six times the time of the function, as AWS asks for.
      visibilityTimeout: Duration.millis(6 * MAILS_MS),
      deadLetterQueue: { queue: failed, maxReceiveCount: MOST_RECEIVES },
    });
  }

  /** Lets the function work on it: two at a time, as SES lets an AWS account send 14 mails a second. */
  feed(sender: IFunction): void {
    sender.addEventSource(
      new SqsEventSource(this.queue, {
        batchSize: 1,
        maxConcurrency: LEAST_AT_ONCE,
        reportBatchItemFailures: true,
      }),
    );
  }
}
