import { Duration } from 'aws-cdk-lib';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { DELIVERIES_MS } from '../shared/serving/deliveries/times.ts';
import { queueName } from './names.ts';
import type { Stage } from './stages.ts';
import type { WorkQueues } from './work-queues.ts';

/** Name of the function that sends events to webhooks, and of its queue. */
export const DELIVERIES = 'deliveries';

/** How long it works on a batch. */
export const DELIVERIES_TIMEOUT = Duration.millis(DELIVERIES_MS);
/** How often a message is given out before it is put aside. */
const MOST_RECEIVES = 3;
/** Messages that a process gets at a time: it calls all their receivers at the same time, of one host two. */
const BATCH = 10;
/** Processes at a time. */
const AT_ONCE = 20;

/** The queue of what is to be sent to webhooks. */
export class Deliveries extends Construct {
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
      queueName: queueName(stage, DELIVERIES),
      // Six times the time of the function, as AWS asks for.
      visibilityTimeout: Duration.millis(6 * DELIVERIES_MS),
      deadLetterQueue: { queue: failed, maxReceiveCount: MOST_RECEIVES },
    });
  }

  /** Lets the function work on it. @param reserved calls that it may have at the same time */
  feed(sender: IFunction, reserved = AT_ONCE): void {
    sender.addEventSource(
      new SqsEventSource(this.queue, {
        batchSize: BATCH,
        maxConcurrency: Math.min(AT_ONCE, reserved),
        reportBatchItemFailures: true,
      }),
    );
  }
}
