import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isNight, nextNight } from '../../../functions/capabilities/reconciliation/night.ts';
import { madridTime } from '../../../shared/kernel/spanish-time.ts';

/** When nightly comparisons begin. */

const instant = fc.date({
  min: new Date('2026-01-01T00:00:00Z'),
  max: new Date('2027-12-31T00:00:00Z'),
  noInvalidDate: true,
});
const HOUR = 60 * 60_000;

test('a company begins in the night in Madrid, within a day, and once a night, also when the clocks change', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.nat(), instant, (accountId, company, now) => {
      const next = nextNight(accountId, company, now);
      expect(isNight(next), madridTime(next)).toBe(true);
      const hours = (next.getTime() - now.getTime()) / HOUR;
      expect(hours).toBeGreaterThan(0);
      expect(hours).toBeLessThanOrEqual(25);
      const after = (nextNight(accountId, company, next).getTime() - next.getTime()) / HOUR;
      expect(after).toBeGreaterThanOrEqual(23);
      expect(after).toBeLessThanOrEqual(25);
    }),
    { numRuns: 500 },
  );
});

test('companies are spread over the night', () => {
  const now = new Date('2026-11-23T12:00:00Z');
  const begins = Array.from({ length: 1_000 }, (_, company) => nextNight('a', company, now).getTime());
  const first = Date.parse('2026-11-23T21:00:00Z');
  const hours = begins.map((at) => Math.floor((at - first) / HOUR));
  const counts = Array.from({ length: 8 }, (_, hour) => hours.filter((one) => one === hour).length);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1_000);
  // The last hour has half an hour of beginnings.
  for (const count of counts.slice(0, 7)) expect(count).toBeGreaterThan(80);
});

test('the night is from ten to six in Madrid', () => {
  expect(
    ['20:59', '21:00', '04:59', '05:00'].map((time) => isNight(new Date(`2026-11-23T${time}:00Z`))),
  ).toEqual([false, true, true, false]);
});
