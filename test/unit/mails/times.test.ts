import { expect, test } from 'vitest';
import { digestDay } from '../../../functions/capabilities/mails/hand-over.ts';

test.each([
  ['in winter', '2026-01-15', '07:00'],
  ['in summer', '2026-07-15', '06:00'],
  ['on the day on which clocks go forward', '2026-03-29', '06:00'],
  ['on the day before', '2026-03-28', '07:00'],
  ['on the day on which clocks go back', '2026-10-25', '07:00'],
  ['on the day before that', '2026-10-24', '06:00'],
])('digests of a day are due from eight in Madrid until midnight there: %s', (_, day, utc) => {
  const first = Date.parse(`${day}T${utc}:00Z`);
  expect(digestDay(new Date(first - 1))).toBeUndefined();
  expect(digestDay(new Date(first))).toBe(day);
  // Of all minutes in the two days around it, the minutes of sixteen hours belong to this day.
  const minutes = Array.from(
    { length: 2 * 24 * 60 },
    (_, minute) => new Date(first + (minute - 1440) * 60_000),
  );
  expect(minutes.filter((minute) => digestDay(minute) === day)).toHaveLength(16 * 60);
});
