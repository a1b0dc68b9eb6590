import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Identifies one process. The system may use the number again for another process, but not with the same start. */
export interface ProcessIdentity {
  pid: number;
  started: string;
}

/** The process that has this number now, or `undefined` if there is none. */
export const identify = (pid: number): ProcessIdentity | undefined => {
  const started = process.platform === 'linux' ? startOnLinux(pid) : startElsewhere(pid);
  return started ? { pid, started } : undefined;
};

/** Reads /proc, because small Linux images have no `ps`. */
const startOnLinux = (pid: number): string | undefined => {
  try {
    // The second field is the name in parentheses. It may hold any character, so count from the last parenthesis.
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

/** Whether this process runs. */
export const isRunning = ({ pid, started }: ProcessIdentity): boolean => identify(pid)?.started === started;

/** Waits until `done` returns true, for `timeout` milliseconds at most. Returns the last result of `done`. */
const waitUntil = async (done: () => boolean, timeout: number): Promise<boolean> => {
  for (const end = Date.now() + timeout; Date.now() < end; await sleep(25)) if (done()) return true;
  return done();
};

const sendSignal = (pid: number, name: NodeJS.Signals | 0): boolean => {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
};

/** Asks a process to stop, and waits. Returns whether it stopped within `timeout` milliseconds. */
export const stopProcess = async (identity: ProcessIdentity, timeout: number): Promise<boolean> => {
  if (!isRunning(identity)) return true;
  sendSignal(identity.pid, 'SIGTERM');
  return waitUntil(() => !isRunning(identity), timeout);
};

/**
 * Stops a process group: the leader and the processes that it has started. Does nothing if the leader no longer runs,
 * because its number may belong to another process now.
 */
export const stopGroup = async (leader: ProcessIdentity): Promise<void> => {
  if (isRunning(leader)) await stopGroupByPid(leader.pid);
};

/**
 * Stops the process group that this process number leads, first with SIGTERM and then with SIGKILL. For a process that
 * has just been started: also if the leader has exited, others of its group may run.
 */
export const stopGroupByPid = async (pid: number): Promise<void> => {
  const stopped = () => !sendSignal(-pid, 0);
  sendSignal(-pid, 'SIGTERM');
  if (await waitUntil(stopped, 5_000)) return;
  sendSignal(-pid, 'SIGKILL');
  await waitUntil(stopped, 1_000);
};
