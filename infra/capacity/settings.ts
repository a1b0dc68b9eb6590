import * as z from 'zod';

/** Longest that API Gateway waits for a function, in seconds: without and with a quota that AWS has raised. */
const USUAL_SECONDS = 29;
const MOST_SECONDS = 120;

/** For how long API Gateway waits. More than 29 seconds need a raised quota, which `npm run preflight` looks at. */
export const apiSeconds = z.int().min(USUAL_SECONDS).max(MOST_SECONDS).default(USUAL_SECONDS);

/**
 * Whether questions to authorities get their answers in parts, which may be larger than the 6 MB of a function's whole answer.
 * API Gateway does not compress them.
 */
export const streamedReadings = z.boolean().default(false);

/**
 * Where functions that act before authorities run. `onDemand`: each request has a process of its own, and its time is paid,
 * waiting included. `managed`: on instances of EC2 that Lambda manages, where each thread of a process works on many requests at
 * the same time; the instances are paid. What differs in security: `docs/security.md`.
 */
export const capacityDescription = z
  .union([
    z.literal('onDemand'),
    z.strictObject({
      managed: z.strictObject({
        /** Of an execution environment, and how many GiB of it make a processor. */
        memoryGib: z.int().min(2).max(32).default(2),
        gibPerProcessor: z.literal([2, 4, 8]).default(2),
        /** Requests at the same time for each processor, which has one thread. */
        atOnce: z.int().min(1).max(64).default(64),
        /** Execution environments of each function, at least and at most. */
        environments: z.strictObject({
          least: z.int().min(1).default(3),
          most: z.int().min(1),
        }),
        /** Processors of all instances, at most. */
        processors: z.int().min(2),
        /** Also what files, in place of questions only; and also what was queued. */
        submissions: z.boolean().default(false),
        workers: z.boolean().default(false),
      }),
    }),
  ])
  .refine((capacity) => {
    if (capacity === 'onDemand') return true;
    const { memoryGib, gibPerProcessor, environments } = capacity.managed;
    return memoryGib % gibPerProcessor === 0 && environments.least <= environments.most;
  }, 'memoryGib must be whole processors of gibPerProcessor each, and least not more than most')
  .default('onDemand');

export type Capacity = z.output<typeof capacityDescription>;
export type Managed = Exclude<Capacity, 'onDemand'>['managed'];

/** Processors of an execution environment, each with a thread of its process. */
export const processorsOf = ({ memoryGib, gibPerProcessor }: Managed): number => memoryGib / gibPerProcessor;
