import { EXIT } from './ends.ts';
import { runProgram } from './program.ts';
import { heedInterrupts } from './terminal.ts';

heedInterrupts();
process.exitCode = await runProgram(process.argv.slice(2)).catch((error: Error) => {
  process.stderr.write(`${error.stack}\n`);
  return EXIT.failed;
});
