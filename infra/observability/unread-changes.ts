import { Duration } from 'aws-cdk-lib';
import {
  Alarm,
  ComparisonOperator,
  MathExpression,
  Metric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import type { EventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { alarmName } from '../names.ts';
import type { Stage } from '../stages.ts';

/** Its heading in `docs/operations.md`. */
export const CHANGES_UNREAD = 'ChangesUnread';

/** The tables whose changes are read: there is an alarm for each. */
export const READ_TABLES = ['filings', 'obligations', 'accounts', 'events'] as const;
export type ReadTable = (typeof READ_TABLES)[number];

/** A table, and what reads its stream. */
export interface ReadStream {
  table: ITable;
  mapping: EventSourceMapping;
}

const PERIOD = Duration.minutes(30);
/** Of so many half-hours, four hours in all, */
const PERIODS = 8;
/**
 * so many must have writes and no reads. Not one: what is written in the last second of a half-hour is read in the next. They
 * need not be in a row: a quiet stage does not write in each.
 */
const UNREAD_PERIODS = 2;
/**
 * Write units of a half-hour that are not taken for writes without a record: a condition that is not met, a check within a
 * transaction and an update that changes nothing use units, and the stream gets nothing of them. One filing uses more.
 */
const WRITE_UNITS = 20;

/**
 * Alarms on tables that are written to and whose stream nobody reads, as after a table was restored: its stream is another
 * one then, and Lambda waits at the one before without an error. They are in the stack of the gateway, and not with the
 * others: neither a table nor a mapping has a name that another stack could know.
 *
 * What counts as read is `PolledEventCount` of the mapping: records that Lambda has read, before the filters of the mapping.
 * `Invocations` of the function would be wrong in two ways. A table whose changes are all filtered out rightly makes no call;
 * and the function reads four tables, so calls for one would hide that another is not read. `IteratorAge` has no value where
 * nothing is read.
 */
export class UnreadChanges extends Construct {
  constructor(
    scope: Construct,
    id: string,
    { stage, topic, streams }: { stage: Stage; topic: ITopic; streams: Record<ReadTable, ReadStream> },
  ) {
    super(scope, id);
    const action = new SnsAction(topic);
    for (const of of READ_TABLES) {
      const { table, mapping } = streams[of];
      const alarm = new Alarm(this, of, {
        alarmName: alarmName(stage, CHANGES_UNREAD, of),
        alarmDescription: `What to do: docs/operations.md, ${CHANGES_UNREAD}`,
        metric: new MathExpression({
          // DynamoDB sends no value of zero, and of a stream that is gone there is none at all.
          expression: `IF(FILL(written, 0) >= ${WRITE_UNITS} AND FILL(read, 0) == 0, 1, 0)`,
          label: `${of} written and not read`,
          period: PERIOD,
          usingMetrics: {
            // Published for tables on demand, too.
            written: new Metric({
              namespace: 'AWS/DynamoDB',
              metricName: 'ConsumedWriteCapacityUnits',
              dimensionsMap: { TableName: table.tableName },
              statistic: 'Sum',
              period: PERIOD,
            }),
            read: new Metric({
              namespace: 'AWS/Lambda',
              metricName: 'PolledEventCount',
              dimensionsMap: { EventSourceMappingUUID: mapping.eventSourceMappingId },
              statistic: 'Sum',
              period: PERIOD,
            }),
          },
        }),
        threshold: 1,
        comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
        evaluationPeriods: PERIODS,
        datapointsToAlarm: UNREAD_PERIODS,
        // A stage on which nothing is written has no value of either.
        treatMissingData: TreatMissingData.NOT_BREACHING,
      });
      alarm.addAlarmAction(action);
    }
  }
}
