import { CommandError } from './command-error.ts';

/** Does some work, and shows its name and its duration to a person. */
export type Progress = <T>(name: string, work: () => Promise<T>) => Promise<T>;

const write = (text: string) => process.stderr.write(text);

const secondsSince = (start: number) => `${((performance.now() - start) / 1000).toFixed(1)} s`;

/** Shows progress on the standard error output. */
export const showProgress: Progress = async (name, work) => {
  write(`${name} … `);
  const start = performance.now();
  try {
    const result = await work();
    write(`${secondsSince(start)}\n`);
    return result;
  } catch (error) {
    write(`failed after ${secondsSince(start)}\n`);
    throw error;
  }
};

/** Shows an error on the standard error output: a `CommandError` by message and details, any other with its stack. */
export const showError = (error: unknown): void => {
  const message =
    error instanceof CommandError ? error.message : error instanceof Error ? error.stack : error;
  write(`\n${message}\n`);
  if (error instanceof CommandError && error.details) write(`\n${error.details.replace(/^/gm, '  ')}\n`);
};
