import { join } from 'node:path';
import { build, type Plugin } from 'vite';
import { generate } from '../../client/build/generate.ts';
import { codeLists } from '../../reference/code-lists.ts';
import type { CodeList } from '../../shared/kernel/fields.ts';
import { HASHED } from './headers.ts';

const PANEL = join(import.meta.dirname, '..');
const PREFIX = 'virtual:codes/';

/**
 * Builds the panel: what is to be served, as it is, into a folder. It takes some seconds.
 * @throws Error with what is wrong in it
 */
export const buildPanel = async (outDir: string): Promise<void> => {
  // The panel calls the gateway by the client package, whose methods and types follow from the list of operations.
  await generate();
  await build({
    root: PANEL,
    configFile: false,
    logLevel: 'error',
    plugins: [withCodeLists()],
    // Whatever the environment says: what is measured in tests is what is served.
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact', development: false } },
    build: {
      outDir,
      emptyOutDir: true,
      assetsDir: HASHED,
      // A polyfill would be a script for browsers that cannot run the rest.
      modulePreload: { polyfill: false },
      // Also small files are files: the policy of the pages allows no data in place of them.
      assetsInlineLimit: 0,
      target: 'es2023',
    },
  });
};

/** Makes a file of each list of codes, which the panel loads when a field first needs it. */
const withCodeLists = (): Plugin => ({
  name: 'code-lists',
  resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : undefined),
  load: (id) => {
    const [, name] = id.split(`\0${PREFIX}`);
    return name ? `export default ${JSON.stringify(codeLists[name as CodeList]())}` : undefined;
  },
});
