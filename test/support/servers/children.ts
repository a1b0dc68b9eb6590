import { type ForkOptions, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/**
 * Starts a program of this folder in a child process, which reports its address in its first message.
 * @returns the process, the address of its API, and a function that kills it
 */
export const startServing = async (program: string, args: string[], options: ForkOptions) => {
  const child = fork(join(import.meta.dirname, program), args, options);
  const [{ origin }] = (await once(child, 'message')) as [{ origin: string }];
  const end = async (): Promise<void> => {
    child.kill('SIGKILL');
    // After `close`, all of its output has arrived.
    await once(child, 'close');
  };
  return { child, baseUrl: `${origin}/api/v4`, end };
};

/** Starts the handlers in a child process that reports its memory use. */
export const startMeasured = async (options: ForkOptions) => {
  const { child, ...started } = await startServing('measured-process.ts', [], options);
  return {
    ...started,
    /** The highest memory use since the last call, in bytes. */
    mostMemory: async (): Promise<number> => {
      const message = once(child, 'message');
      child.send('memory');
      return ((await message) as [{ most: number }])[0].most;
    },
  };
};
