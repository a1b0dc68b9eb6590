import { fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism, constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { createResources, useEmulator } from '../support/emulator.ts';
import type { FromProcess } from './fuzz-process.ts';
import { merged } from './merged.ts';
import type { FuzzPlan, FuzzReport } from './run-fuzz.ts';

/** High enough for an account and a user in such a run, because limits are not under test. */
const LIMITS = JSON.stringify({ clients: 1e6, certificates: 1e6, derivationsPerHour: 1e6, queued: 1e6 });

/** Runs events in processes, one for each core. Each has its own tables, stand-ins and account on the same emulator. */
export const runInProcesses = async ({ seed, count, sentOn }: FuzzPlan): Promise<FuzzReport> => {
  const processes = Math.min(availableParallelism(), count);
  const { endpoint, stop } = await useEmulator();
  try {
    const reports = await Promise.all(
      Array.from({ length: processes }, async (_, index) => {
        const share = Math.floor(count / processes) + (index < count % processes ? 1 : 0);
        const variables = await createResources(endpoint, `-fuzz-${index}-${process.pid}`);
        return runOne(variables, { seed: seed * 1_000 + index, count: share, sentOn });
      }),
    );
    return reports.reduce(mergedEvents);
  } finally {
    await stop();
  }
};

const runOne = async (variables: Record<string, string>, plan: FuzzPlan): Promise<FuzzReport> => {
  const { PATH, TMPDIR } = process.env;
  const env = { PATH, TMPDIR, ...variables, LIMITS, POWERTOOLS_METRICS_DISABLED: 'true' };
  const child = fork(join(import.meta.dirname, 'fuzz-process.ts'), { env });
  // The deployed stack, which is tested at the same time, needs the processors more.
  setPriority(child.pid!, constants.priority.PRIORITY_BELOW_NORMAL);
  const ended = once(child, 'exit').then(() => {
    throw new Error('a process of the fuzzer ended before its events did');
  });
  child.send(plan);
  const [report] = (await Promise.race([once(child, 'message'), ended])) as [FromProcess];
  ended.catch(() => {});
  child.disconnect();
  return report;
};

const mergedEvents = (one: FuzzReport, other: FuzzReport): FuzzReport => ({
  events: one.events + other.events,
  onEmulator: one.onEmulator + other.onEmulator,
  notSentOn: one.notSentOn + other.notSentOn,
  ...merged(one, other),
});
