import { semaphore } from '../../../shared/kernel/side-by-side.ts';

/**
 * Runs something so many times, ten at once, and answers in order. A client of AWS has 50 connections; what waits for one
 * counts as the time to connect, so on a busy machine many more at once would end before they begin.
 */
export const tenAtOnce = <T>(count: number, run: (index: number) => Promise<T>): Promise<T[]> => {
  const inTurn = semaphore(10);
  return Promise.all(Array.from({ length: count }, (_, index) => inTurn(() => run(index))));
};
