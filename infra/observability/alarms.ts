import { Duration } from 'aws-cdk-lib';
import {
  ComparisonOperator,
  type IMetric,
  MathExpression,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { type ExchangeOutcome, METRICS } from '../../shared/metrics/list.ts';
import { capabilityFunctions } from '../capabilities.ts';
import { CANARY } from '../names.ts';
import {
  changesBehind,
  failedWork,
  functionErrors,
  functionsOf,
  lostChanges,
  type Observed,
  own,
  queueAge,
  queuesOf,
  throttles,
} from './metrics.ts';

/**
 * Conditions that need a person. If an authority is down, the operator cannot repair it, but offices must know, and
 * filings of unknown outcome watched.
 */
export interface AlarmDefinition {
  /** Name of the alarm, and of its runbook in `docs/operations.md`. */
  kind: string;
  /** Authority, queue, function or variant, for alarms that exist once for each. */
  of?: string;
  metric: IMetric;
  /** The condition, on one period of the metric. */
  threshold: number;
  /** Number of consecutive periods in which the condition must hold. */
  periods: number;
  comparison: ComparisonOperator;
  /** How a missing value counts; for some alarms it is the very problem. */
  missing: TreatMissingData;
}

const FIFTEEN_MINUTES = Duration.minutes(15);
const DAY = Duration.days(1);
/** Age of an unknown outcome, in seconds, at which a person should ask the authority. */
const OLD_SECONDS = 24 * 60 * 60;
/** Longest age of a message, in seconds. After 15 minutes a queued filing is no longer sent. */
const QUEUE_SECONDS = 10 * 60;
/** The same for a queue whose messages may be delayed by 15 minutes. */
const DELAYED_SECONDS = 30 * 60;
const DELAYED = new Set(capabilityFunctions.flatMap(({ name, queue }) => (queue?.hasDelays ? [name] : [])));
/** Longest delay of events, in milliseconds. Lambda retries a failing batch for a day. */
const CHANGES_MS = 15 * 60_000;
/** Unreadable answers of one authority in 15 minutes. Fewer may come from the page of a single worker. */
const UNREADABLE = 3;
/** Blocked sign-ins in 15 minutes: more than people make who forgot their password. */
const BLOCKED = 100;
/** Failed sign-ins in a day: one every 15 minutes, or a few with each of many e-mails. */
const FAILED = 100;

const AUTHORITIES = METRICS.Exchanges.dimensions.authority;

/**
 * Exchanges of a quarter of an hour that an authority did not answer; zero as soon as it has answered a single one. A page that
 * cannot be read is an answer: there is another alarm on those.
 */
const unanswered = (observed: Observed, authority: (typeof AUTHORITIES)[number]): MathExpression => {
  const of = (outcome: ExchangeOutcome) =>
    own(observed, 'Exchanges', { authority, outcome }).with({ period: FIFTEEN_MINUTES });
  return new MathExpression({
    // CloudWatch has no value where nothing was counted.
    expression: 'IF(FILL(answered, 0) + FILL(unreadable, 0) == 0, FILL(down, 0) + FILL(slow, 0), 0)',
    label: `${authority} without an answer`,
    period: FIFTEEN_MINUTES,
    usingMetrics: {
      answered: of('answered'),
      unreadable: of('unreadable'),
      down: of('down'),
      slow: of('slow'),
    },
  });
};

/** All alarms of a stage. */
export const alarmsOf = (observed: Observed): AlarmDefinition[] => {
  const atLeast = (threshold: number, metric: IMetric) => ({
    metric,
    threshold,
    periods: 1,
    comparison: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
    missing: TreatMissingData.NOT_BREACHING,
  });
  return [
    { kind: 'Defects', ...atLeast(1, own(observed, 'Defects', {})) },
    { kind: 'UnknownGivenUp', ...atLeast(1, own(observed, 'UnknownGivenUp', {})) },
    ...AUTHORITIES.map((authority) => ({
      kind: 'UnknownGrowing',
      of: authority,
      ...atLeast(
        observed.stage.alarms.unknownOutcomes,
        own(observed, 'FilingsEnded', { authority, state: 'unknown' }).with({ period: FIFTEEN_MINUTES }),
      ),
    })),
    // An emulator does not support alarms with metric math.
    ...(observed.stage.emulator ? [] : AUTHORITIES).map((authority) => ({
      kind: 'AuthorityUnreachable',
      of: authority,
      ...atLeast(observed.stage.alarms.unansweredExchanges, unanswered(observed, authority)),
    })),
    { kind: 'OldestUnknown', ...atLeast(OLD_SECONDS, own(observed, 'OldestUnknown', {})) },
    {
      kind: 'ScheduleStopped',
      metric: own(observed, 'UnknownFilings', {}).with({ statistic: 'SampleCount' }),
      threshold: 1,
      periods: 3,
      comparison: ComparisonOperator.LESS_THAN_THRESHOLD,
      missing: TreatMissingData.BREACHING,
    },
    ...(observed.stage.canary
      ? [
          {
            kind: 'CanaryFailed',
            // Each run emits a value, zero if all is well. No value means that the schedule did not run.
            ...atLeast(1, functionErrors(observed, CANARY)),
            periods: 2,
            missing: TreatMissingData.BREACHING,
          },
        ]
      : []),
    { kind: 'FailedWork', ...atLeast(1, failedWork(observed)) },
    { kind: 'ChangesBehind', ...atLeast(CHANGES_MS, changesBehind(observed)) },
    { kind: 'LostChanges', ...atLeast(1, lostChanges(observed)) },
    ...queuesOf(observed).map((of) => ({
      kind: 'QueueAge',
      of,
      ...atLeast(DELAYED.has(of) ? DELAYED_SECONDS : QUEUE_SECONDS, queueAge(observed, of)),
    })),
    ...AUTHORITIES.map((authority) => ({
      kind: 'UnreadableAnswers',
      of: authority,
      ...atLeast(
        UNREADABLE,
        own(observed, 'Exchanges', { authority, outcome: 'unreadable' }).with({ period: FIFTEEN_MINUTES }),
      ),
    })),
    {
      kind: 'SignInsBlocked',
      ...atLeast(BLOCKED, own(observed, 'SignInsBlocked', {}).with({ period: FIFTEEN_MINUTES })),
    },
    {
      kind: 'SignInsBlocked',
      of: 'slowly',
      ...atLeast(FAILED, own(observed, 'SignInsFailed', {}).with({ period: DAY })),
    },
    ...functionsOf(observed).map((of) => ({
      kind: 'FunctionErrors',
      of,
      ...atLeast(1, functionErrors(observed, of)),
    })),
    // One for all: concurrency is the AWS account's, and the dashboard shows the functions.
    { kind: 'FunctionThrottles', ...atLeast(1, throttles(observed)) },
  ];
};
