/**
 * All metrics of the service: the only place that names them. What emits them, the dashboard, the alarms and the costs in
 * `docs/operations.md` follow from this list.
 */

import { AUTHORITIES } from '../kernel/errors.ts';

/** The namespace of all metrics in CloudWatch. */
export const NAMESPACE = 'pasarela';

/** The value of the dimension `service`, which every metric has: stages of one AWS account stay apart by it. */
export const serviceOf = (stage: string): string => `pasarela-${stage}`;

/**
 * Observation of the authority in an exchange, coarser than the log.
 * - `answered`: it did what it was asked, or refused.
 * - `slow`: no answer in time, or not all of them.
 * - `down`: no connection, an error page, or it says that it is out of service.
 * - `unreadable`: an answer that the connector does not know; its pages may have changed.
 * - `unknown`: something was sent that may have taken effect.
 * - `defect`: an error of ours.
 */
const EXCHANGE_OUTCOMES = ['answered', 'slow', 'down', 'unreadable', 'unknown', 'defect'] as const;
export type ExchangeOutcome = (typeof EXCHANGE_OUTCOMES)[number];

interface Metric {
  unit: 'Count' | 'Milliseconds' | 'Seconds';
  /** Every value that a dimension can have: each combination is paid for. Never data of persons. */
  dimensions: Record<string, readonly string[]>;
  /** How values of one period become one. */
  statistic: 'Sum' | 'Maximum' | 'p50';
  means: string;
}

/** Metrics by name. */
export const METRICS = {
  Exchanges: {
    unit: 'Count',
    dimensions: { authority: AUTHORITIES, outcome: EXCHANGE_OUTCOMES },
    statistic: 'Sum',
    means: 'Exchanges with an authority, by what they show about it.',
  },
  ExchangeTime: {
    unit: 'Milliseconds',
    dimensions: { authority: AUTHORITIES },
    statistic: 'p50',
    means: 'How long an exchange took in which something was sent, with its repetitions.',
  },
  BreakerOpened: {
    unit: 'Count',
    dimensions: { authority: AUTHORITIES },
    statistic: 'Sum',
    means:
      'Times that a function stopped asking an authority, because it was down for several callers or said so.',
  },
  FilingsEnded: {
    unit: 'Count',
    dimensions: {
      authority: AUTHORITIES,
      state: ['accepted', 'refused', 'unknown', 'ended', 'answered', 'failed'],
    },
    statistic: 'Sum',
    means:
      'Records of filings that came to a state: one whose outcome was unknown and is found counts in both. `ended`: ' +
      'nothing was sent. `answered` and `failed`: what files nothing, asked for later.',
  },
  UnknownFilings: {
    unit: 'Count',
    dimensions: {},
    statistic: 'Maximum',
    means:
      'Filings of unknown outcome that the schedule still looks up. Emitted by each of its runs, also when zero.',
  },
  OldestUnknown: {
    unit: 'Seconds',
    dimensions: {},
    statistic: 'Maximum',
    means: 'Age of the oldest of them; zero where there is none.',
  },
  UnknownGivenUp: {
    unit: 'Count',
    dimensions: {},
    statistic: 'Sum',
    means:
      'Filings of unknown outcome that are not looked up any more, since no query can prove them or the days for it are over.',
  },
  Defects: {
    unit: 'Count',
    dimensions: {},
    statistic: 'Sum',
    means: 'Errors of ours: requests answered with a masked 500, queued work and due filings that failed.',
  },
  SignInsBlocked: {
    unit: 'Count',
    dimensions: {},
    statistic: 'Sum',
    means: 'Tries to sign in that had to wait, after too many with a wrong password.',
  },
  SignInsFailed: {
    unit: 'Count',
    dimensions: {},
    statistic: 'Sum',
    means: 'Tries to sign in that did not succeed: with a wrong password or e-mail, or blocked.',
  },
  TokensUnread: {
    unit: 'Count',
    dimensions: {},
    statistic: 'Sum',
    means:
      'Requests of which the authorizer could not read whether their token was revoked: they counted in the usage plan of the ' +
      'account, as if it was not.',
  },
  RequestsLimited: {
    unit: 'Count',
    dimensions: {},
    statistic: 'Sum',
    means:
      'Requests that the functions answered 429, because a caller was over its rate. Not those of API Gateway.',
  },
  ExpiringCertificateUses: {
    unit: 'Count',
    dimensions: {},
    statistic: 'Sum',
    means: 'Requests with a certificate that expires within 30 days.',
  },
} as const satisfies Record<string, Metric>;

export type MetricName = keyof typeof METRICS;

type Dimensions = { [Name in MetricName]: (typeof METRICS)[Name]['dimensions'] };

/** The dimensions that a metric must be emitted with. */
export type DimensionsOf<Name extends MetricName> = {
  [Dimension in keyof Dimensions[Name]]: Dimensions[Name][Dimension] extends readonly (infer Value)[]
    ? Value
    : never;
};

/** Each combination of the values of a metric's dimensions: a metric without dimensions has one, which is empty. */
export const combinationsOf = (name: MetricName): Record<string, string>[] =>
  Object.entries<readonly string[]>(METRICS[name].dimensions).reduce<Record<string, string>[]>(
    (combinations, [dimension, values]) =>
      combinations.flatMap((one) => values.map((value) => ({ ...one, [dimension]: value }))),
    [{}],
  );
