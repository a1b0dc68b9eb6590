import { Duration } from 'aws-cdk-lib';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { queueName } from '../names.ts';
import type { Stage } from '../stages.ts';
import type { WorkQueues } from './work-queues.ts';

/** What each queue of a stage is made with. */
export interface QueueProps extends Pick<WorkQueues, 'failed'> {
  stage: Stage;
}

interface FunctionQueueProps extends QueueProps {
  /** Name of the function, and of its queue. */
  name: string;
  /** How long the function works on a batch, in milliseconds. */
  milliseconds: number;
  /** How often a message is given out before it is put aside. */
  mostReceives: number;
  /** Messages that a process gets at a time. */
  batch: number;
  /** Processes at a time. */
  atOnce: number;
}

/** A queue that one function works on. */
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

  /** Lets the function work on it. @param reserved calls that it may have at the same time */
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
