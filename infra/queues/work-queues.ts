import { Duration, Validations } from 'aws-cdk-lib';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { actsBeforeAuthorities } from '../../shared/derive/grants.ts';
import type { Group } from '../../shared/operation/operation.ts';
import { CONSUMER_MS } from '../../shared/serving/filing/times.ts';
import { FAILED, queueName } from '../names.ts';
import type { Stage } from '../stages.ts';

/** How long a function works on what is queued. */
export const CONSUMER_TIMEOUT = Duration.millis(CONSUMER_MS);
/** AWS asks for six times the function's time: then a message is not given out again while a function works on it. */
const VISIBILITY = Duration.millis(6 * CONSUMER_MS);
/** How often a message is given out before it is put aside. */
const MOST_RECEIVES = 3;
/** Messages of one queue that functions work on at the same time. */
const AT_ONCE = 50;
/** The fewest that SQS takes as a limit. */
export const LEAST_AT_ONCE = 2;

/** Groups whose operations a caller can ask to be made later. */
export const queuedGroups = (groups: Group[]): Group[] =>
  groups.filter((group) => !group.looksUpFilings && actsBeforeAuthorities(group));

const authoritiesOf = ({ operations }: Group) =>
  operations.flatMap((operation) => (operation.kind === 'resource' ? [] : operation.authority));

/** A queue for each group of operations that act before authorities, and one for messages that failed for good. */
export class WorkQueues extends Construct {
  /** Messages that failed for good. What became of their filings is in their records. */
  readonly failed: Queue;
  private readonly queues = new Map<string, Queue>();
  private readonly groups: Group[];

  constructor(scope: Construct, id: string, { stage, groups }: { stage: Stage; groups: Group[] }) {
    super(scope, id);
    const closed = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true };
    this.failed = new Queue(this, 'Failed', {
      ...closed,
      queueName: queueName(stage, FAILED),
      retentionPeriod: Duration.days(14),
    });
    Validations.of(this.failed).acknowledge({
      id: 'AwsSolutions-SQS3',
      reason: 'It is the dead-letter queue of the others.',
    });
    this.groups = queuedGroups(groups);
    for (const { name, prefix } of this.groups) {
      const queue = new Queue(this, name, {
        ...closed,
        queueName: queueName(stage, name),
        visibilityTimeout: VISIBILITY,
        deadLetterQueue: { queue: this.failed, maxReceiveCount: MOST_RECEIVES },
      });
      this.queues.set(prefix, queue);
    }
  }

  /** URL of each queue, by the prefix of its group. */
  get urls(): Record<string, string> {
    return Object.fromEntries([...this.queues].map(([prefix, { queueUrl }]) => [prefix, queueUrl]));
  }

  /**
   * ARNs of the queues to which a group sends, by its name: its own, and those of groups with the same authority, since the
   * filings of an account take turns before each authority. Of all queues for what has none of its own: the schedule, and the
   * group that cancels what others have queued.
   */
  arnsOf(name: string | undefined): string[] {
    const own = this.groups.find((group) => group.name === name);
    const authorities = own && authoritiesOf(own);
    return this.groups
      .filter((group) => !authorities || authoritiesOf(group).some((one) => authorities.includes(one)))
      .map(({ prefix }) => this.queues.get(prefix)!.queueArn);
  }

  /**
   * Lets a function work on the queue of a group: one message at a time, so that one that ends the function takes no
   * other with it.
   * @param reserved calls that the consumer may have at the same time. More messages than that are not given out: those that
   * a consumer has no room for count as tried, and three tries put a message aside
   */
  feed({ prefix }: Group, consumer: IFunction, reserved = AT_ONCE): void {
    consumer.addEventSource(
      new SqsEventSource(this.queues.get(prefix)!, {
        batchSize: 1,
        maxConcurrency: Math.min(AT_ONCE, reserved),
        reportBatchItemFailures: true,
      }),
    );
  }
}
