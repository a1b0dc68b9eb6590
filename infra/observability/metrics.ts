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
import { apiName, consumerName, FAILED, functionName, queueName } from '../names.ts';
import type { Stage } from '../stages.ts';
import { queuedGroups } from '../work-queues.ts';

/** Of which stage, and with which groups. */
export interface Observed {
  stage: Pick<Stage, 'name' | 'canary'>;
  groups: Group[];
}

const FIVE_MINUTES = Duration.minutes(5);

/** A metric of the list, with values for its dimensions. */
export const own = <Name extends MetricName>(
  { stage }: Observed,
  name: Name,
  dimensions: DimensionsOf<Name>,
  options: MetricOptions = {},
): Metric =>
  new Metric({
    namespace: NAMESPACE,
    metricName: name,
    dimensionsMap: { service: serviceOf(stage.name), ...(dimensions as Record<string, string>) },
    statistic: METRICS[name].statistic,
    period: FIVE_MINUTES,
    ...options,
  });

/** Names of all functions of a stage that serve it, without that of the stage. */
export const functionsOf = ({ groups }: Observed): string[] => [
  ...groups.map(({ name }) => name),
  ...queuedGroups(groups).map(consumerName),
  AUTHORIZER,
  DUE_FILINGS,
];

/** Names of the queues of a stage, without that of the stage and of messages that failed. */
export const queuesOf = ({ groups }: Observed): string[] => queuedGroups(groups).map(({ name }) => name);

const aws =
  (
    namespace: string,
    metricName: string,
    statistic: string,
    dimensionsOf: (observed: Observed, of: string) => Record<string, string>,
  ) =>
  (observed: Observed, of = '', options: MetricOptions = {}): Metric =>
    new Metric({
      namespace: `AWS/${namespace}`,
      metricName,
      statistic,
      period: FIVE_MINUTES,
      dimensionsMap: dimensionsOf(observed, of),
      ...options,
    });

const ofFunction = ({ stage }: Observed, name: string) => ({ FunctionName: functionName(stage, name) });
const ofQueue = ({ stage }: Observed, name: string) => ({ QueueName: queueName(stage, name) });
const ofApi = ({ stage }: Observed) => ({ ApiName: apiName(stage) });

/** Errors of a function that its handler does not answer: out of time, out of memory, not loaded. */
export const functionErrors = aws('Lambda', 'Errors', 'Sum', ofFunction);
/** Invocations that were refused, because too many ran. */
export const functionThrottles = aws('Lambda', 'Throttles', 'Sum', ofFunction);
export const functionDuration = aws('Lambda', 'Duration', 'Sum', ofFunction);
/** Seconds for which the oldest message has waited. */
export const queueAge = aws('SQS', 'ApproximateAgeOfOldestMessage', 'Maximum', ofQueue);
/** Messages that failed for good. */
export const failedWork = (observed: Observed, options?: MetricOptions) =>
  aws('SQS', 'ApproximateNumberOfMessagesVisible', 'Maximum', ofQueue)(observed, FAILED, options);
export const requests = aws('ApiGateway', 'Count', 'Sum', ofApi);
export const callerErrors = aws('ApiGateway', '4XXError', 'Sum', ofApi);
export const serverErrors = aws('ApiGateway', '5XXError', 'Sum', ofApi);
export const latency = aws('ApiGateway', 'Latency', 'p50', ofApi);

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
