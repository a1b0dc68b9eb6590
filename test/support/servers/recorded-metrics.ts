import type { Metrics } from '../../../shared/metrics/emit.ts';
import type { MetricName } from '../../../shared/metrics/list.ts';

/** An emitted value. */
export interface Emitted {
  name: MetricName;
  value: number;
  dimensions: Record<string, string>;
  facts?: Record<string, string>;
}

/** Metrics that are collected in memory instead of written. */
export const recordedMetrics = () => {
  const emitted: Emitted[] = [];
  const metrics: Metrics = {
    add: (name, value, { facts, ...dimensions }) =>
      void emitted.push({
        name,
        value,
        dimensions: dimensions as Record<string, string>,
        ...(facts && { facts }),
      }),
  };
  return {
    metrics,
    emitted,
    /** The values of a metric with their dimensions, in order. */
    of: (name: MetricName) =>
      emitted.filter((one) => one.name === name).map(({ value, dimensions }) => ({ value, ...dimensions })),
  };
};
