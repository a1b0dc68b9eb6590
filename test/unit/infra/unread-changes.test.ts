import { expect, test } from 'vitest';
import {
  functionIn,
  functions,
  gatewayOf,
  ofType,
  propertiesOf,
  resourcesOf,
  sandbox,
} from '../../support/infra/templates.ts';

/** The alarms on tables that are written to and whose changes are not read. */

const alarms = propertiesOf('CloudWatch::Alarm', sandbox);
const mappings = ofType('Lambda::EventSourceMapping', sandbox).filter(
  ([, { Properties }]) => functionIn(Properties.FunctionName) === functions.get('changes')!.id,
);

interface Query {
  Id: string;
  Expression?: string;
  ReturnData?: boolean;
  MetricStat?: {
    Metric: { MetricName: string; Namespace: string; Dimensions: [{ Name: string; Value: { Ref: string } }] };
    Period: number;
    Stat: string;
  };
}
const metricOf = ({ Metrics }: { Metrics: Query[] }, id: string) =>
  Metrics.find(({ Id }) => Id === id)!.MetricStat!;

test('each table whose stream is read has an alarm that compares its writes with the changes that its mapping has read', () => {
  const compared = alarms.map((alarm) => [
    metricOf(alarm, 'written').Metric.Dimensions[0].Value.Ref,
    metricOf(alarm, 'read').Metric.Dimensions[0].Value.Ref,
  ]);
  const wanted = mappings.map(([id, { Properties }]) => [
    Properties.EventSourceArn['Fn::GetAtt'][0] as string,
    id,
  ]);
  expect(wanted).toHaveLength(4);
  expect(compared.toSorted()).toEqual(wanted.toSorted());
});

test('the changes are counted before the filters of a mapping, so filtered changes raise no alarm', () => {
  for (const alarm of alarms) {
    expect(metricOf(alarm, 'read')).toMatchObject({
      Metric: { Namespace: 'AWS/Lambda', MetricName: 'PolledEventCount' },
      Stat: 'Sum',
    });
    expect(metricOf(alarm, 'written')).toMatchObject({
      Metric: { Namespace: 'AWS/DynamoDB', MetricName: 'ConsumedWriteCapacityUnits' },
      Stat: 'Sum',
    });
  }
  // Without it Lambda does not publish this metric.
  for (const [, { Properties }] of mappings)
    expect(Properties.MetricsConfig).toEqual({ Metrics: ['EventCount'] });
});

test('alarms on unread changes go to the topic of the gateway, and say where to read what to do', () => {
  const [[topic]] = ofType('SNS::Topic', sandbox) as [[string, unknown]];
  for (const { AlarmActions, AlarmDescription } of alarms) {
    expect(AlarmActions).toEqual([{ Ref: topic }]);
    expect(AlarmDescription).toBe('What to do: docs/operations.md, ChangesUnread');
  }
});

test('an emulator that accepts no alarm on two metrics has no alarm on unread changes', () => {
  const emulated = resourcesOf(gatewayOf({ emulator: 'true' }, ['reference']));
  expect(propertiesOf('CloudWatch::Alarm', emulated)).toEqual([]);
});

/** The values of half an hour: write units and read records, or no value, as for a stream that no longer exists. */
type HalfHour = { written?: number; read?: number };

/** Decides as CloudWatch does whether enough half-hours breach the threshold. The latest comes last. */
const rings = (
  alarm: {
    Metrics: Query[];
    EvaluationPeriods: number;
    DatapointsToAlarm: number;
    Threshold: number;
    TreatMissingData: string;
  },
  hours: HalfHour[],
): boolean => {
  const { Expression } = alarm.Metrics.find((one) => one.Expression)!;
  const [, least] = /^IF\(FILL\(written, 0\) >= (\d+) AND FILL\(read, 0\) == 0, 1, 0\)$/.exec(Expression!)!;
  const values = hours
    .slice(-alarm.EvaluationPeriods)
    .map(({ written, read }) =>
      written === undefined && read === undefined
        ? undefined
        : Number((written ?? 0) >= Number(least) && (read ?? 0) === 0),
    );
  const breaching = values.filter((value) =>
    value === undefined ? alarm.TreatMissingData === 'breaching' : value >= alarm.Threshold,
  );
  return breaching.length >= alarm.DatapointsToAlarm;
};

const QUIET: HalfHour = {};
const WELL: HalfHour = { written: 500, read: 60 };
const UNREAD: HalfHour = { written: 500, read: 0 };

test.each<[string, HalfHour[], boolean]>([
  ['records are read', [WELL, WELL, QUIET, WELL], false],
  ['nothing is written', [QUIET, QUIET, { read: 0 }, { read: 0 }], false],
  ['records are written, and none is read', [WELL, UNREAD, UNREAD], true],
  ['records are written to a stream that is gone', [WELL, { written: 500 }, { written: 500 }], true],
  ['a quiet stage writes every other hour, and none is read', [UNREAD, QUIET, QUIET, QUIET, UNREAD], true],
  ['what was written in the last second is read in the next half-hour', [UNREAD, WELL, QUIET], false],
  ['conditions that are not met make no record', Array(8).fill({ written: 19, read: 0 }), false],
  ['all was read again for four hours', [UNREAD, UNREAD, ...Array(8).fill(WELL)], false],
])('the alarm on unread changes rings, or does not, when %s', (_, hours, expected) => {
  for (const alarm of alarms) expect(rings(alarm as never, hours)).toBe(expected);
});
