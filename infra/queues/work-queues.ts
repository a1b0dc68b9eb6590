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

/** Timeout of a consumer. */
export const CONSUMER_TIMEOUT = Duration.millis(CONSUMER_MS);
/**
 * Visibility timeout: six times the function's, as AWS recommends, so that SQS does not hand out a message twice at
 * once.
 */
const VISIBILITY = Duration.millis(6 * CONSUMER_MS);
/** Number of receives after which a message goes to the dead-letter queue. */
const MOST_RECEIVES = 3;
/** Largest number of messages of one queue that are worked on at the same time. */
const AT_ONCE = 50;

/** Groups whose operations accept `Prefer: respond-async`. */
export const queuedGroups = (groups: Group[]): Group[] =>
  groups.filter((group) => !group.looksUpFilings && actsBeforeAuthorities(group));

const authoritiesOf = ({ operations }: Group) =>
  operations.flatMap((operation) => (operation.kind === 'resource' ? [] : operation.authority));

/** A queue for each group that acts before authorities, and a dead-letter queue for all. */
export class WorkQueues extends Construct {
  /** The dead-letter queue. The filings' records show how these filings ended. */
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
   * ARNs of the queues that a group sends to: its own, and the queues of groups with the same authority, because an
   * account's filings take turns before each authority. Functions without a queue of their own, such as the schedule,
   * send to all.
   */
  arnsOf(name: string | undefined): string[] {
    const own = this.groups.find((group) => group.name === name);
    const authorities = own && authoritiesOf(own);
    return this.groups
      .filter((group) => !authorities || authoritiesOf(group).some((one) => authorities.includes(one)))
      .map(({ prefix }) => this.queues.get(prefix)!.queueArn);
  }

  /**
   * Lets a consumer work off the queue of a group, one message at a time, so that a crash affects no other message.
   * @param reserved the consumer's reserved concurrency. SQS hands out no more messages than that: a throttled
   * message would count as received, and after three receives go to the dead-letter queue
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
