import { Duration } from 'aws-cdk-lib';
import { Metric, type MetricOptions } from 'aws-cdk-lib/aws-cloudwatch';
import {
  type DimensionsOf,
  METRICS,
  type MetricName,
  NAMESPACE,
  serviceOf,
} from '../../shared/metrics/list.ts';
import type { Group } from '../../shared/operation/operation.ts';
import { capabilityFunctions } from '../capabilities.ts';
import { AUTHORIZER, DUE_FILINGS } from '../functions.ts';
import { apiName, CHANGES, consumerName, FAILED, functionName, LOST_CHANGES, queueName } from '../names.ts';
import { queuedGroups } from '../queues/work-queues.ts';
import type { Stage } from '../stages.ts';

/** The stage to observe, and its groups. */
export interface Observed {
  stage: Pick<Stage, 'name' | 'canary' | 'alarms' | 'emulator'>;
  groups: Group[];
}

const FIVE_MINUTES = Duration.minutes(5);

/** A metric of `shared/metrics/list.ts` with values for its dimensions. */
export const own = <Name extends MetricName>(
  { stage }: Observed,
  name: Name,
  dimensions: DimensionsOf<Name>,
): Metric =>
  new Metric({
    namespace: NAMESPACE,
    metricName: name,
    dimensionsMap: { service: serviceOf(stage.name), ...(dimensions as Record<string, string>) },
    statistic: METRICS[name].statistic,
    period: FIVE_MINUTES,
  });

/** Names of a stage's functions, without the prefix of the stage. */
export const functionsOf = ({ groups }: Pick<Observed, 'groups'>): string[] => [
  ...groups.map(({ name }) => name),
  ...queuedGroups(groups).map(consumerName),
  AUTHORIZER,
  DUE_FILINGS,
  ...capabilityFunctions.map(({ name }) => name),
];

/** Names of a stage's queues, without the prefix of the stage and without the dead-letter queue. */
export const queuesOf = ({ groups }: Observed): string[] => [
  ...queuedGroups(groups).map(({ name }) => name),
  ...capabilityFunctions.flatMap(({ name, queue }) => (queue ? [name] : [])),
];

/** A namespace of AWS's own metrics, and its dimension. */
interface Source {
  namespace: string;
  dimensionsOf: (observed: Observed, of: string) => Record<string, string>;
}

const aws =
  ({ namespace, dimensionsOf }: Source, metricName: string, statistic: string) =>
  (observed: Observed, of = '', options: MetricOptions = {}): Metric =>
    new Metric({
      namespace,
      metricName,
      statistic,
      period: FIVE_MINUTES,
      dimensionsMap: dimensionsOf(observed, of),
      ...options,
    });

const FUNCTIONS: Source = {
  namespace: 'AWS/Lambda',
  dimensionsOf: ({ stage }, name) => ({ FunctionName: functionName(stage, name) }),
};
const QUEUES: Source = {
  namespace: 'AWS/SQS',
  dimensionsOf: ({ stage }, name) => ({ QueueName: queueName(stage, name) }),
};
const API: Source = {
  namespace: 'AWS/ApiGateway',
  dimensionsOf: ({ stage }) => ({ ApiName: apiName(stage) }),
};

/** Invocations that ended in an error which the handler does not catch: timeout, memory, failed import. */
export const functionErrors = aws(FUNCTIONS, 'Errors', 'Sum');
/** Invocations that Lambda throttled. */
export const functionThrottles = aws(FUNCTIONS, 'Throttles', 'Sum');
/** The same of all functions in the AWS account and region, in which a stage is alone. */
export const throttles = aws({ namespace: 'AWS/Lambda', dimensionsOf: () => ({}) }, 'Throttles', 'Sum');
export const functionDuration = aws(FUNCTIONS, 'Duration', 'Sum');
/** Age of the oldest message, in seconds. */
export const queueAge = aws(QUEUES, 'ApproximateAgeOfOldestMessage', 'Maximum');
/** Messages in the dead-letter queue. */
export const failedWork = (observed: Observed, options?: MetricOptions) =>
  aws(QUEUES, 'ApproximateNumberOfMessagesVisible', 'Maximum')(observed, FAILED, options);
/** Batches of stream records that could not be processed. */
export const lostChanges = (observed: Observed, options?: MetricOptions) =>
  aws(QUEUES, 'ApproximateNumberOfMessagesVisible', 'Maximum')(observed, LOST_CHANGES, options);
/** Delay between a change and its processing, in milliseconds, for the shard that is furthest behind. */
export const changesBehind = (observed: Observed, options?: MetricOptions) =>
  aws(FUNCTIONS, 'IteratorAge', 'Maximum')(observed, CHANGES, options);
export const requests = aws(API, 'Count', 'Sum');
export const callerErrors = aws(API, '4XXError', 'Sum');
export const serverErrors = aws(API, '5XXError', 'Sum');
export const latency = aws(API, 'Latency', 'p50');

/**
 * Charges of the month so far, for one AWS service or for all. AWS publishes them in us-east-1 if billing alerts are
 * on.
 */
export const charges = (service: string | undefined, label: string): Metric =>
  new Metric({
    namespace: 'AWS/Billing',
    metricName: 'EstimatedCharges',
    dimensionsMap: { ...(service && { ServiceName: service }), Currency: 'USD' },
    statistic: 'Maximum',
    period: Duration.hours(6),
    region: 'us-east-1',
    label,
  });
