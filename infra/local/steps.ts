import { StepError } from './command.ts';

/** Does something under a name, telling how long it takes. */
export type Step = <T>(name: string, work: () => Promise<T>) => Promise<T>;

const write = (text: string) => process.stderr.write(text);

const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/** Shows each step on the standard error output while it runs. */
export const step: Step = async (name, work) => {
  write(`${name} … `);
  const since = performance.now();
  try {
    const result = await work();
    write(`${seconds(since)}\n`);
    return result;
  } catch (error) {
    write(`failed after ${seconds(since)}\n`);
    throw error;
  }
};

/** Shows why something failed: the message, and the end of the log where there is one. */
export const explain = (error: unknown): void => {
  const message = error instanceof StepError ? error.message : error instanceof Error ? error.stack : error;
  write(`\n${message}\n`);
  if (error instanceof StepError && error.details) write(`\n${error.details.replace(/^/gm, '  ')}\n`);
};
