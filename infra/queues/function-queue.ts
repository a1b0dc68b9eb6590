import { Duration } from 'aws-cdk-lib';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { queueName } from '../names.ts';
import type { Stage } from '../stages.ts';
import type { WorkQueues } from './work-queues.ts';

/** Smallest maximum concurrency that SQS accepts. */
export const LEAST_AT_ONCE = 2;

/** Properties of every queue of a stage. */
export interface QueueProps extends Pick<WorkQueues, 'failed'> {
  stage: Stage;
}

export interface FunctionQueueProps extends QueueProps {
  /** Name of the function and of its queue. */
  name: string;
  /** Timeout of the function, in milliseconds. */
  milliseconds: number;
  /** Number of receives after which a message goes to the dead-letter queue. */
  mostReceives: number;
  /** Largest number of messages of one invocation. */
  batch: number;
  /** Largest number of concurrent invocations. */
  atOnce: number;
}

/** A queue that triggers one function. */
export class FunctionQueue extends Construct {
  readonly queue: Queue;
  private readonly props: FunctionQueueProps;

  constructor(scope: Construct, id: string, props: FunctionQueueProps) {
    super(scope, id);
    this.props = props;
    const { stage, failed, name, milliseconds, mostReceives } = props;
    this.queue = new Queue(this, 'Queue', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      queueName: queueName(stage, name),
      // Six times the time of the function, as AWS asks for.
      visibilityTimeout: Duration.millis(6 * milliseconds),
      deadLetterQueue: { queue: failed, maxReceiveCount: mostReceives },
    });
  }

  /**
   * Lets the function consume the queue.
   * @param reserved the function's reserved concurrency
   */
  feed(worker: IFunction, reserved = this.props.atOnce): void {
    worker.addEventSource(
      new SqsEventSource(this.queue, {
        batchSize: this.props.batch,
        maxConcurrency: Math.min(this.props.atOnce, reserved),
        reportBatchItemFailures: true,
      }),
    );
  }
}
