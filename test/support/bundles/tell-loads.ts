/** Preloaded into the process of a bundled function: writes the name of each file as a line when the file is loaded. */
import { registerHooks } from 'node:module';

registerHooks({
  load: (url, context, next) => {
    if (url.startsWith('file:') && url.endsWith('.mjs'))
      process.stdout.write(`${JSON.stringify({ loaded: url.replace(/^.*\//, '') })}\n`);
    return next(url, context);
  },
});
