import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lastDays } from '../../../functions/capabilities/operator/fields.ts';
import { daysLater as standInsLater } from '../../../sandbox/calendar.ts';
import {
  dayAfter,
  daysLater,
  madridDay,
  madridTime,
  ofMadridTime,
  startOfMadridDay,
  withOffset,
} from '../../../shared/kernel/spanish-time.ts';

/**
 * Days in Madrid, compared with another way to compute them: the EU's rule for summer time by arithmetic on UTC alone, and days
 * counted one by one.
 */

const HOUR = 3_600_000;
const lastSunday = (year: number, month: number): number => {
  const last = new Date(Date.UTC(year, month, 0));
  return Date.UTC(year, month - 1, last.getUTCDate() - last.getUTCDay(), 1);
};
/** Hours by which Madrid is ahead of UTC (Directive 2000/84/EC). */
const ahead = (at: number): 1 | 2 => {
  const year = new Date(at).getUTCFullYear();
  return at >= lastSunday(year, 3) && at < lastSunday(year, 10) ? 2 : 1;
};
const local = (at: number) => new Date(at + ahead(at) * HOUR).toISOString().slice(0, 19);

/** Seconds from 2000 to 2099, half of them in the hours around midnight and around changes of the clock. */
const FIRST = Date.UTC(2000, 0, 1) / 1000;
const anySecond = fc.integer({ min: FIRST, max: Date.UTC(2099, 11, 30) / 1000 });
const atAnEdge = fc
  .record({
    year: fc.integer({ min: 2000, max: 2098 }),
    edge: fc.constantFrom('spring', 'autumn', 'new year', 'end of February', 'midnight'),
    day: fc.nat(364),
    seconds: fc.integer({ min: -26 * 3600, max: 26 * 3600 }),
  })
  .map(({ year, edge, day, seconds }) => {
    const edges = {
      spring: lastSunday(year, 3),
      autumn: lastSunday(year, 10),
      'new year': Date.UTC(year + 1, 0, 1),
      'end of February': Date.UTC(year, 2, 1),
      midnight: Date.UTC(year, 0, 1 + day),
    };
    return edges[edge] / 1000 + seconds;
  });
const anyInstant = fc.oneof(anySecond, atAnEdge).map((seconds) => seconds * 1000);

test('time and day in Madrid follow the rule of summer time', () => {
  fc.assert(
    fc.property(anyInstant, (at) => {
      const instant = new Date(at);
      expect(madridTime(instant)).toBe(local(at).replace('T', ' '));
      expect(madridDay(instant)).toBe(local(at).slice(0, 10));
      expect(withOffset(instant)).toBe(`${local(at)}+0${ahead(at)}:00`);
      expect(Date.parse(withOffset(instant))).toBe(at);
    }),
  );
});

test('a day begins with its first instant, and has 23, 24 or 25 hours', () => {
  fc.assert(
    fc.property(anyInstant, (at) => {
      const day = madridDay(new Date(at));
      const first = startOfMadridDay(day).getTime();
      expect(local(first)).toBe(`${day}T00:00:00`);
      expect(local(first - 1000) < `${day}T`).toBe(true);
      const next = startOfMadridDay(dayAfter(day, { days: 1 })).getTime();
      expect(first <= at && at < next).toBe(true);
      expect((next - first) / HOUR).toBe(24 + ahead(first) - ahead(next));
    }),
  );
});

test('a local time is the later of two instants that clocks show, and a skipped one is an hour away', () => {
  fc.assert(
    fc.property(anyInstant, (at) => {
      const wanted = local(at);
      const found = ofMadridTime(wanted).getTime();
      expect(local(found)).toBe(wanted);
      expect(found).toBe(local(at + HOUR) === wanted ? at + HOUR : at);
    }),
  );
  for (const skipped of ['2026-03-29T02:00:00', '2026-03-29T02:59:59'])
    expect(
      Math.abs(Date.parse(`${local(ofMadridTime(skipped).getTime())}Z`) - Date.parse(`${skipped}Z`)),
    ).toBe(HOUR);
});

test('days and months after a day are those of the calendar', () => {
  const walked = (day: string, days: number) => {
    let [year, month, date] = day.split('-').map(Number) as [number, number, number];
    const lengthOf = () =>
      month === 2
        ? (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
          ? 29
          : 28
        : 30 + ((month + (month > 7 ? 1 : 0)) % 2);
    for (let left = days; left > 0; left--) {
      date += 1;
      if (date > lengthOf()) [month, date] = [month + 1, 1];
      if (month > 12) [year, month] = [year + 1, 1];
    }
    return [year, month, date].map((part) => String(part).padStart(2, '0')).join('-');
  };
  fc.assert(
    fc.property(anyInstant, fc.nat(800), (at, days) => {
      const day = madridDay(new Date(at));
      expect(dayAfter(day, { days })).toBe(walked(day, days));
      expect(dayAfter(walked(day, days), { days: -days })).toBe(day);
    }),
  );
  expect(dayAfter('2028-02-29', { months: 12 })).toBe('2029-03-01');
  expect(dayAfter('2027-12-31', { months: 2 })).toBe('2028-03-02');
});

test('an instant some days later has the same hour of that day, for the gateway and for the stand-ins', () => {
  fc.assert(
    fc.property(anyInstant, fc.integer({ min: -1000, max: 1000 }), (at, days) => {
      const later = daysLater(new Date(at), days);
      expect(madridDay(later)).toBe(dayAfter(madridDay(new Date(at)), { days }));
      expect(standInsLater(new Date(at), days)).toEqual(later);
      if (days === 0) expect(later.getTime()).toBe(at);
    }),
  );
  for (const [from, to] of [
    ['2026-03-19T22:30:00.123Z', '2026-03-29T21:30:00.123Z'],
    ['2026-10-19T21:30:00.000Z', '2026-10-29T22:30:00.000Z'],
    ['2026-10-15T22:30:00.000Z', '2026-10-25T23:30:00.000Z'],
  ])
    expect(daysLater(new Date(from!), 10).toISOString()).toBe(to);
});

test('the last days have each day once, at any hour', () => {
  fc.assert(
    fc.property(anyInstant, fc.integer({ min: 1, max: 30 }), (at, count) => {
      const days = lastDays(count, new Date(at));
      expect(days[0]).toBe(madridDay(new Date(at)));
      expect(days).toHaveLength(count);
      for (const [back, day] of days.entries()) expect(dayAfter(day, { days: back })).toBe(days[0]);
    }),
  );
  // 23:30 on the Monday after the clocks went back.
  expect(lastDays(3, new Date('2026-10-26T22:30:00Z'))).toEqual(['2026-10-26', '2026-10-25', '2026-10-24']);
});
