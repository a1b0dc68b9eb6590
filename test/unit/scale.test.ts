import { describe, expect, test } from 'vitest';
import { ANSWERS } from '../bench/scale/asking.ts';
import { Heap } from '../bench/scale/heap.ts';
import { KINDS } from '../bench/scale/model.ts';
import { costOf, SETUPS } from '../bench/scale/report.ts';
import { type Setup, simulate } from '../bench/scale/simulation.ts';
import { randomOf } from '../faults/random.ts';

/** The simulation of many accounts, on a small scale. */

const usual = {
  tgss: [{ name: 'usual', from: 0 }],
  sepe: [{ name: 'usual', from: 0 }],
  aeat: [{ name: 'usual', from: 0 }],
};
const small: Setup = {
  ...SETUPS['default quotas']!,
  accounts: 100,
  rate: 20,
  seconds: 120,
  phases: usual,
};
const answered = (setup: Setup) => {
  const outcome = simulate(setup);
  const of = Object.fromEntries(
    ANSWERS.map((kind) => [kind, outcome.stretches.reduce((sum, { answers }) => sum + answers[kind], 0)]),
  );
  return { outcome, of };
};

test('what ends first comes first', () => {
  const heap = new Heap<number>();
  const random = randomOf(3);
  const times = Array.from({ length: 500 }, () => Math.floor(random() * 100));
  for (const time of times) heap.push(time, time);
  expect(times.map(() => heap.pop())).toEqual(times.toSorted((one, other) => one - other));
  expect(heap.next).toBe(Number.POSITIVE_INFINITY);
});

test('the shares of all kinds of requests are all of them', () => {
  expect(KINDS.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1);
});

describe('a simulated hour', () => {
  test('is the same for the same seed, and another for another', () => {
    expect(simulate(small)).toEqual(simulate(small));
    expect(simulate({ ...small, seed: 2 }).totals).not.toEqual(simulate(small).totals);
  });

  test('has an answer for every request, and serves all that fits', () => {
    const { outcome, of } = answered(small);
    expect(outcome.totals.requests).toBeGreaterThan(2_000);
    expect(of.throttled! + of.gateway! + of.down! + of.error!).toBe(0);
    // By Little's law: requests a second times their time.
    expect(outcome.peaks.concurrency).toBeGreaterThan(20);
    expect(outcome.peaks.concurrency).toBeLessThan(80);
    expect(costOf(outcome).requests).toBeGreaterThan(0);
    const told = Object.values(of).reduce((sum, one) => sum! + one!, 0);
    expect(outcome.totals.requests - told!).toBeLessThan(5);
  });

  test('is refused by the quota that is too low', () => {
    expect(answered({ ...small, concurrency: 5 }).of.throttled).toBeGreaterThan(100);
    expect(answered({ ...small, gatewayRate: 1, gatewayBurst: 1 }).of.gateway).toBeGreaterThan(100);
    expect(simulate({ ...small, scaling: 10 }).refusedFirst.scaling).toBeDefined();
  });

  test('a slow authority takes no executions from others where they are reserved', () => {
    const slow = { ...usual, tgss: [{ name: 'slow', from: 0, slow: 8 }] };
    const own = (setup: Setup) => simulate(setup).stretches[0]!.withoutAuthority;
    const scarce = { ...small, phases: slow, concurrency: 30 };
    const without = own(scarce);
    const reserved = own({ ...scarce, reserved: { 'seg-social': 15, sepe: 5, aeat: 2 } });
    expect(without.served / without.made).toBeLessThan(0.5);
    expect(reserved.served / reserved.made).toBeGreaterThan(0.95);
  });

  test('the breaker stops requests to an authority that cannot be reached, and lets them pass when it is back', () => {
    const phases = {
      ...usual,
      tgss: [
        { name: 'usual', from: 0 },
        { name: 'away', from: 60, fails: 'connection' as const },
        { name: 'back', from: 300 },
      ],
    };
    const { stretches } = simulate({ ...small, seconds: 600, phases });
    expect(stretches.map(({ name }) => name)).toEqual(['usual', 'away', 'back']);
    // Some were on their way.
    expect(stretches[0]!.answers.down).toBeLessThan(40);
    expect(stretches[1]!.answers.down).toBeGreaterThan(1_000);
    expect(stretches[2]!.answers.served).toBeGreaterThan(20 * stretches[2]!.answers.down);
  });

  test('a caller above the limit of the interface is told so', () => {
    expect(answered({ ...small, accounts: 1, rate: 100 }).of.limited).toBeGreaterThan(0);
  });
});
