import {
  AlarmStatusWidget,
  Color,
  GraphWidget,
  GraphWidgetView,
  type IAlarm,
  type IWidget,
  SingleValueWidget,
  TextWidget,
} from 'aws-cdk-lib/aws-cloudwatch';
import { AUTHORITY_LABEL } from '../../shared/kernel/authority-errors.ts';
import type { AuthorityName } from '../../shared/kernel/errors.ts';
import { type ExchangeOutcome, METRICS } from '../../shared/metrics/list.ts';
import { CANARY } from '../names.ts';
import {
  callerErrors,
  changesBehind,
  charges,
  failedWork,
  functionDuration,
  functionErrors,
  functionsOf,
  functionThrottles,
  latency,
  lostChanges,
  type Observed,
  own,
  queueAge,
  queuesOf,
  requests,
  serverErrors,
  throttles,
} from './metrics.ts';

/** Width of the dashboard's grid. */
const WHOLE = 24;
const HALF = 12;
const THIRD = 8;
const QUARTER = 6;
/** Height of graphs and of the widgets next to them. */
const GRAPH_HEIGHT = 6;

const AUTHORITIES = METRICS.Exchanges.dimensions.authority;
/** Width of a graph in a row with one for each authority. */
const EACH = WHOLE / AUTHORITIES.length;

type FilingState = (typeof METRICS.FilingsEnded.dimensions.state)[number];

/** Green is good, red needs a person, and colours in between are up to the authority. */
const OUTCOME_COLORS: Record<ExchangeOutcome, string> = {
  answered: Color.GREEN,
  slow: Color.ORANGE,
  down: Color.BROWN,
  unreadable: Color.PURPLE,
  unknown: Color.RED,
  defect: Color.PINK,
};
const STATE_COLORS: Record<FilingState, string> = {
  accepted: Color.GREEN,
  refused: Color.ORANGE,
  unknown: Color.RED,
  ended: Color.GREY,
  answered: Color.BLUE,
  failed: Color.PURPLE,
};

/** Services of AWS that make up the bill, as `AWS/Billing` names them. */
const BILLED = [
  'AWSLambda',
  'AmazonDynamoDB',
  'AmazonApiGateway',
  'AmazonCloudWatch',
  'AWSSecretsManager',
  'AmazonS3',
  'awskms',
];

/** Rows of the dashboard. Each answers one question, the most urgent ones first. */
export const widgetsOf = (observed: Observed, alarms: IAlarm[]): IWidget[][] => [
  [new AlarmStatusWidget({ title: 'Alarms (docs/operations.md)', alarms, width: WHOLE, height: 4 })],

  [question('Does each authority answer?')],
  AUTHORITIES.map((authority) => exchanges(observed, authority)),

  [question('How long does it take?')],
  [
    new GraphWidget({
      title: 'Exchanges, milliseconds',
      width: HALF,
      left: AUTHORITIES.flatMap((authority) => [
        own(observed, 'ExchangeTime', { authority }).with({ label: `${authority} half` }),
        own(observed, 'ExchangeTime', { authority }).with({ statistic: 'p95', label: `${authority} 95 %` }),
      ]),
    }),
    new GraphWidget({
      title: 'Requests as callers see them, milliseconds',
      width: HALF,
      left: [
        latency(observed, '', { label: 'half' }),
        latency(observed, '', { statistic: 'p95', label: '95 %' }),
      ],
    }),
  ],

  [question('What was filed?')],
  AUTHORITIES.map((authority) => filings(observed, authority)),

  [question('What is unknown?')],
  [
    new SingleValueWidget({
      title: 'Unknown outcomes',
      width: HALF,
      height: GRAPH_HEIGHT,
      metrics: [
        own(observed, 'UnknownFilings', {}).with({ label: 'looked up now' }),
        own(observed, 'OldestUnknown', {}).with({ label: 'seconds of the oldest' }),
        own(observed, 'UnknownGivenUp', {}).with({ label: 'given up' }),
      ],
    }),
    new GraphWidget({
      title: 'Unknown outcomes',
      width: HALF,
      left: [own(observed, 'UnknownFilings', {}).with({ label: 'looked up' })],
      right: [own(observed, 'OldestUnknown', {}).with({ label: 'seconds of the oldest' })],
    }),
  ],

  [question('Do we work?')],
  [
    new GraphWidget({
      title: 'Errors of ours',
      width: QUARTER,
      left: [
        own(observed, 'Defects', {}).with({ label: 'defects', color: Color.RED }),
        throttles(observed, '', { label: 'all throttles' }),
        ...functionsOf(observed).flatMap((name) => [
          functionErrors(observed, name, { label: `${name} errors` }),
          functionThrottles(observed, name, { label: `${name} throttles` }),
        ]),
        ...(observed.stage.canary ? [functionErrors(observed, CANARY, { label: 'canary failed' })] : []),
      ],
    }),
    new GraphWidget({
      title: 'Queues: seconds of the oldest message; failed for good (right)',
      width: QUARTER,
      left: queuesOf(observed).map((name) => queueAge(observed, name, { label: name })),
      right: [
        failedWork(observed, { label: 'failed', color: Color.RED }),
        lostChanges(observed, { label: 'changes lost', color: Color.PURPLE }),
      ],
    }),
    new GraphWidget({
      title: 'Events: milliseconds by which changes of tables are read late',
      width: QUARTER,
      left: [changesBehind(observed, { label: 'behind' })],
    }),
    new GraphWidget({
      title: 'Callers: blocked, limited, certificates that expire',
      width: QUARTER,
      left: [
        own(observed, 'SignInsBlocked', {}).with({ label: 'sign-ins blocked' }),
        own(observed, 'SignInsFailed', {}).with({ label: 'sign-ins failed' }),
        own(observed, 'TokensUnread', {}).with({ label: 'tokens unread' }),
        own(observed, 'RequestsLimited', {}).with({ label: 'requests limited' }),
        own(observed, 'ExpiringCertificateUses', {}).with({ label: 'certificates that expire in 30 days' }),
      ],
    }),
  ],

  [question('What does it cost?')],
  [
    new SingleValueWidget({
      title: 'USD this month so far (where billing alerts are on)',
      width: THIRD,
      height: GRAPH_HEIGHT,
      metrics: [charges(undefined, 'all'), ...BILLED.map((service) => charges(service, service))],
    }),
    new GraphWidget({
      title: 'Requests; answered 4xx and 5xx',
      width: THIRD,
      left: [
        requests(observed, '', { label: 'requests' }),
        callerErrors(observed, '', { label: '4xx' }),
        serverErrors(observed, '', { label: '5xx' }),
      ],
    }),
    new GraphWidget({
      title: 'Milliseconds of functions',
      width: THIRD,
      stacked: true,
      left: functionsOf(observed).map((name) => functionDuration(observed, name, { label: name })),
    }),
  ],
];

const question = (text: string) => new TextWidget({ markdown: `## ${text}`, width: WHOLE, height: 1 });

const exchanges = (observed: Observed, authority: AuthorityName) =>
  new GraphWidget({
    title: `${AUTHORITY_LABEL[authority]}: exchanges; breakers opened (right)`,
    width: EACH,
    stacked: true,
    left: METRICS.Exchanges.dimensions.outcome.map((outcome) =>
      own(observed, 'Exchanges', { authority, outcome }).with({
        label: outcome,
        color: OUTCOME_COLORS[outcome],
      }),
    ),
    right: [
      own(observed, 'BreakerOpened', { authority }).with({ label: 'breakers opened', color: Color.GREY }),
    ],
  });

/** Totals over the period that the dashboard shows. */
const filings = (observed: Observed, authority: AuthorityName) =>
  new GraphWidget({
    title: `${AUTHORITY_LABEL[authority]}: filings`,
    width: EACH,
    view: GraphWidgetView.BAR,
    left: METRICS.FilingsEnded.dimensions.state.map((state) =>
      own(observed, 'FilingsEnded', { authority, state }).with({ label: state, color: STATE_COLORS[state] }),
    ),
    setPeriodToTimeRange: true,
  });
