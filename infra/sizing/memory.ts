/**
 * Memory of functions, in MB. Lambda assigns processor time in proportion, a whole processor at 1,769 MB, and bills
 * memory times duration, including time spent waiting.
 *
 * Measured by `npm run bench`: the CPU time of a call on one processor of this machine, divided by the share that the
 * memory gives. Not measured: Lambda's own processors and the authorities' answer times. With 768 MB a reading takes
 * 1 to 2 % longer than with 1,024, and the function costs 24 % less (`docs/scale.md`).
 */
export const MEMORY_MB = {
  /** Functions of groups. A large document needs its size once more (`test/processes/memory.test.ts`). */
  group: 768,
  authorizer: 512,
  /** No caller waits for the canary; not measured. */
  canary: 256,
} as const;
