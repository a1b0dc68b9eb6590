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
import { AUTHORIZER, DUE_FILINGS } from '../functions.ts';
import {
  apiName,
  CHANGES,
  consumerName,
  FAILED,
  functionName,
  LOST_CHANGES,
  queueName,
  SEND_MAILS,
  SHEETS,
} from '../names.ts';
import { DELIVERIES } from '../queues/deliveries.ts';
import { queuedGroups } from '../queues/work-queues.ts';
import type { Stage } from '../stages.ts';

/** Of which stage, and with which groups. */
export interface Observed {
  stage: Pick<Stage, 'name' | 'canary' | 'alarms'>;
  groups: Group[];
}

const FIVE_MINUTES = Duration.minutes(5);

/** A metric of the list, with values for its dimensions. */
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

/** Names of all functions of a stage that serve it, without that of the stage. */
export const functionsOf = ({ groups }: Pick<Observed, 'groups'>): string[] => [
  ...groups.map(({ name }) => name),
  ...queuedGroups(groups).map(consumerName),
  AUTHORIZER,
  DUE_FILINGS,
  DELIVERIES,
  CHANGES,
  SEND_MAILS,
  SHEETS,
];

/** Names of the queues of a stage, without that of the stage and of messages that failed. */
export const queuesOf = ({ groups }: Observed): string[] => [
  ...queuedGroups(groups).map(({ name }) => name),
  SEND_MAILS,
  DELIVERIES,
];

/** What AWS measures by itself: in which namespace, and by what it tells several apart. */
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

/** Errors of a function that its handler does not answer: out of time, out of memory, not loaded. */
export const functionErrors = aws(FUNCTIONS, 'Errors', 'Sum');
/** Invocations that were refused, because too many ran. */
export const functionThrottles = aws(FUNCTIONS, 'Throttles', 'Sum');
export const functionDuration = aws(FUNCTIONS, 'Duration', 'Sum');
/** Seconds for which the oldest message has waited. */
export const queueAge = aws(QUEUES, 'ApproximateAgeOfOldestMessage', 'Maximum');
/** Messages that failed for good. */
export const failedWork = (observed: Observed, options?: MetricOptions) =>
  aws(QUEUES, 'ApproximateNumberOfMessagesVisible', 'Maximum')(observed, FAILED, options);
/** Changes of tables from which nothing followed. */
export const lostChanges = (observed: Observed, options?: MetricOptions) =>
  aws(QUEUES, 'ApproximateNumberOfMessagesVisible', 'Maximum')(observed, LOST_CHANGES, options);
/** Milliseconds between a change of a table and when it was read: of the part of a stream that is furthest behind. */
export const changesBehind = (observed: Observed, options?: MetricOptions) =>
  aws(FUNCTIONS, 'IteratorAge', 'Maximum')(observed, CHANGES, options);
export const requests = aws(API, 'Count', 'Sum');
export const callerErrors = aws(API, '4XXError', 'Sum');
export const serverErrors = aws(API, '5XXError', 'Sum');
export const latency = aws(API, 'Latency', 'p50');

/** The bill of the month so far, of a service of AWS or of all. Kept in one region, where billing alerts are on. */
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
