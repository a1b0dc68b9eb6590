import { measureDefect } from '../../metrics/emit.ts';
import type { Lease } from '../../stores/filings/due-rows.ts';
import type { Services } from '../services.ts';

/**
 * Driven work asks authorities many things over minutes or hours, as a batch or a comparison does. The schedule continues it each
 * minute, and so does each caller who looks at it. Each step is idempotent and leased, so it may be interrupted anywhere, and the next
 * one resumes it. What is asked, and how its outcome is recorded, is the matter of each kind of work.
 */

/** Lease of a piece of work, in milliseconds: longer than any function works on it. */
const LEASE_MS = 50_000;
/** Milliseconds after which the schedule continues a piece of work. */
const NEXT_MS = 60_000;
/** Milliseconds after a step within which no caller continues it. Callers are asked to come back after five seconds. */
const FRESH_MS = 3_000;

/** A lease from now on. @param owner the function that works; a new name by default */
export const newLease = (
  services: Pick<Services, 'now' | 'newId'>,
  owner: string = services.newId(),
): Lease => {
  const now = services.now();
  return { owner, now, until: new Date(now.getTime() + LEASE_MS) };
};

/** How the store leases a piece of work. */
interface Leasing<Work> {
  /** @returns the work as it is now; `undefined` if another function has its lease, or it is gone */
  take(lease: Lease): Promise<Work | undefined>;
  /** Ends the lease of this owner. If another function has it by now, nothing changes. */
  end(work: Work, owner: string): Promise<unknown>;
}

/**
 * Takes a step of a piece of work, unless another function has its lease.
 * @param step takes the step. `isLeaseEnded`: the write of its progress ended the lease, too
 * @returns the result of the step; `undefined` if another function has the lease
 */
export const underLease = async <Work, Result>(
  services: Pick<Services, 'now' | 'newId'>,
  { take, end }: Leasing<Work>,
  step: (work: Work, lease: Lease) => Promise<{ result: Result; isLeaseEnded: boolean }>,
): Promise<Result | undefined> => {
  const lease = newLease(services);
  const work = await take(lease);
  if (work === undefined) return undefined;
  let isLeaseEnded = false;
  try {
    const done = await step(work, lease);
    isLeaseEnded = done.isLeaseEnded;
    return done.result;
  } finally {
    if (!isLeaseEnded) await end(work, lease.owner);
  }
};

/** When the schedule continues work that is not done. */
export const nextDue = (now: Date): Date => new Date(now.getTime() + NEXT_MS);

/** Whether a step was taken so recently that no caller takes another one. @param drivenAt ISO instant of the last step */
export const isFresh = ({ drivenAt }: { drivenAt?: string | undefined }, now: Date): boolean =>
  drivenAt !== undefined && now.getTime() - Date.parse(drivenAt) < FRESH_MS;

/** How the schedule continues work of a kind. */
interface Turn<Due> {
  /** The most that one run of the schedule continues. */
  most: number;
  /** Whether there is time for another one. */
  hasTime(): boolean;
  drive(due: Due): Promise<unknown>;
  /** The line of the log if one fails. */
  failure: string;
  /** What the line says of it: ids, never data. */
  facts(due: Due): Record<string, string | number>;
}

/**
 * Continues what is due, one after another, as long as there is time. If one fails, the others go on, and the schedule tries it again
 * in a minute.
 * @returns how many did not fail
 */
export const driveInTurn = async <Due>(
  { log, metrics }: Pick<Services, 'log' | 'metrics'>,
  due: readonly Due[],
  { most, hasTime, drive, failure, facts }: Turn<Due>,
): Promise<number> => {
  let count = 0;
  for (const next of due.slice(0, most)) {
    if (!hasTime()) break;
    try {
      await drive(next);
      count += 1;
    } catch (error) {
      log.error(failure, { ...facts(next), error: error as Error });
      measureDefect(metrics);
    }
  }
  return count;
};
