/** Preloaded into the process of a bundled function: writes each file that it loads as a line, when it is loaded. */
import { registerHooks } from 'node:module';

registerHooks({
  load: (url, context, next) => {
    if (url.startsWith('file:') && url.endsWith('.mjs'))
      process.stdout.write(`${JSON.stringify({ loaded: url.replace(/^.*\//, '') })}\n`);
    return next(url, context);
  },
});
