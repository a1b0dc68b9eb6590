import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { emptyLog, StepError } from './command.ts';
import type { FromKeeper, Plan, ToKeeper } from './keeper.ts';
import { type Place, PROJECT, readRecord } from './place.ts';
import { takeDown } from './take-down.ts';

export type Keeper = ReturnType<typeof startKeeper>;

/**
 * Starts the process that owns a stack, and speaks with it.
 * @param signal ends the stack at any moment
 */
export const startKeeper = (place: Place, plan: Plan, signal: AbortSignal) => {
  const log = emptyLog(place.log('keeper'));
  const child = spawn(process.execPath, [join(import.meta.dirname, 'keeper.ts'), JSON.stringify(plan)], {
    cwd: PROJECT,
    detached: true,
    stdio: ['ignore', log, log, 'ipc'],
  });

  const gone = new AbortController();
  let cause: unknown;
  child.on('message', (message: FromKeeper) => {
    if (message.kind === 'failed') cause ??= new StepError(message.message, message.details);
  });
  const exit = once(child, 'exit').then(async () => {
    // Only where it was ended by force is something left to do.
    if (readRecord(place)?.keeper.pid === child.pid) await takeDown(place);
    if (plan.ephemeral) rmSync(place.folder, { recursive: true, force: true });
    gone.abort(cause ?? new StepError('The process that owns the others was ended by force.'));
  });
  const end = () => {
    cause = signal.reason;
    child.kill('SIGTERM');
  };
  if (signal.aborted) end();
  else signal.addEventListener('abort', end);

  const hear = <K extends FromKeeper['kind']>(kind: K): Promise<Extract<FromKeeper, { kind: K }>> =>
    new Promise((resolve, reject) => {
      child.on('message', (message: FromKeeper) => {
        if (message.kind === kind) resolve(message as Extract<FromKeeper, { kind: K }>);
      });
      gone.signal.addEventListener('abort', () => reject(gone.signal.reason));
    });

  const tell = (message: ToKeeper): Promise<void> =>
    new Promise((resolve, reject) => {
      child.send(message, (error) => (error ? reject(error) : resolve()));
    });

  return {
    /** Aborted when the keeper ends, with why. */
    signal: gone.signal,

    /** Addresses of what it started. */
    ready: () => hear('ready'),

    /** Opens the API's own address, for the API with this id at the emulator. */
    serve: async (apiId: string): Promise<string> => {
      const [{ url }] = await Promise.all([hear('serving'), tell({ kind: 'serve', apiId })]);
      return url;
    },

    /** Has it end this group of processes with the others. */
    own: (pid: number): void => {
      // It cannot be told once it is gone; then the signal ends the group.
      tell({ kind: 'own', pid }).catch(() => {});
    },

    /** Writes `demo.json`, which it removes at the end. */
    publish: async (demo: object): Promise<void> => {
      await Promise.all([hear('published'), tell({ kind: 'publish', demo })]);
    },

    /** Lets it go on when this process ends. */
    leave: async (): Promise<void> => {
      await tell({ kind: 'stay' });
      child.disconnect();
      child.unref();
    },

    /** Ends it, and with it all that it owns. Answers why it was ending already, where it was. */
    stop: async (): Promise<unknown> => {
      const earlier = cause;
      child.kill('SIGTERM');
      await exit;
      return earlier;
    },
  };
};
