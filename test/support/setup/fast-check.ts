/**
 * Sets how often properties are tried, and with which examples. Runs before each test file. By default the examples are the same
 * in each run, so that a change fails for itself only. `FAST_CHECK_RUNS` is the number of runs of a property without its own
 * number, 100 by default; all other numbers change in proportion, and the examples are new ones. A failed property prints its
 * seed, which `FAST_CHECK_SEED` sets again.
 */
import fc from 'fast-check';

const USUAL = 100;
const { FAST_CHECK_RUNS, FAST_CHECK_SEED } = process.env;
const runs = Number(FAST_CHECK_RUNS ?? USUAL);

/** Options for a property that is tried more or less often than usual, because it is quick or slow. */
export const tries = (byDefault: number) => ({
  numRuns: Math.max(1, Math.round((byDefault * runs) / USUAL)),
});

const seed = FAST_CHECK_RUNS && !FAST_CHECK_SEED ? {} : { seed: Number(FAST_CHECK_SEED ?? 1) };

fc.configureGlobal({ ...tries(USUAL), ...seed });
