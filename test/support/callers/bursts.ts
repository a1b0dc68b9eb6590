import { expect } from 'vitest';
import type { Answered } from '../gateway.ts';

/**
 * Expects that each minute admitted as many of the simultaneous calls as its budget, with the remaining count
 * decreasing by one, and refused all others. Usually that is one minute; on a busy machine the calls spread over
 * several, and refused calls count in the next one.
 */
export const expectBudget = (answers: Answered[], budget: number, admittedWith: number) => {
  const minutes = Map.groupBy(answers, ({ headers }) => Number(headers.get('x-ratelimit-reset')));
  let left = budget;
  for (const [, ofMinute] of [...minutes].sort(([a], [b]) => a - b)) {
    const { [admittedWith]: admitted = [], 429: refused = [] } = Object.groupBy(
      ofMinute,
      ({ status }) => status,
    );
    expect([admitted.length, refused.length]).toEqual([
      Math.min(left, ofMinute.length),
      Math.max(0, ofMinute.length - left),
    ]);
    expect(
      admitted.map(({ headers }) => Number(headers.get('x-ratelimit-remaining'))).sort((a, b) => b - a),
    ).toEqual(admitted.map((_, index) => left - 1 - index));
    left = Math.max(0, budget - refused.length);
    for (const { headers, body } of refused) {
      expect(headers.get('x-ratelimit-remaining')).toBe('0');
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      expect(body).toMatchObject({ message: 'Too Many Requests', status: 429 });
    }
  }
};
