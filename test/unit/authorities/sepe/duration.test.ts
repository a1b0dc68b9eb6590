import { describe, expect, test } from 'vitest';
import {
  lastsFewerMonths,
  lastsMonths,
  lastsUpToDays,
} from '../../../../shared/authorities/sepe/documents/contract-types.ts';

describe('the duration of a contract', () => {
  const start = '2024-08-31';
  test('a contract from 29 February to the 28th a year later lasts twelve months', () => {
    const year = { start: '2028-02-29', end: '2029-02-28' };
    expect(lastsMonths(year, 6, 12)).toBe(true);
    expect(lastsFewerMonths(year, 12)).toBe(false);
    expect(lastsMonths({ ...year, end: '2029-03-01' }, 6, 12)).toBe(false);
    expect(lastsMonths({ ...year, end: '2031-02-28' }, 24, 36)).toBe(true);
  });

  test('a contract lasts whole months if it ends on the day before, or with the month if that is shorter', () => {
    expect(lastsMonths({ start: '2026-01-01', end: '2026-06-30' }, 6, 6)).toBe(true);
    expect(lastsMonths({ start, end: '2025-02-27' }, 6, 6)).toBe(true);
    expect(lastsMonths({ start, end: '2025-02-26' }, 6, 6)).toBe(false);
    expect(lastsFewerMonths({ start, end: '2025-08-29' }, 12)).toBe(true);
    expect(lastsFewerMonths({ start, end: '2025-08-30' }, 12)).toBe(false);
  });
  test('a contract is counted in days from the first to the last', () => {
    expect(lastsUpToDays({ start: '2024-02-28', end: '2024-03-01' }, 3)).toBe(true);
    expect(lastsUpToDays({ start: '2024-02-28', end: '2024-03-01' }, 2)).toBe(false);
  });
  test('a contract without an end has no duration', () => {
    expect([
      lastsMonths({ start }, 0, 99),
      lastsFewerMonths({ start }, 99),
      lastsUpToDays({ start }, 99),
    ]).toEqual([false, false, false]);
  });
});
