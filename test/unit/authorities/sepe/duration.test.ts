import { describe, expect, test } from 'vitest';
import {
  lastsFewerMonths,
  lastsMonths,
  lastsUpToDays,
} from '../../../../shared/authorities/sepe/documents/contract-types.ts';

describe('durations', () => {
  const start = '2024-08-31';
  test('a year from 29 February ends on the 28th, and is twelve months', () => {
    const year = { start: '2028-02-29', end: '2029-02-28' };
    expect(lastsMonths(year, 6, 12)).toBe(true);
    expect(lastsFewerMonths(year, 12)).toBe(false);
    expect(lastsMonths({ ...year, end: '2029-03-01' }, 6, 12)).toBe(false);
    expect(lastsMonths({ ...year, end: '2031-02-28' }, 24, 36)).toBe(true);
  });

  test('months end on the day before, or with the month if it is shorter', () => {
    expect(lastsMonths({ start: '2026-01-01', end: '2026-06-30' }, 6, 6)).toBe(true);
    expect(lastsMonths({ start, end: '2025-02-27' }, 6, 6)).toBe(true);
    expect(lastsMonths({ start, end: '2025-02-26' }, 6, 6)).toBe(false);
    expect(lastsFewerMonths({ start, end: '2025-08-29' }, 12)).toBe(true);
    expect(lastsFewerMonths({ start, end: '2025-08-30' }, 12)).toBe(false);
  });
  test('days are counted from the first to the last', () => {
    expect(lastsUpToDays({ start: '2024-02-28', end: '2024-03-01' }, 3)).toBe(true);
    expect(lastsUpToDays({ start: '2024-02-28', end: '2024-03-01' }, 2)).toBe(false);
  });
  test('without an end the duration is not known', () => {
    expect([
      lastsMonths({ start }, 0, 99),
      lastsFewerMonths({ start }, 99),
      lastsUpToDays({ start }, 99),
    ]).toEqual([false, false, false]);
  });
});
