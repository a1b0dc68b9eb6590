import { expect, test } from 'vitest';
import { nextTry, outcomeOf, WAITS } from '../../../functions/capabilities/webhooks/deliveries/outcome.ts';

const NOW = new Date('2026-11-23T09:30:00.000Z');
const seconds = (count: number): Date => new Date(NOW.getTime() + count * 1000);

test.each([
  [429, '120', 120],
  [503, '120', 120],
  [429, 'Mon, 23 Nov 2026 09:32:00 GMT', 120],
  // At most an hour.
  [429, '86400', 3600],
  [503, 'Tue, 24 Nov 2026 09:30:00 GMT', 3600],
  [429, '9'.repeat(400), 3600],
  // No later time, nothing that can be read, or another status.
  [429, '0', undefined],
  [429, 'Mon, 23 Nov 2026 09:00:00 GMT', undefined],
  [429, '-5', undefined],
  [429, 'mañana', undefined],
  [429, '', undefined],
  [429, undefined, undefined],
  [500, '120', undefined],
  [204, '120', undefined],
])(
  'a receiver that answers %d with Retry-After %s is called again after %s seconds at the earliest',
  (status, retryAfter, pause) => {
    const outcome = outcomeOf({ status, ...(retryAfter !== undefined && { retryAfter }) }, NOW);
    expect(outcome.pausedUntil).toEqual(pause === undefined ? undefined : seconds(pause));
  },
);

test('the next try waits for the longer of its own time and the time that the receiver asks for', () => {
  const [first, , , , later] = WAITS.map((wait) => wait / 1000);
  expect(nextTry(1, NOW)).toEqual(seconds(first!));
  expect(nextTry(1, NOW, seconds(120))).toEqual(seconds(120));
  expect(nextTry(5, NOW, seconds(120))).toEqual(seconds(later!));
  expect(nextTry(WAITS.length + 1, NOW, seconds(120))).toBeUndefined();
});

test('only the status 410 says that a receiver is gone', () => {
  for (const status of [200, 301, 400, 404, 429, 500, 503])
    expect(outcomeOf({ status }, NOW)).not.toHaveProperty('isGone');
  expect(outcomeOf({ status: 410 }, NOW)).toMatchObject({ isDelivered: false, isGone: true });
});
