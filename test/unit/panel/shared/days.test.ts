import { expect, test } from 'vitest';
import {
  daysBetween,
  plusDays,
  showDay,
  showDaysLeft,
  showMoment,
} from '../../../../panel/src/shared/days.ts';
import { addressOf, readRoute } from '../../../../panel/src/shared/route.ts';

/** Days and addresses. */

test('days are counted in days of the calendar, also where clocks change', () => {
  expect(plusDays('2026-03-28', 2)).toBe('2026-03-30');
  expect(daysBetween('2026-10-24', '2026-10-26')).toBe(2);
  expect([-6, -1].map((days) => showDaysLeft(days, false))).toEqual([
    'pudo vencer hace 6 días',
    'pudo vencer ayer',
  ]);
  expect([-6, -1, 0, 1, 15, null].map((days) => showDaysLeft(days))).toEqual([
    'venció hace 6 días',
    'venció ayer',
    'hoy',
    'mañana',
    'en 15 días',
    'sin fecha',
  ]);
  expect(showDay('2026-12-07')).toBe('07/12/2026');
  expect(showDay('2026-12')).toBe('12/2026');
  expect(showMoment('2026-11-23T23:30:00Z')).toBe('24/11/2026, 00:30');
  expect(showMoment('2025-12-31T22:59:00Z')).toBe('31/12/2025, 23:59');
});

test('addresses are read as they are written', () => {
  expect(readRoute('')).toEqual({ page: 'hoy', id: undefined, query: {} });
  const address = addressOf('tramites', 'a/b', { state: 'unknown', from: '' });
  expect(address).toBe('#/tramites/a%2Fb?state=unknown');
  expect(readRoute(address)).toEqual({ page: 'tramites', id: 'a/b', query: { state: 'unknown' } });
  // By hand.
  expect(readRoute('#/%')).toEqual({ page: '%', id: undefined, query: {} });
});
