import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayAfter } from '../../../shared/kernel/spanish-time.ts';
import {
  afterNaturalDays,
  afterWorkingDays,
  daysBetween,
  earliestWorkingDays,
  isWorkingDay,
  lastButOneOfNextMonth,
  NoCalendar,
  YEARS,
} from '../../../shared/kernel/working-days.ts';

const LAST_KNOWN = `${Object.keys(YEARS).at(-1)}-12-31`;
const anyDay = fc.nat(700).map((days) => dayAfter('2025-01-01', { days }));

test('a term of working days ends on a working day, and has that many working days', () => {
  fc.assert(
    fc.property(
      fc.nat(1_060).map((days) => dayAfter('2025-01-01', { days })),
      fc.integer({ min: 1, max: 20 }),
      (from, count) => {
        let last: string;
        try {
          last = afterWorkingDays(from, count);
        } catch (error) {
          // It reaches into the first year without a calendar, so it is refused.
          expect(error).toBeInstanceOf(NoCalendar);
          expect(dayAfter(from, { days: 2 * count + 10 }) > LAST_KNOWN).toBe(true);
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

test('natural days are counted by days, also when the clock changes', () => {
  expect(afterNaturalDays('2026-10-24', 3)).toBe('2026-10-27');
  expect(afterNaturalDays('2026-03-28', 3)).toBe('2026-03-31');
  fc.assert(
    fc.property(anyDay, fc.integer({ min: -99, max: 99 }), (day, count) => {
      expect(daysBetween(day, afterNaturalDays(day, count))).toBe(count);
    }),
  );
});

test('a year without a table is refused', () => {
  expect(() => isWorkingDay('2028-01-04')).toThrow(NoCalendar);
  expect(() => afterWorkingDays('2027-12-22', 10)).toThrow(NoCalendar);
  expect(afterWorkingDays('2027-12-22', 7)).toBe('2027-12-31');
});

test('a term that reaches into a year without a table ends on no earlier day than its weekdays allow', () => {
  expect(earliestWorkingDays('2027-12-22', 10)).toBe('2028-01-05');
  expect(earliestWorkingDays('2027-12-22', 7)).toBe('2027-12-31');
  const tables = YEARS as Record<string, (typeof YEARS)[string]>;
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 15 }),
      fc.uniqueArray(fc.nat(30), { maxLength: 12 }),
      (count, holidays) => {
        const earliest = earliestWorkingDays('2027-12-22', count);
        try {
          tables['2028'] = {
            holidays: holidays.map((day) => dayAfter('2028-01-01', { days: day }).slice(5)),
            source: 'A table of this test.',
          };
          expect(earliest <= afterWorkingDays('2027-12-22', count)).toBe(true);
        } finally {
          delete tables['2028'];
        }
      },
    ),
  );
});

test('holidays of all Spain are no working days, and those of some regions are', () => {
  expect(isWorkingDay('2026-10-12')).toBe(false);
  expect(isWorkingDay('2026-11-02')).toBe(true);
  expect(isWorkingDay('2026-04-02')).toBe(true);
  for (const [year, { holidays, source }] of Object.entries(YEARS)) {
    expect(source).toMatch(/BOE-A-\d{4}-\d+/);
    expect(new Set(holidays).size).toBe(year === '2027' ? 10 : 9);
    for (const holiday of holidays) expect(isWorkingDay(`${year}-${holiday}`)).toBe(false);
  }
});

test('a year is provisional before its resolution is published, with the holidays that no region may replace, or none', () => {
  expect(Object.keys(YEARS).filter((year) => YEARS[year]!.isProvisional)).toEqual(['2027']);
  // 23, 24, 28 to 31 December; 4, 5, 7 and 8 January.
  expect(afterWorkingDays('2026-12-22', 10)).toBe('2027-01-08');
  expect(isWorkingDay('2027-01-06')).toBe(false);
  // Good Friday is on another date each year.
  for (const [year, { holidays }] of Object.entries(YEARS)) {
    const moving = holidays.filter((holiday) => holiday.startsWith('03') || holiday.startsWith('04'));
    expect(moving.map((day) => new Date(`${year}-${day}T00:00:00Z`).getUTCDay())).toEqual([5]);
  }
});

test('a settlement ends on the last day but one of the next month', () => {
  expect(lastButOneOfNextMonth('2026-01')).toBe('2026-02-27');
  expect(lastButOneOfNextMonth('2026-09')).toBe('2026-10-30');
  expect(lastButOneOfNextMonth('2026-12')).toBe('2027-01-30');
});
