import { pathToFileURL } from 'node:url';
import type { CommandResult } from './commands.ts';

/** Runs the commands that `startCommands` sends, each as if it were the program of this process. */

let runs = 0;

process.on('message', async ({ file, args }: { file: string; args: string[] }) => {
  const result: CommandResult = { code: 0, stdout: '', stderr: '' };
  const writes = { stdout: process.stdout.write, stderr: process.stderr.write };
  for (const name of ['stdout', 'stderr'] as const)
    process[name].write = ((text: string | Uint8Array) => {
      result[name] += Buffer.from(text as string).toString();
      return true;
    }) as typeof process.stdout.write;
  process.argv = [process.execPath, file, ...args];
  process.exitCode = 0;
  try {
    // Another query is another module, which runs again. What it imports is loaded once.
    await import(`${pathToFileURL(file)}?run=${runs++}`);
    result.code = Number(process.exitCode);
  } catch (error) {
    result.code = 1;
    result.stderr += (error as Error).stack;
  } finally {
    for (const name of ['stdout', 'stderr'] as const) process[name].write = writes[name];
  }
  process.exitCode = 0;
  process.send!(result);
});
