/**
 * Sets how often properties are tried. Runs before each test file. `FAST_CHECK_RUNS` is the number of runs of a property
 * without its own number, 100 by default; all other numbers change in proportion.
 */
import fc from 'fast-check';

const USUAL = 100;
const runs = Number(process.env.FAST_CHECK_RUNS ?? USUAL);

/** Options for a property that is tried more or less often than usual, because it is quick or slow. */
export const tries = (byDefault: number) => ({
  numRuns: Math.max(1, Math.round((byDefault * runs) / USUAL)),
});

fc.configureGlobal(tries(USUAL));
