import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError } from './programs/command-error.ts';
import { emptyLog } from './programs/logs.ts';
import { PROJECT, type RunFolder, readRecord } from './run-folder.ts';
import { stopStack } from './stop-stack.ts';
import type { AuthorityAddresses, FromSupervisor, SupervisorOptions, ToSupervisor } from './supervisor.ts';

export type Supervisor = ReturnType<typeof startSupervisor>;

/**
 * Starts the supervisor of a stack, and exchanges messages with it.
 * @param signal stops the stack at any moment
 */
export const startSupervisor = (runFolder: RunFolder, options: SupervisorOptions, signal: AbortSignal) => {
  // The supervisor's log has this name in CONTRIBUTING.md.
  const log = emptyLog(runFolder.log('supervisor'));
  const program = join(import.meta.dirname, 'supervisor.ts');
  const child = spawn(process.execPath, [program, JSON.stringify(options)], {
    cwd: PROJECT,
    detached: true,
    stdio: ['ignore', log, log, 'ipc'],
  });

  const ended = new AbortController();
  let cause: unknown;
  child.on('message', (message: FromSupervisor) => {
    if (message.kind === 'failed') cause ??= new CommandError(message.message, message.details);
  });
  const exit = once(child, 'exit').then(async () => {
    // The supervisor removes its record when it stops. If the record exists, the supervisor was killed.
    if (readRecord(runFolder)?.supervisor.pid === child.pid) await stopStack(runFolder);
    if (options.ephemeral) rmSync(runFolder.path, { recursive: true, force: true });
    ended.abort(cause ?? new CommandError('The supervisor of the stack was killed.'));
  });
  const stop = () => {
    cause = signal.reason;
    child.kill('SIGTERM');
  };
  if (signal.aborted) stop();
  else signal.addEventListener('abort', stop);

  const receive = <K extends FromSupervisor['kind']>(
    kind: K,
  ): Promise<Extract<FromSupervisor, { kind: K }>> =>
    new Promise((resolve, reject) => {
      child.on('message', (message: FromSupervisor) => {
        if (message.kind === kind) resolve(message as Extract<FromSupervisor, { kind: K }>);
      });
      ended.signal.addEventListener('abort', () => reject(ended.signal.reason));
    });

  const send = (message: ToSupervisor): Promise<void> =>
    new Promise((resolve, reject) => {
      child.send(message, (error) => (error ? reject(error) : resolve()));
    });

  return {
    /** Aborted when the supervisor has ended; its reason is the cause. */
    signal: ended.signal,

    /** Waits until the emulator is ready. Returns its endpoint, and where the panel will be. */
    ready: () => receive('ready'),

    /** Starts the proxy for the API with this id at the emulator. Returns its address. */
    startProxy: async (apiId: string): Promise<string> => {
      const [{ url }] = await Promise.all([receive('proxy-started'), send({ kind: 'start-proxy', apiId })]);
      return url;
    },

    /** Serves the panel that was built into a folder, for the API at an address. */
    startPanel: async (folder: string, api: string): Promise<void> => {
      await Promise.all([receive('panel-started'), send({ kind: 'start-panel', folder, api })]);
    },

    /** Starts the process of the sandbox authorities, in the world of an account. Returns its addresses. */
    startAuthorities: async (bucket: string, account: string): Promise<AuthorityAddresses> => {
      const [{ addresses }] = await Promise.all([
        receive('authorities-started'),
        send({ kind: 'start-authorities', bucket, account }),
      ]);
      return addresses;
    },

    /** Adds a process group of this process to the groups that the supervisor stops at the end. */
    addGroup: (pid: number): void => {
      // Fails if the supervisor has ended. Then its signal makes this process stop the group.
      send({ kind: 'add-group', pid }).catch(() => {});
    },

    /** Writes `demo.json`. The supervisor removes it at the end. */
    writeDemo: async (demo: object): Promise<void> => {
      await Promise.all([receive('demo-written'), send({ kind: 'write-demo', demo })]);
    },

    /** Lets the supervisor and the stack go on when this process ends. */
    detach: async (): Promise<void> => {
      await send({ kind: 'detach' });
      child.disconnect();
      child.unref();
    },

    /** Stops the supervisor, and with it the stack. If it was already stopping, returns the cause of that. */
    stop: async (): Promise<unknown> => {
      const earlier = cause;
      child.kill('SIGTERM');
      await exit;
      return earlier;
    },
  };
};
