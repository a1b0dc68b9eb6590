import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Metrics } from '../../../shared/metrics/emit.ts';
import { combinationsOf, METRICS, type MetricName } from '../../../shared/metrics/list.ts';

/** The lines that a deployed function writes, from which CloudWatch reads metrics. */

let written: string[];
let metrics: Metrics;
beforeEach(async () => {
  written = [];
  vi.stubEnv('STAGE', 'sandbox');
  vi.stubEnv('POWERTOOLS_METRICS_DISABLED', 'false');
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => {
    written.push(String(line));
    return true;
  });
  // A fresh module, as in a new process, because the stage is read once.
  ({ metrics } = await import(`../../../shared/metrics/emit.ts?${randomUUID()}`));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

test('each value of a metric is a line of its own, at once', () => {
  metrics.add('Exchanges', 1, { authority: 'sepe', outcome: 'down' });
  metrics.add('Defects', 1, { facts: { requestId: 'r-1' } });
  expect(written.map((line) => JSON.parse(line))).toEqual([
    {
      _aws: {
        Timestamp: expect.any(Number),
        CloudWatchMetrics: [
          {
            Namespace: 'pasarela',
            Dimensions: [['service', 'authority', 'outcome']],
            Metrics: [{ Name: 'Exchanges', Unit: 'Count' }],
          },
        ],
      },
      service: 'pasarela-sandbox',
      authority: 'sepe',
      outcome: 'down',
      Exchanges: 1,
    },
    {
      _aws: {
        Timestamp: expect.any(Number),
        CloudWatchMetrics: [
          {
            Namespace: 'pasarela',
            Dimensions: [['service']],
            Metrics: [{ Name: 'Defects', Unit: 'Count' }],
          },
        ],
      },
      service: 'pasarela-sandbox',
      requestId: 'r-1',
      Defects: 1,
    },
  ]);
});

test.each(Object.keys(METRICS) as MetricName[])(
  'the metric %s is written with all values of its dimensions',
  (name) => {
    const combinations = combinationsOf(name);
    for (const dimensions of combinations) metrics.add(name, 7, dimensions as never);
    const lines = written.map((line) => JSON.parse(line));
    expect(lines.map(({ _aws, service, [name]: value, ...dimensions }) => ({ value, dimensions }))).toEqual(
      combinations.map((dimensions) => ({ value: 7, dimensions })),
    );
  },
);

test('a metric that cannot be written makes nothing fail', () => {
  vi.spyOn(process.stdout, 'write').mockImplementation(() => {
    throw new Error('closed');
  });
  expect(() => metrics.add('Defects', 1, {})).not.toThrow();
  expect(written).toEqual([]);
});
