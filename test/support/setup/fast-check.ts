/**
 * How often properties are tried. Runs before each file of tests. `FAST_CHECK_RUNS` says how often it is where a property
 * says nothing else, 100 by default; all others change in proportion.
 */
import fc from 'fast-check';

const USUAL = 100;
const runs = Number(process.env.FAST_CHECK_RUNS ?? USUAL);

/** For a property that is tried more or less often than others, since it is quick or slow. */
export const tries = (byDefault: number) => ({
  numRuns: Math.max(1, Math.round((byDefault * runs) / USUAL)),
});

fc.configureGlobal(tries(USUAL));
