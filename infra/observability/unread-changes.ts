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

/** Name of the alarm, and of its runbook in `docs/operations.md`. */
export const CHANGES_UNREAD = 'ChangesUnread';

/** Tables whose stream is read; each has an alarm. */
export const READ_TABLES = ['filings', 'obligations', 'accounts', 'events'] as const;
export type ReadTable = (typeof READ_TABLES)[number];

/** A table and the event source that reads its stream. */
export interface ReadStream {
  table: ITable;
  mapping: EventSourceMapping;
}

const PERIOD = Duration.minutes(30);
/** Half-hours that the alarm evaluates: four hours. */
const PERIODS = 8;
/**
 * Half-hours among them that must have writes and no reads. Two, because a write in the last second of a half-hour is
 * read in the next one. They need not be consecutive: a quiet stage does not write in each.
 */
const UNREAD_PERIODS = 2;
/**
 * Write units in a half-hour that may have made no stream record. Failed conditions, condition checks in a
 * transaction and updates that change nothing use units without a record. One filing uses more.
 */
const WRITE_UNITS = 20;

/**
 * Alarms on tables that are written to although their stream is not read. That happens after a table is restored: it has a new
 * stream, and Lambda polls the old one without an error. The alarms belong to the gateway's stack, because tables and event
 * sources have no fixed names that another stack could use.
 *
 * Reads are measured by the event source's `PolledEventCount`, which counts records before its filters. `Invocations` would be
 * wrong in two ways: a table whose changes are all filtered out makes no call, and calls for one of the four tables would hide
 * that another one is not read. `IteratorAge` has no value if nothing is read.
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
          // DynamoDB publishes no zero, and a stream that is gone has no metric at all.
          expression: `IF(FILL(written, 0) >= ${WRITE_UNITS} AND FILL(read, 0) == 0, 1, 0)`,
          label: `${of} written and not read`,
          period: PERIOD,
          usingMetrics: {
            // Also published for on-demand tables.
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
        // Both metrics are missing on a stage without writes.
        treatMissingData: TreatMissingData.NOT_BREACHING,
      });
      alarm.addAlarmAction(action);
    }
  }
}
