import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { alarmsOf } from '../../../infra/observability/alarms.ts';
import { groupsOf } from '../../../reference/groups.ts';
import { AUTHORITY_LABEL } from '../../../shared/kernel/authority-errors.ts';
import { combinationsOf, METRICS, type MetricName, NAMESPACE } from '../../../shared/metrics/list.ts';
import { evaluated } from '../../support/infra/expressions.ts';
import {
  functionNames,
  observabilities,
  ofType,
  production,
  propertiesOf,
  resourcesOf,
  sandbox,
  stageOf,
} from '../../support/infra/templates.ts';

/** Dashboard and alarms, compared with the list of metrics, the resources that they watch, and the operator's runbooks. */

const resources = resourcesOf(observabilities.sandbox);
const OPERATIONS = readFileSync(join(import.meta.dirname, '../../../docs/operations.md'), 'utf8');

type Dimensions = Record<string, string>;
interface Shown {
  namespace: string;
  name: string;
  dimensions: Dimensions;
}

/** A text of a template with an example in place of the region. */
const textOf = (value: string | { 'Fn::Join': [string, (string | object)[]] }): string =>
  typeof value === 'string'
    ? value
    : value['Fn::Join'][1].map((part) => (typeof part === 'string' ? part : 'eu-south-2')).join('');

/** Metrics of a widget, as the console draws them. */
const metricsOf = (widget: { properties: { metrics?: unknown[][] } }): Shown[] =>
  (widget.properties.metrics ?? []).map(([namespace, name, ...rest]) => {
    const pairs = rest.filter((part) => typeof part === 'string');
    const dimensions = Object.fromEntries(
      Array.from({ length: pairs.length / 2 }, (_, index) => [pairs[2 * index], pairs[2 * index + 1]]),
    );
    return { namespace, name, dimensions } as Shown;
  });

const [board] = propertiesOf('CloudWatch::Dashboard', resources);
const { widgets } = JSON.parse(textOf(board.DashboardBody));
const shown: Shown[] = widgets.flatMap(metricsOf);

interface AlarmProperties {
  AlarmName: string;
  AlarmDescription: string;
  /** For an alarm on several metrics instead of one. */
  Metrics?: { Expression?: string; Id: string; MetricStat?: { Metric: Omit<AlarmProperties, 'Metrics'> } }[];
  Namespace: string;
  MetricName: string;
  Dimensions?: { Name: string; Value: string }[];
}
const alarms: AlarmProperties[] = propertiesOf('CloudWatch::Alarm', resources);
/** Alarms of the gateway's stack. Alarms on unread changes are tested in `unread-changes.test.ts`. */
const ofGateway: AlarmProperties[] = propertiesOf('CloudWatch::Alarm', sandbox);
const alarmed = alarms
  .flatMap((alarm) => alarm.Metrics?.flatMap(({ MetricStat }) => MetricStat?.Metric ?? []) ?? [alarm])
  .map(
    ({ Namespace, MetricName, Dimensions }): Shown => ({
      namespace: Namespace,
      name: MetricName,
      dimensions: Object.fromEntries((Dimensions ?? []).map(({ Name, Value }) => [Name, Value])),
    }),
  );

/** Names of the gateway's resources, by the dimension that uses them. */
const NAMED: Record<string, string[]> = {
  FunctionName: propertiesOf('Lambda::Function', sandbox).map(({ FunctionName }) => FunctionName),
  QueueName: propertiesOf('SQS::Queue', sandbox).map(({ QueueName }) => QueueName),
  ApiName: propertiesOf('ApiGateway::RestApi', sandbox).map(({ Name }) => Name),
};

/** Whether the resource to which a metric refers exists. */
const isThere = ({ namespace, name, dimensions }: Shown): boolean => {
  if (namespace === 'AWS/Billing') return dimensions.Currency === 'USD';
  if (namespace.startsWith('AWS/'))
    return Object.entries(dimensions).every(([dimension, value]) => NAMED[dimension]?.includes(value));
  const { service, ...values } = dimensions;
  return (
    namespace === NAMESPACE &&
    service === 'pasarela-sandbox' &&
    name in METRICS &&
    combinationsOf(name as MetricName).some(
      (combination) => JSON.stringify(combination) === JSON.stringify(values),
    )
  );
};

describe('the dashboard of a stage', () => {
  test.each(Object.keys(METRICS) as MetricName[])(
    'the dashboard shows %s with all values of its dimensions',
    (name) => {
      const ofName = shown.filter((one) => one.name === name).map(({ dimensions }) => dimensions);
      for (const combination of combinationsOf(name))
        expect(ofName).toContainEqual({ service: 'pasarela-sandbox', ...combination });
    },
  );

  test('the dashboard shows no metric that does not exist', () => {
    expect(shown.length).toBeGreaterThan(50);
    expect(shown.filter((one) => !isThere(one))).toEqual([]);
  });

  test('the dashboard has one row for each question, and each row is full', () => {
    const questions = widgets.flatMap(
      ({ type, properties }: { type: string; properties: { markdown: string } }) =>
        type === 'text' ? [properties.markdown] : [],
    );
    expect(questions).toEqual([
      '## Does each authority answer?',
      '## How long does it take?',
      '## What was filed?',
      '## What is unknown?',
      '## Do we work?',
      '## What does it cost?',
    ]);
    const rows = Map.groupBy(widgets as { y: number; width: number }[], ({ y }) => y);
    for (const row of rows.values()) expect(row.reduce((sum, { width }) => sum + width, 0)).toBe(24);
  });

  test('the dashboard shows the state of every alarm', () => {
    const status = widgets.find(({ type }: { type: string }) => type === 'alarm');
    expect(status.properties.alarms).toHaveLength(alarms.length + ofGateway.length);
  });
});

describe('the alarms of a stage', () => {
  test('each alarm is on metrics that exist and that the dashboard shows', () => {
    expect(alarmed.filter((one) => !isThere(one))).toEqual([]);
    for (const one of alarmed) expect(shown).toContainEqual(one);
  });

  test('each alarm names its subject, and what to read', () => {
    for (const { AlarmName, AlarmDescription } of alarms) {
      const kind = AlarmName.replace('pasarela-sandbox-', '').split('-')[0];
      expect(AlarmDescription).toBe(`What to do: docs/operations.md, ${kind}`);
    }
    expect(new Set(alarms.map(({ AlarmName }) => AlarmName)).size).toBe(alarms.length);
  });

  const kinds = [
    ...new Set([...alarms, ...ofGateway].map(({ AlarmDescription }) => AlarmDescription.split(', ')[1]!)),
  ];
  const sections = OPERATIONS.split('\n## Alarms\n')[1]!.split('\n## ')[0]!.split('\n### ').slice(1);

  test('each alarm has its heading for operators, and each heading has its alarm', () => {
    expect(sections.map((section) => /^`(\w+)`\n/.exec(section)?.[1]).sort()).toEqual(kinds.toSorted());
  });

  test.each(kinds)(
    'the alarm %s has its lines for operators: what it means, where to look, what to do',
    (kind) => {
      const section = sections.find((one) => one.startsWith(`\`${kind}\`\n`));
      const lines =
        section
          ?.trim()
          .split(/\n+(?=- )/)
          .slice(1) ?? [];
      expect(lines.map((line) => /^- \*\*(\w+)\*\*.*: \S/s.exec(line)?.[1])).toEqual(['Means', 'Look', 'Do']);
    },
  );

  test('no alarm rings for an authority that is slow or refuses, as long as it answers any call', () => {
    const ofExchanges = alarms.filter(({ MetricName }) => MetricName === 'Exchanges');
    expect(ofExchanges.map(({ AlarmName }) => AlarmName.split('-')[2])).toEqual(
      Object.keys(AUTHORITY_LABEL).map(() => 'UnreadableAnswers'),
    );
    const others = alarmed.map(({ name }) => name);
    expect(others).not.toContain('5XXError');
    expect(others).not.toContain('BreakerOpened');
  });

  test('the alarms watch each function, each queue and everything that failed for good', () => {
    const of = (name: string, dimension: string) =>
      alarmed.filter((one) => one.name === name).map(({ dimensions }) => dimensions[dimension]);
    const wanted = functionNames.map((name) => `pasarela-sandbox-${name}`).sort();
    expect(of('Errors', 'FunctionName').sort()).toEqual(wanted);
    // Its runbook looks at the AWS account, so one alarm counts the throttles of all functions.
    expect(alarmed.filter(({ name }) => name === 'Throttles').map(({ dimensions }) => dimensions)).toEqual([
      {},
    ]);
    const watched = [
      ...of('ApproximateAgeOfOldestMessage', 'QueueName'),
      ...of('ApproximateNumberOfMessagesVisible', 'QueueName'),
    ];
    expect(watched.sort()).toEqual(NAMED.QueueName!.toSorted());
  });

  test('the alarms go to the topic of the gateway', () => {
    const [{ TopicName }] = propertiesOf('SNS::Topic', sandbox);
    for (const [, { Properties }] of ofType('CloudWatch::Alarm', resources)) {
      const [action, ...more] = Properties.AlarmActions;
      expect(more).toEqual([]);
      expect(action['Fn::Join'][1].at(-1)).toBe(`:${TopicName}`);
    }
  });
});

/** Values of the periods that raise each alarm, and values that do not raise it yet. */
const CONDITIONS: Record<string, { met: number[]; notYet: number[] }> = {
  Defects: { met: [1], notYet: [] },
  UnknownGivenUp: { met: [1], notYet: [] },
  OldestUnknown: { met: [0, 86_400, 30], notYet: [86_399] },
  UnknownGrowing: { met: [1, 1, 1, 1, 1], notYet: [1, 1, 1, 1] },
  // Zero is a value too: the schedule ran.
  ScheduleStopped: { met: [], notYet: [0] },
  // Each run gives a value, zero if all was well. No value means that the canary does not run.
  CanaryFailed: { met: [1], notYet: [0] },
  FailedWork: { met: [1], notYet: [0] },
  ChangesBehind: { met: [0, 900_000], notYet: [899_999] },
  LostChanges: { met: [1], notYet: [0] },
  QueueAge: { met: [20, 600], notYet: [599, 1] },
  // Its messages may be delayed by a quarter of an hour.
  'QueueAge-send-mails': { met: [20, 1800], notYet: [1799, 1] },
  'QueueAge-deliveries': { met: [20, 1_800], notYet: [1_799, 1] },
  UnreadableAnswers: { met: [1, 1, 1], notYet: [1, 1] },
  SignInsBlocked: { met: Array(100).fill(1), notYet: Array(99).fill(1) },
  FunctionErrors: { met: [1], notYet: [0, 0] },
  FunctionThrottles: { met: [1], notYet: [0, 0] },
};

interface Condition {
  AlarmName: string;
  Statistic: string;
  Threshold: number;
  ComparisonOperator: string;
  TreatMissingData: string;
}

/** Decides as CloudWatch does on the values of a period. */
const isMet = (
  { Statistic, Threshold, ComparisonOperator, TreatMissingData }: Condition,
  values: number[],
) => {
  if (values.length === 0) return TreatMissingData === 'breaching';
  const value = {
    Sum: values.reduce((sum, one) => sum + one, 0),
    Maximum: Math.max(...values),
    SampleCount: values.length,
  }[Statistic]!;
  return ComparisonOperator === 'LessThanThreshold' ? value < Threshold : value >= Threshold;
};

test.each(
  propertiesOf('CloudWatch::Alarm', resources)
    .filter(({ Metrics }) => !Metrics)
    .map((alarm) => [alarm.AlarmName, alarm] as const),
)('the alarm %s is raised by its cause, and by nothing less', (name, alarm) => {
  const kind: string = name.replace('pasarela-sandbox-', '');
  const { met, notYet } = CONDITIONS[kind] ?? CONDITIONS[kind.split('-')[0]!]!;
  expect([isMet(alarm, met), isMet(alarm, notYet)]).toEqual([true, false]);
});

describe('an authority that no call reaches', () => {
  const of = (stage: keyof typeof observabilities) =>
    propertiesOf('CloudWatch::Alarm', resourcesOf(observabilities[stage])).filter(({ AlarmName }) =>
      AlarmName.includes('-AuthorityUnreachable-'),
    );

  test('the authority has an alarm of its own, after 15 minutes without a single answer', () => {
    expect(of('production').map(({ AlarmName }) => AlarmName.split('-').at(-1))).toEqual(
      Object.keys(AUTHORITY_LABEL),
    );
    for (const { Threshold, EvaluationPeriods, Metrics, TreatMissingData } of of('sandbox')) {
      expect({ Threshold, EvaluationPeriods, TreatMissingData }).toEqual({
        Threshold: 5,
        EvaluationPeriods: 1,
        TreatMissingData: 'notBreaching',
      });
      for (const { MetricStat } of Metrics.filter((one: object) => 'MetricStat' in one))
        expect(MetricStat).toMatchObject({ Period: 900, Stat: 'Sum' });
    }
  });

  test('the alarm counts unanswered calls, and nothing after any answer', () => {
    const [{ Metrics }] = of('sandbox');
    const { Expression } = Metrics.find((one: object) => 'Expression' in one);
    const counted = (values: Record<string, number>) => evaluated(Expression, values);
    expect(counted({ down: 3, slow: 2 })).toBe(5);
    expect(counted({ down: 40 })).toBe(40);
    expect(counted({ down: 40, answered: 1 })).toBe(0);
    expect(counted({ slow: 9, unreadable: 1 })).toBe(0);
    expect(counted({})).toBe(0);
  });
});

test('a stage can set the number from which an alarm is raised', () => {
  const stage = {
    ...stageOf({ stage: 'production' }),
    alarms: { unknownOutcomes: 40, unansweredExchanges: 9 },
  };
  const thresholds = (kind: string) =>
    alarmsOf({ stage, groups: groupsOf(stage) })
      .filter((one) => one.kind === kind)
      .map(({ threshold }) => threshold);
  expect(thresholds('UnknownGrowing')).toEqual([40, 40, 40, 40]);
  expect(thresholds('AuthorityUnreachable')).toEqual([9, 9, 9, 9]);
});

test('a schedule that stops is noticed, because it emits each minute and silence raises the alarm', () => {
  const [stopped] = propertiesOf('CloudWatch::Alarm', resources).filter(({ AlarmName }) =>
    AlarmName.endsWith('-ScheduleStopped'),
  );
  expect(stopped).toMatchObject({
    MetricName: 'UnknownFilings',
    Statistic: 'SampleCount',
    ComparisonOperator: 'LessThanThreshold',
    TreatMissingData: 'breaching',
  });
});

test('a canary that fails once raises no alarm, and one that does not run does', () => {
  const [failed, ...more] = propertiesOf('CloudWatch::Alarm', resources).filter(({ AlarmName }) =>
    AlarmName.includes('CanaryFailed'),
  );
  expect(more).toEqual([]);
  expect(failed).toMatchObject({
    MetricName: 'Errors',
    Dimensions: [{ Name: 'FunctionName', Value: 'pasarela-sandbox-canary' }],
    Period: 300,
    EvaluationPeriods: 2,
    TreatMissingData: 'breaching',
  });
  expect(JSON.stringify(resourcesOf(observabilities.production))).not.toMatch(/canary/i);
});

test('the bill in docs/scale.md counts the metrics and alarms of production', () => {
  const bill = readFileSync(join(import.meta.dirname, '../../../docs/scale.md'), 'utf8');
  const fixedOf = (row: string) => Number(new RegExp(`^\\| ${row} +\\|[^|]+\\|([^|]+)`, 'm').exec(bill)?.[1]);
  const series = (Object.keys(METRICS) as MetricName[]).flatMap(combinationsOf).length;
  const counted = propertiesOf('Lambda::EventSourceMapping', production).filter(
    ({ MetricsConfig }) => MetricsConfig,
  );
  // Lambda counts the records of a stream by six metrics.
  expect(fixedOf('Metrics')).toBe(series + 6 * counted.length);
  const alarms = [resourcesOf(observabilities.production), production].flatMap((stack) =>
    propertiesOf('CloudWatch::Alarm', stack),
  );
  // An alarm is paid once for each of its metrics.
  const metrics = alarms.flatMap(({ Metrics = [{ MetricStat: {} }] }) =>
    Metrics.filter((metric: object) => 'MetricStat' in metric),
  );
  expect(fixedOf('Alarms, those of several metrics for each')).toBe(metrics.length);
});

test('metrics of each method exist only on a stage that wants them', () => {
  for (const one of [sandbox, production])
    for (const { MethodSettings } of propertiesOf('ApiGateway::Stage', one))
      expect(MethodSettings[0].MetricsEnabled).toBe(false);
});
