import { Metrics as Powertools } from '@aws-lambda-powertools/metrics';
import { setting } from '../kernel/config.ts';
import { type DimensionsOf, METRICS, type MetricName, NAMESPACE, serviceOf } from './list.ts';

/** Where metrics go. */
export interface Metrics {
  /**
   * Emits one value. Never throws: a metric must not turn an accepted filing into an error.
   * @param labels the values of its dimensions. `facts` are ids of our own by which the cause can be found; they are in the
   * log line only, and cost nothing
   */
  add<Name extends MetricName>(
    name: Name,
    value: number,
    labels: DimensionsOf<Name> & { facts?: Record<string, string> },
  ): void;
}

let powertools: Powertools | undefined;

/**
 * The metrics of a deployed function: each value is a log line in CloudWatch's embedded metric format, written at once,
 * so that a function that ends loses none, and no request waits for it.
 */
export const metrics: Metrics = {
  add: (name, value, { facts = {}, ...dimensions }) => {
    try {
      powertools ??= new Powertools({ namespace: NAMESPACE, serviceName: serviceOf(setting('STAGE')) });
      const one = powertools.singleMetric();
      if (Object.keys(dimensions).length > 0) one.addDimensions(dimensions as Record<string, string>);
      for (const [fact, text] of Object.entries(facts)) one.addMetadata(fact, text);
      one.addMetric(name, METRICS[name].unit, value);
    } catch {
      // As the interface says.
    }
  },
};
