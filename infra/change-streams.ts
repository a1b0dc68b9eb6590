import { Duration, Stack, Validations } from 'aws-cdk-lib';
import type { CfnTable } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import {
  EventSourceMapping,
  FilterCriteria,
  type IFunction,
  MetricType,
  StartingPosition,
} from 'aws-cdk-lib/aws-lambda';
import { SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { capabilityRows } from './capabilities.ts';
import type { ReadRows } from './deployment.ts';
import { LOST_CHANGES, queueName } from './names.ts';
import { READ_TABLES, type ReadStream, type ReadTable } from './observability/unread-changes.ts';
import type { Stage } from './stages.ts';
import type { Storage } from './storage.ts';

/** Largest number of records of one invocation. A record has some 250 bytes to 20 kB; a batch has 6 MB at most. */
const BATCH = 200;

/** States of a filing from which events follow: the final ones, and `unknown`. */
const ENDED = ['accepted', 'refused', 'unknown', 'ended', 'answered', 'failed'];

/** Rows of the gateway whose changes are read: filings, users and certificates. */
const OF_GATEWAY: Partial<Record<ReadTable, ReadRows>> = {
  filings: { newImages: [{ sk: { S: ['head'] }, state: { S: ENDED } }] },
  accounts: { sortKeys: ['user', { prefix: 'certificate#' }] },
};

/**
 * The filters of a table's stream: rows of the gateway, then those of capabilities. Sort keys are in one filter, because a
 * stream has at most five.
 */
const filtersOf = (table: ReadTable): object[] => {
  const rows = [...(OF_GATEWAY[table] ? [OF_GATEWAY[table]] : []), ...capabilityRows(table)];
  const sortKeys = rows.flatMap((read) => read.sortKeys ?? []);
  const newImages = rows.flatMap((read) => read.newImages ?? []);
  return [
    ...newImages.map((NewImage) => ({ NewImage })),
    ...(sortKeys.length > 0 ? [{ Keys: { sk: { S: sortKeys } } }] : []),
  ];
};

/**
 * Lets a function read the streams of tables. Lambda halves a batch that fails and retries until its records are 23
 * hours old, an hour before the stream drops them. Then it sends their position to a queue that has an alarm.
 */
export class ChangeStreams extends Construct {
  /** Each table with the event source that reads its stream. */
  readonly streams: Record<ReadTable, ReadStream>;

  constructor(
    scope: Construct,
    id: string,
    { stage, storage, reader }: { stage: Stage; storage: Storage; reader: IFunction },
  ) {
    super(scope, id);
    const lost = new Queue(this, 'Lost', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      queueName: queueName(stage, LOST_CHANGES),
      retentionPeriod: Duration.days(14),
    });
    Validations.of(lost).acknowledge({
      id: 'AwsSolutions-SQS3',
      reason: 'It is where failures go.',
    });
    const read = READ_TABLES.map((name) => {
      const table = storage[name];
      // Not `DynamoEventSource`, which would let the role use the key of tables for anything.
      reader.addToRolePolicy(
        new PolicyStatement({
          actions: ['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'],
          // A restored table has a new stream, which the stage then names.
          resources: [`${table.tableArn}/stream/*`],
        }),
      );
      const mapping = new EventSourceMapping(this, name, {
        target: reader,
        eventSourceArn: stage.streams[name] ?? table.tableStreamArn!,
        startingPosition: StartingPosition.TRIM_HORIZON,
        batchSize: BATCH,
        bisectBatchOnError: true,
        // DynamoDB drops a record after 24 hours. Records that Lambda has not given up by then are lost silently.
        maxRecordAge: Duration.hours(23),
        onFailure: new SqsDlq(lost),
        filters: filtersOf(name).map((dynamodb) => FilterCriteria.filter({ dynamodb })),
        // The number of polled records, which an alarm compares with the writes (`observability/unread-changes.ts`).
        metricsConfig: { metrics: [MetricType.EVENT_COUNT] },
      });
      return [name, { table, mapping }];
    });
    this.streams = Object.fromEntries(read);
    Validations.of(reader.role!).acknowledge(
      ...READ_TABLES.map((name) => {
        const { node } = storage[name];
        const id = Stack.of(this).getLogicalId(node.defaultChild as CfnTable);
        return {
          id: `AwsSolutions-IAM5[Resource::<${id}.Arn>/stream/*]`,
          reason: 'The stream of a table that was restored has another name, and one table has one stream.',
        };
      }),
      {
        id: 'AwsSolutions-IAM5[Resource::*]',
        reason: 'Streams are listed without a resource: the action supports none.',
      },
    );
    reader.addToRolePolicy(new PolicyStatement({ actions: ['dynamodb:ListStreams'], resources: ['*'] }));
  }
}
