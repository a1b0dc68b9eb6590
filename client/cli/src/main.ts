import http from 'node:http';
import { EXIT } from './ends.ts';
import { runProgram } from './program.ts';
import { heedInterrupts } from './terminal.ts';

heedInterrupts();
// HTTPS_PROXY, HTTP_PROXY and NO_PROXY are obeyed where Node can do so while it runs, since 24.14.
(http as { setGlobalProxyFromEnv?: () => void }).setGlobalProxyFromEnv?.();
process.exitCode = await runProgram(process.argv.slice(2)).catch((error: Error) => {
  process.stderr.write(`${error.stack}\n`);
  return EXIT.failed;
});
