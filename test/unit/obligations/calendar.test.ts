import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayAfter } from '../../../shared/kernel/spanish-time.ts';
import {
  afterNaturalDays,
  afterWorkingDays,
  daysBetween,
  isWorkingDay,
  lastButOneOfNextMonth,
  NoCalendar,
  YEARS,
} from '../../../shared/obligations/calendar.ts';

const anyDay = fc.nat(700).map((days) => dayAfter('2025-01-01', { days }));

test('a term of working days ends on a working day, and has so many of them', () => {
  fc.assert(
    fc.property(
      fc.nat(690).map((days) => dayAfter('2025-01-01', { days })),
      fc.integer({ min: 1, max: 20 }),
      (from, count) => {
        let last: string;
        try {
          last = afterWorkingDays(from, count);
        } catch (error) {
          // It reaches into the first year without table: it is refused.
          expect(error).toBeInstanceOf(NoCalendar);
          expect(dayAfter(from, { days: 2 * count + 10 }) > '2026-12-31').toBe(true);
          return;
        }
        const days = Array.from({ length: daysBetween(from, last) }, (_, index) =>
          afterNaturalDays(from, index + 1),
        );
        expect(isWorkingDay(last)).toBe(true);
        expect(days.filter(isWorkingDay)).toHaveLength(count);
      },
    ),
  );
});

test('a day more of a term never ends it earlier, and natural days never end later than as many working ones', () => {
  fc.assert(
    fc.property(
      fc.nat(600).map((days) => dayAfter('2025-01-01', { days })),
      fc.integer({ min: 1, max: 15 }),
      (from, count) => {
        expect(afterWorkingDays(from, count + 1) > afterWorkingDays(from, count)).toBe(true);
        expect(afterWorkingDays(afterNaturalDays(from, 1), count) >= afterWorkingDays(from, count)).toBe(
          true,
        );
        expect(afterNaturalDays(from, count) <= afterWorkingDays(from, count)).toBe(true);
      },
    ),
  );
});

test('natural days go by days, also where the clock changes', () => {
  expect(afterNaturalDays('2026-10-24', 3)).toBe('2026-10-27');
  expect(afterNaturalDays('2026-03-28', 3)).toBe('2026-03-31');
  fc.assert(
    fc.property(anyDay, fc.integer({ min: -99, max: 99 }), (day, count) => {
      expect(daysBetween(day, afterNaturalDays(day, count))).toBe(count);
    }),
  );
});

test('a year without table is refused', () => {
  expect(() => isWorkingDay('2027-01-04')).toThrow(NoCalendar);
  expect(() => afterWorkingDays('2026-12-22', 10)).toThrow(NoCalendar);
  expect(afterWorkingDays('2026-12-22', 6)).toBe('2026-12-31');
});

test('holidays of all Spain are no working days; those of some regions are', () => {
  expect(isWorkingDay('2026-10-12')).toBe(false);
  expect(isWorkingDay('2026-11-02')).toBe(true);
  expect(isWorkingDay('2026-04-02')).toBe(true);
  for (const [year, { holidays, source }] of Object.entries(YEARS)) {
    expect(source).toMatch(/BOE-A-\d{4}-\d+/);
    expect(new Set(holidays).size).toBe(9);
    for (const holiday of holidays) expect(isWorkingDay(`${year}-${holiday}`)).toBe(false);
  }
});

test('a settlement ends on the last day but one of the next month', () => {
  expect(lastButOneOfNextMonth('2026-01')).toBe('2026-02-27');
  expect(lastButOneOfNextMonth('2026-09')).toBe('2026-10-30');
  expect(lastButOneOfNextMonth('2026-12')).toBe('2027-01-30');
});
