/**
 * Memory of functions in MB. Lambda gives processor time in proportion, a whole one at 1,769 MB, and bills memory times
 * duration, waiting included.
 *
 * Measured by `npm run bench`: CPU time of a call on one processor of this machine, divided by the share that the memory
 * gives; memory in use. Not measured: the processors of Lambda themselves, and how authorities answer there; the share
 * of a processor cannot be had exactly outside Lambda. With 768 MB a question takes 1 to 2 % longer than with 1,024, and the
 * function costs 24 % less (`docs/scale.md`).
 */
export const MEMORY_MB = {
  /** Functions of groups. A large document takes its size in memory once more (`test/processes/memory.test.ts`). */
  group: 768,
  /** It waits for receivers most of the time; not measured. */
  deliveries: 512,
  /** The authorizer. */
  authorizer: 512,
  /** The canary, for which no caller waits; not measured. */
  canary: 256,
} as const;
