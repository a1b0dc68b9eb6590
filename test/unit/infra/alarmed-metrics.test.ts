import { randomUUID } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import type { Metrics } from '../../../shared/metrics/emit.ts';
import { combinationsOf, METRICS, type MetricName } from '../../../shared/metrics/list.ts';
import {
  observabilities,
  production,
  propertiesOf,
  resourcesOf,
  sandbox,
} from '../../support/infra/templates.ts';

/**
 * Each metric that an alarm watches is one that is written, under the very same name: CloudWatch has no values for any other
 * namespace, name or set of dimensions, and does not say so.
 */

/** A metric as CloudWatch identifies it. */
interface Identity {
  namespace: string;
  name: string;
  /** By name. A metric with further dimensions, or fewer, is another one. */
  dimensions: Record<string, unknown>;
}

interface Stat {
  Metric: { Namespace: string; MetricName: string; Dimensions?: { Name: string; Value: unknown }[] };
  Unit?: string;
}
interface Alarm extends Partial<Stat['Metric']> {
  AlarmName: string;
  Unit?: string;
  Metrics?: { MetricStat?: Stat }[];
}

/** Metrics that an alarm watches: one, or each of its expression. */
const watchedBy = (alarm: Alarm) =>
  (
    alarm.Metrics?.flatMap(({ MetricStat }) => MetricStat ?? []) ?? [
      { Metric: alarm, Unit: alarm.Unit } as Stat,
    ]
  ).map(({ Metric: { Namespace: namespace, MetricName: name, Dimensions = [] }, Unit: unit }) => ({
    identity: {
      namespace,
      name,
      dimensions: Object.fromEntries(Dimensions.map(({ Name, Value }) => [Name, Value])),
    } satisfies Identity,
    unit,
  }));

const STAGES = {
  sandbox: [sandbox, resourcesOf(observabilities.sandbox)],
  production: [production, resourcesOf(observabilities.production)],
};
/** The alarms of each stage, with the stage and their name. A stage has them in two stacks. */
const alarms = Object.entries(STAGES).flatMap(([stage, stacks]) =>
  stacks
    .flatMap((resources) => propertiesOf('CloudWatch::Alarm', resources) as Alarm[])
    .map((alarm) => [alarm.AlarmName, { stage, watched: watchedBy(alarm) }] as const),
);

/** All that the functions of a stage can write, as CloudWatch reads it from their log lines, with its unit. */
const writtenOn = async (stage: string) => {
  const lines: string[] = [];
  vi.stubEnv('STAGE', stage);
  vi.stubEnv('POWERTOOLS_METRICS_DISABLED', 'false');
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
  // Of a process that has just begun: the stage is read once.
  const { metrics }: { metrics: Metrics } = await import(`../../../shared/metrics/emit.ts?${randomUUID()}`);
  for (const name of Object.keys(METRICS) as MetricName[])
    for (const dimensions of combinationsOf(name)) metrics.add(name, 1, dimensions as never);
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  return lines.flatMap((text) => {
    const { _aws, ...line } = JSON.parse(text);
    return (_aws.CloudWatchMetrics as EmbeddedMetrics[]).flatMap(
      ({ Namespace: namespace, Dimensions, Metrics }) =>
        Dimensions.flatMap((names) =>
          Metrics.map(({ Name: name, Unit: unit }) => ({
            identity: {
              namespace,
              name,
              dimensions: Object.fromEntries(names.map((dimension) => [dimension, line[dimension]])),
            } satisfies Identity,
            unit,
          })),
        ),
    );
  });
};

const written: Record<string, Awaited<ReturnType<typeof writtenOn>>> = {};
beforeAll(async () => {
  for (const stage of Object.keys(STAGES)) written[stage] = await writtenOn(stage);
});

/** CloudWatch's embedded metric format. */
interface EmbeddedMetrics {
  Namespace: string;
  Dimensions: string[][];
  Metrics: { Name: string; Unit: string }[];
}

/**
 * Metrics of AWS's own, by namespace and by the only dimension under which AWS publishes them for one resource, from the user
 * guides of the services.
 */
const OF_AWS: Record<string, Record<string, readonly string[]>> = {
  'AWS/Lambda': {
    FunctionName: ['Errors', 'Throttles', 'IteratorAge'],
    // Across all functions of AWS account and region.
    '': ['Errors', 'Throttles'],
    EventSourceMappingUUID: ['PolledEventCount'],
  },
  'AWS/SQS': { QueueName: ['ApproximateAgeOfOldestMessage', 'ApproximateNumberOfMessagesVisible'] },
  'AWS/DynamoDB': { TableName: ['ConsumedWriteCapacityUnits'] },
};

const isOfAws = ({ namespace }: Identity) => namespace.startsWith('AWS/');

test.each(alarms)(
  'the alarm %s watches metrics that are written under the very same name',
  (_, { stage, watched }) => {
    expect(watched).not.toEqual([]);
    for (const { identity, unit } of watched) {
      if (isOfAws(identity)) {
        const { namespace, name, dimensions } = identity;
        const [dimension = '', ...more] = Object.keys(dimensions);
        expect(more).toEqual([]);
        expect(OF_AWS[namespace]?.[dimension]).toContain(name);
        // Without one the alarm takes what AWS gives.
        expect(unit).toBeUndefined();
      } else {
        const same = written[stage]!.find(
          (one) => JSON.stringify(sorted(one.identity)) === JSON.stringify(sorted(identity)),
        );
        expect(same?.identity, JSON.stringify(identity)).toEqual(identity);
        expect([undefined, same!.unit]).toContain(unit);
      }
    }
  },
);

/** Dimensions in the order of their names, which means nothing. */
const sorted = ({ dimensions, ...identity }: Identity) => [
  identity,
  Object.entries(dimensions).toSorted(([a], [b]) => a.localeCompare(b)),
];

test('each metric of ours that an alarm watches is emitted by code under its name', () => {
  const root = join(import.meta.dirname, '../../..');
  const code = globSync('{functions,shared}/**/*.ts', { cwd: root })
    .filter((file) => file !== 'shared/metrics/list.ts')
    .map((file) => readFileSync(join(root, file), 'utf8'));
  const names = alarms.flatMap(([, { watched }]) =>
    watched.flatMap(({ identity }) => (isOfAws(identity) ? [] : identity.name)),
  );
  expect(new Set(names).size).toBeGreaterThan(5);
  // As the argument of a call, which may choose between two.
  for (const name of new Set(names))
    expect(
      code.some((text) => new RegExp(`[(?]\\s*'${name}'`).test(text)),
      name,
    ).toBe(true);
});
