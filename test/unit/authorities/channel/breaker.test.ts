import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  Breaker,
  type CircuitOpen,
  FAILURES_TO_OPEN,
  type Health,
  MAX_OPEN_SECONDS,
  OPEN_SECONDS,
} from '../../../../shared/authorities/channel/breaker.ts';

describe('the breaker of an authority', () => {
  let subjects = 0;
  /** Makes a call as the port does. A call that throws is inconclusive. */
  const run = async <T>(breaker: Breaker, subject: unknown, made: () => Promise<T>, health: Health) => {
    const { leave } = breaker.enter(subject);
    let shown: Health = 'inconclusive';
    try {
      const result = await made();
      shown = health;
      return result;
    } finally {
      leave(shown);
    }
  };
  /** A call about a new subject, or about `subject`. */
  const call = (breaker: Breaker, health: Health, subject: unknown = ++subjects) =>
    run(breaker, subject, async () => 'done', health);
  const fail = async (breaker: Breaker, times: number, subject?: unknown) => {
    for (let time = 0; time < times; time++) await call(breaker, 'failing', subject);
  };
  const waitOf = (breaker: Breaker, subject?: unknown) =>
    call(breaker, 'healthy', subject).then(
      () => 0,
      (error: unknown) => (error as CircuitOpen).retryAfter,
    );

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] });
  });
  const pass = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);

  it('the breaker opens after failures in a row, and says for how long', async () => {
    const breaker = new Breaker();
    await fail(breaker, FAILURES_TO_OPEN - 1);
    await call(breaker, 'healthy');
    await fail(breaker, FAILURES_TO_OPEN - 1);
    await call(breaker, 'inconclusive');
    await fail(breaker, 1);
    expect(await waitOf(breaker)).toBe(OPEN_SECONDS);
    pass(4.5);
    expect(await waitOf(breaker)).toBe(11);
  });

  it('the breaker counts the failures of one subject once, until it is closed', async () => {
    const breaker = new Breaker();
    await fail(breaker, 3 * FAILURES_TO_OPEN, 'one worker');
    await fail(breaker, FAILURES_TO_OPEN - 2);
    await fail(breaker, 3 * FAILURES_TO_OPEN, 'one worker');
    await call(breaker, 'healthy');
    await fail(breaker, 1, 'one worker');
    await fail(breaker, FAILURES_TO_OPEN - 2);
    await fail(breaker, 1, 'one worker');
    expect(await call(breaker, 'inconclusive')).toBe('done');
    await fail(breaker, 1);
    expect(await waitOf(breaker)).toBe(OPEN_SECONDS);
  });

  it('the breaker stops only the subject itself when its trial call fails again', async () => {
    const breaker = new Breaker();
    await fail(breaker, 1, 'one worker');
    await fail(breaker, FAILURES_TO_OPEN - 1);
    pass(OPEN_SECONDS);
    await fail(breaker, 1, 'one worker');
    pass(1);
    expect(await waitOf(breaker, 'one worker')).toBe(OPEN_SECONDS - 1);
    expect(await waitOf(breaker)).toBe(0);
    expect(await waitOf(breaker, 'one worker')).toBe(0);
  });

  it('the breaker does not change on an inconclusive outcome', async () => {
    const breaker = new Breaker();
    for (let time = 0; time < 2 * FAILURES_TO_OPEN; time++) await call(breaker, 'inconclusive');
    expect(await waitOf(breaker)).toBe(0);
    await fail(breaker, FAILURES_TO_OPEN);
    pass(OPEN_SECONDS);
    await call(breaker, 'inconclusive');
    await fail(breaker, 1);
    expect(await waitOf(breaker)).toBe(OPEN_SECONDS);
  });

  it('the breaker sends one trial call, and stops the others until it ends', async () => {
    const breaker = new Breaker();
    await fail(breaker, FAILURES_TO_OPEN);
    pass(OPEN_SECONDS);
    const gate = Promise.withResolvers<string>();
    const trial = run(breaker, 'trial', () => gate.promise, 'healthy');
    expect(await waitOf(breaker)).toBe(1);
    gate.resolve('back');
    expect(await trial).toBe('back');
    await fail(breaker, FAILURES_TO_OPEN - 1);
    expect(await waitOf(breaker)).toBe(0);
  });

  it('the breaker opens again when the trial call fails, and sends another one when it throws', async () => {
    const breaker = new Breaker();
    await fail(breaker, FAILURES_TO_OPEN);
    pass(OPEN_SECONDS);
    await fail(breaker, 1);
    expect(await waitOf(breaker)).toBe(OPEN_SECONDS);
    pass(OPEN_SECONDS);
    const thrown = run(breaker, 'thrown', () => Promise.reject(new Error('of the caller')), 'healthy');
    await expect(thrown).rejects.toThrow('of the caller');
    expect(await waitOf(breaker)).toBe(0);
  });

  it.each([
    [120, 120],
    [undefined, OPEN_SECONDS],
    [10 ** 9, MAX_OPEN_SECONDS],
  ])(
    'the breaker opens at once when the authority announces that it is unavailable for %s seconds',
    async (unavailable, expected) => {
      const breaker = new Breaker();
      await call(breaker, { unavailable });
      expect(await waitOf(breaker)).toBe(expected);
      pass(expected - 1);
      expect(await waitOf(breaker)).toBe(1);
      pass(1);
      expect(await waitOf(breaker)).toBe(0);
    },
  );

  it('the breaker follows others: no one calls until then, after that one call tries, and its outcome counts', async () => {
    const breaker = new Breaker();
    breaker.follow(Date.now() + 10_000);
    expect(await waitOf(breaker)).toBe(10);
    pass(10);
    breaker.follow(Date.now());
    const trial = run(
      breaker,
      'trial',
      () => new Promise<string>((resolve) => setImmediate(resolve, 'done')),
      'failing',
    );
    expect(await waitOf(breaker)).toBe(1);
    await trial;
    expect(await waitOf(breaker)).toBe(OPEN_SECONDS);
    pass(OPEN_SECONDS);
    expect(await waitOf(breaker)).toBe(0);
    expect(await waitOf(breaker)).toBe(0);
  });

  it('the breaker stops following when others find the authority up, but not if it saw itself that it is down', async () => {
    const [follower, seer] = [new Breaker(), new Breaker()];
    follower.follow(Date.now() + 10_000);
    follower.follow(undefined);
    expect(await waitOf(follower)).toBe(0);
    await fail(seer, FAILURES_TO_OPEN);
    seer.follow(Date.now() + 1_000);
    seer.follow(undefined);
    expect(await waitOf(seer)).toBe(OPEN_SECONDS);
  });
});
