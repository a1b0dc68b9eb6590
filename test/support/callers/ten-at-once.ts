import { semaphore } from '../../../shared/kernel/side-by-side.ts';

/**
 * Runs something `count` times, ten at once, and returns the results in order. An AWS client has 50 connections, and waiting
 * for a free one counts as connection time, so with many more at once some would time out on a busy machine.
 */
export const tenAtOnce = <T>(count: number, run: (index: number) => Promise<T>): Promise<T[]> => {
  const inTurn = semaphore(10);
  return Promise.all(Array.from({ length: count }, (_, index) => inTurn(() => run(index))));
};
