import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** A process for sure: its number may be given to another one later, its number and start together may not. */
export interface Identity {
  pid: number;
  started: string;
}

/** The process that has this number now, or `undefined` where none runs. */
export const identify = (pid: number): Identity | undefined => {
  const started = process.platform === 'linux' ? startOnLinux(pid) : startElsewhere(pid);
  return started ? { pid, started } : undefined;
};

/** Reads /proc, since small Linux images come without `ps`. */
const startOnLinux = (pid: number): string | undefined => {
  try {
    // The second field is the name in parentheses and may hold anything, so count from behind it.
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state, startTicks] = [fields[0], fields[19]];
    return state === 'Z' ? undefined : startTicks;
  } catch {
    return undefined;
  }
};

const startElsewhere = (pid: number): string | undefined => {
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return undefined;
  }
};

/** True while that very process runs. */
export const isRunning = ({ pid, started }: Identity): boolean => identify(pid)?.started === started;

/** Waits until `done`, at most so long; answers whether it is. */
const until = async (done: () => boolean, milliseconds: number): Promise<boolean> => {
  for (const end = Date.now() + milliseconds; Date.now() < end; await sleep(25)) if (done()) return true;
  return done();
};

const signal = (pid: number, name: NodeJS.Signals | 0): boolean => {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
};

/** Asks a process to end and waits for it. Answers whether it did within `patience` milliseconds. */
export const endProcess = async (identity: Identity, patience: number): Promise<boolean> => {
  if (!isRunning(identity)) return true;
  signal(identity.pid, 'SIGTERM');
  return until(() => !isRunning(identity), patience);
};

/**
 * Ends a process that leads a group, with all that it has started since: gently, then by force. Where that very process
 * no longer runs, its number may be another's, and nothing is done.
 */
export const endGroup = async (leader: Identity): Promise<void> => {
  if (isRunning(leader)) await endGroupOf(leader.pid);
};

/** Ends the group of a child of ours, which may just have died itself. */
export const endGroupOf = async (pid: number): Promise<void> => {
  const gone = () => !signal(-pid, 0);
  signal(-pid, 'SIGTERM');
  if (await until(gone, 5_000)) return;
  signal(-pid, 'SIGKILL');
  await until(gone, 1_000);
};
