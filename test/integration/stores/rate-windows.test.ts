import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countRequest } from '../../../shared/stores/rate-windows.ts';
import { tenAtOnce } from '../../support/callers/ten-at-once.ts';
import { tries } from '../../support/setup/fast-check.ts';

const MINUTE = 60_000;
/** The first instant of a minute. */
const START = new Date(Date.UTC(2026, 10, 21, 10, 0, 0));
const at = (milliseconds: number) => new Date(START.getTime() + milliseconds);

/** Counts `n` requests, ten at once, and returns how many were admitted. */
const burst = async (scope: string, limit: number, n: number, now: Date) => {
  const windows = await tenAtOnce(n, () => countRequest(scope, limit, now));
  return { admitted: windows.filter((window) => window.admitted).length, windows };
};

test('a limit of 80 admits exactly 80 of 300 requests, ten at once', async () => {
  const { admitted, windows } = await burst(randomUUID(), 80, 300, at(0));
  expect(admitted).toBe(80);
  expect(new Set(windows.map(({ reset }) => reset))).toEqual(new Set([START.getTime() / 1000 + 60]));
  expect(windows.every(({ remaining }) => remaining >= 0 && remaining < 80)).toBe(true);
});

test('a window that is full affects no other scope', async () => {
  const [one, other] = [randomUUID(), randomUUID()];
  await burst(one, 5, 8, at(0));
  expect((await countRequest(other, 5, at(0))).remaining).toBe(4);
});

test('the excess of a window counts in the next one, and Retry-After includes it', async () => {
  const scope = randomUUID();
  await burst(scope, 3, 4, at(10_000));
  // One above the limit: the next window starts with one used.
  const refused = await countRequest(scope, 3, at(10_000));
  expect(refused).toMatchObject({ admitted: false, retryAfter: 50 });
  expect(await countRequest(scope, 3, at(60_000))).toMatchObject({ admitted: true, remaining: 0 });
});

/** The same rule without a store: the expected result for any sequence of requests. */
const model = (limit: number) => {
  let window = -1;
  let count = 0;
  return (now: Date) => {
    const current = Math.floor(now.getTime() / MINUTE);
    if (current !== window) {
      count = current === window + 1 ? Math.min(limit, Math.max(0, count - limit)) : 0;
      window = current;
    }
    count++;
    return { admitted: count <= limit, remaining: Math.max(0, limit - count) };
  };
};

test('any sequence of requests is admitted as a plain model of the rule admits it', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 4 }),
      fc.array(fc.integer({ min: 0, max: 50_000 }), { maxLength: 25 }),
      async (limit, waits) => {
        const scope = randomUUID();
        const expected = model(limit);
        let now = 0;
        for (const wait of waits) {
          now += wait;
          expect(await countRequest(scope, limit, at(now))).toMatchObject(expected(at(now)));
        }
      },
    ),
    tries(15),
  );
});

test('a request at the instant of Retry-After is accepted, and one a second earlier is not', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 3, max: 12 }), fc.integer({ min: 0, max: 59 }), async (n, second) => {
      const [one, other] = [randomUUID(), randomUUID()];
      const now = at(second * 1000);
      for (const scope of [one, other]) await burst(scope, 2, n - 1, now);
      const { retryAfter } = await countRequest(one, 2, now);
      await countRequest(other, 2, now);
      expect((await countRequest(one, 2, at((second + retryAfter) * 1000))).admitted).toBe(true);
      expect((await countRequest(other, 2, at((second + retryAfter - 1) * 1000))).admitted).toBe(false);
    }),
    tries(10),
  );
});
