import { readFileSync } from 'node:fs';
import type { Plugin } from 'esbuild';

const LATER = 'later';

/** Only an ES module can be exported again by its names. */
const isEsModule = (file: string): boolean => /^export\b/m.test(readFileSync(file, 'utf8'));

/**
 * Puts what a function loads before its first request into one file. By itself esbuild makes a file of each set of
 * modules that the same later files use: some twenty, each of which Node must find, read and link, which is a twentieth
 * of the time that the function takes to start. Here each later file imports all of the function's beginning, which is
 * loaded already when the later file is.
 * @param module the first module of the function, its whole path
 */
export const oneFile = (module: string): Plugin => ({
  name: 'one file before the first request',
  setup: ({ onResolve, onLoad, resolve }) => {
    onResolve({ filter: /./ }, async ({ path, kind, importer, resolveDir, pluginData }) => {
      if (kind !== 'dynamic-import' || pluginData === LATER) return undefined;
      const found = await resolve(path, { kind, importer, resolveDir, pluginData: LATER });
      const isOurs = found.errors.length === 0 && !found.external && found.namespace === 'file';
      return isOurs && isEsModule(found.path) ? { path: found.path, namespace: LATER } : found;
    });
    onLoad({ filter: /./, namespace: LATER }, ({ path }) => ({
      contents: `import ${JSON.stringify(module)};\nexport * from ${JSON.stringify(path)};\n`,
      resolveDir: '/',
    }));
  },
});
