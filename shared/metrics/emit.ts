import { Metrics as Powertools } from '@aws-lambda-powertools/metrics';
import type { ExchangeRecord } from '../authorities/authority-port.ts';
import type { Outcome } from '../authorities/run-script.ts';
import { setting } from '../kernel/config.ts';
import type { CertificateRow } from '../stores/certificate-row.ts';
import type { Filing } from '../stores/filings/filing.ts';
import {
  type DimensionsOf,
  type ExchangeOutcome,
  METRICS,
  type MetricName,
  NAMESPACE,
  serviceOf,
} from './list.ts';

/** Destination of metrics. */
export interface Metrics {
  /**
   * Emits one value. Never throws: a metric must not turn an accepted filing into an error.
   * @param labels the values of its dimensions. `facts` are our own ids by which the cause can be found; they are in
   * the log line only, and cost nothing
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

/** Nothing is known of the authority where the exchange is not switched on. */
const OUTCOMES: Record<Exclude<Outcome, 'off'>, ExchangeOutcome> = {
  result: 'answered',
  dry: 'answered',
  'looked-up': 'answered',
  refused: 'answered',
  'not-admitted': 'answered',
  certificate: 'answered',
  silent: 'slow',
  'too-long': 'slow',
  unreachable: 'down',
  'tls-chain': 'down',
  'tls-name': 'down',
  'tls-protocol': 'down',
  'tls-renegotiation': 'down',
  'error-page': 'down',
  unavailable: 'down',
  unreadable: 'unreadable',
  garbled: 'unreadable',
  unknown: 'unknown',
  defect: 'defect',
};

/** Counts an exchange, and its time if anything was sent: an exchange that the breaker stops takes none. */
export const measureExchange = (
  metrics: Metrics,
  { authority, outcome, steps, milliseconds, opensBreaker }: ExchangeRecord,
): void => {
  if (outcome !== 'off') metrics.add('Exchanges', 1, { authority, outcome: OUTCOMES[outcome] });
  if (steps > 0) metrics.add('ExchangeTime', milliseconds, { authority });
  if (opensBreaker) metrics.add('BreakerOpened', 1, { authority });
};

/** Days before expiry from which the use of a certificate is counted. */
const EXPIRING_DAYS = 30;

/**
 * Counts the use of a certificate that expires soon. It counts at use, because the row is read there, and an unused
 * certificate does no harm; the schedule would have to read every certificate. The log line names the certificate.
 */
export const measureCertificate = (
  metrics: Metrics,
  { id, notAfter }: Pick<CertificateRow, 'id' | 'notAfter'>,
  { requestId, now }: { requestId: string; now: Date },
): void => {
  if (Date.parse(notAfter) - now.getTime() <= EXPIRING_DAYS * 24 * 60 * 60 * 1000)
    metrics.add('ExpiringCertificateUses', 1, { facts: { certificate: id, requestId } });
};

/** Counts a filing of unknown outcome that is no longer looked up. */
export const measureGivenUp = (metrics: Metrics, { id }: Pick<Filing, 'id'>): void =>
  metrics.add('UnknownGivenUp', 1, { facts: { filing: id } });

/** Counts an error of ours. @param facts ids by which its log line is found */
export const measureDefect = (metrics: Metrics, facts: Record<string, string> = {}): void =>
  metrics.add('Defects', 1, { facts });
