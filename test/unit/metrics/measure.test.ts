import { describe, expect, test } from 'vitest';
import { realServices } from '../../../functions/services.ts';
import type { ExchangeRecord } from '../../../shared/authorities/authority-port.ts';
import type { Outcome } from '../../../shared/authorities/run-script.ts';
import { measureCertificate, measureExchange } from '../../../shared/metrics/emit.ts';
import { endFiling } from '../../../shared/serving/filing/end-record.ts';
import type { FilingState } from '../../../shared/stores/filings/filing.ts';
import { recordedMetrics } from '../../support/servers/recorded-metrics.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

describe('the metrics of an exchange', () => {
  const measured = (facts: Partial<ExchangeRecord>) => {
    const { metrics, emitted } = recordedMetrics();
    const record: ExchangeRecord = {
      authority: 'tgss',
      exchange: 'ATR01 alta',
      attempts: 1,
      steps: 3,
      milliseconds: 812,
      outcome: 'result',
      ...facts,
    };
    measureExchange(metrics, record);
    return emitted;
  };
  const counted = (outcome: string) => ({
    name: 'Exchanges',
    value: 1,
    dimensions: { authority: 'tgss', outcome },
  });
  const TIME = { name: 'ExchangeTime', value: 812, dimensions: { authority: 'tgss' } };

  test.each<[Outcome, string]>([
    ['refused', 'answered'],
    ['silent', 'slow'],
    ['unreachable', 'down'],
    ['unreadable', 'unreadable'],
    ['unknown', 'unknown'],
    ['defect', 'defect'],
  ])('an exchange that ends with %s is counted as %s, with its time', (outcome, shown) => {
    expect(measured({ outcome })).toEqual([counted(shown), TIME]);
  });

  test('an exchange that the breaker stopped has no time, because an authority that is down would look fast', () => {
    expect(measured({ outcome: 'unavailable', steps: 0 })).toEqual([counted('down')]);
  });

  test('an exchange that is not switched on shows nothing of its authority', () => {
    expect(measured({ outcome: 'off', steps: 0 })).toEqual([]);
  });

  test('an exchange that opens the breaker is counted', () => {
    expect(measured({ outcome: 'unavailable', opensBreaker: true })).toEqual([
      counted('down'),
      TIME,
      { name: 'BreakerOpened', value: 1, dimensions: { authority: 'tgss' } },
    ]);
  });
});

describe('the metric of a filing that ends', () => {
  const ended = async (from: FilingState, to: 'accepted' | 'unknown', isEnded = true) => {
    const { metrics, of } = recordedMetrics();
    const filings = { ...realServices.stores.filings, endFiling: async () => isEnded };
    const services = { ...realServices, metrics, stores: { ...realServices.stores, filings } };
    const whose = { accountId: 'a', authority: 'sepe', dry: false, clientId: 0, claimedAt: '' } as const;
    const filing = { ...whose, id: '01', state: from, requestHash: 'h' };
    expect(await endFiling(services, filing, { from: [from], state: to, facts: {}, now: new Date() })).toBe(
      isEnded,
    );
    return of('FilingsEnded');
  };

  test('the metric counts the filing, and what is found later, too', async () => {
    expect(await ended('committing', 'unknown')).toEqual([{ value: 1, authority: 'sepe', state: 'unknown' }]);
    expect(await ended('unknown', 'accepted')).toEqual([{ value: 1, authority: 'sepe', state: 'accepted' }]);
  });

  test('the metric counts the filing once: not for an end that came late, and not if only a document is added', async () => {
    expect(await ended('committing', 'accepted', false)).toEqual([]);
    expect(await ended('accepted', 'accepted')).toEqual([]);
  });
});

test.each([
  [30 * DAY_MS, 1],
  [30 * DAY_MS + 1, 0],
  [1, 1],
])('a certificate that expires in %i ms is counted %i times', (left, times) => {
  const { metrics, emitted } = recordedMetrics();
  const now = new Date('2026-11-22T10:00:00Z');
  const certificate = { id: 'c', notAfter: new Date(now.getTime() + left).toISOString() };
  measureCertificate(metrics, certificate, { requestId: 'r', now });
  expect(emitted).toEqual(
    Array(times).fill({
      name: 'ExpiringCertificateUses',
      value: 1,
      dimensions: {},
      facts: { certificate: 'c', requestId: 'r' },
    }),
  );
});
