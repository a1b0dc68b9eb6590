import { setting } from '../config.ts';
import { type DimensionsOf, METRICS, type MetricName, NAMESPACE, serviceOf } from './list.ts';

/** Where metrics go. */
export interface Metrics {
  /**
   * Emits one value. Never throws: a metric must not turn an accepted filing into an error.
   * @param facts ids of our own by which the cause can be found; they are in the log line only, and cost nothing
   */
  add<Name extends MetricName>(
    name: Name,
    value: number,
    dimensions: DimensionsOf<Name>,
    facts?: Record<string, string>,
  ): void;
}

/** Set where metrics would hide what else is written, as in tests. */
const isOff = () => process.env.METRICS_DISABLED === 'true';

/**
 * The metrics of a deployed function: each value is a log line in CloudWatch's embedded metric format, written at once,
 * so that a function that ends loses none, and no request waits for it.
 */
export const metrics: Metrics = {
  add: (name, value, dimensions, facts = {}) => {
    if (isOff()) return;
    try {
      const named = { service: serviceOf(setting('STAGE')), ...dimensions };
      const format = {
        Namespace: NAMESPACE,
        Dimensions: [Object.keys(named)],
        Metrics: [{ Name: name, Unit: METRICS[name].unit }],
      };
      const _aws = { Timestamp: Date.now(), CloudWatchMetrics: [format] };
      process.stdout.write(`${JSON.stringify({ _aws, ...named, ...facts, [name]: value })}\n`);
    } catch {
      // As the interface says.
    }
  },
};
