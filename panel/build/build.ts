import { join } from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import { generate } from '../../client/build/generate.ts';
import { codeLists } from '../../reference/code-lists.ts';
import type { CodeList } from '../../shared/kernel/fields.ts';
import { HASHED } from './headers.ts';

const PANEL = join(import.meta.dirname, '..');
const PREFIX = 'virtual:codes/';

/**
 * Builds the panel into a folder, ready to be served. It takes some seconds.
 * @throws Error if the panel does not build; the message says why
 */
export const buildPanel = async (outDir: string): Promise<void> => {
  // The panel calls the gateway by the client package, whose methods and types follow from the list of operations.
  await generate();
  await build({
    root: PANEL,
    configFile: false,
    logLevel: 'error',
    plugins: [withCodeLists()],
    // Leaves out what the client does on Node only.
    define: { 'globalThis.process': 'undefined' },
    // Fixed, whatever NODE_ENV says, so that the files which tests measure are the files that are served.
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact', development: false } },
    build: {
      outDir,
      emptyOutDir: true,
      assetsDir: HASHED,
      // A polyfill would be a script for browsers that cannot run the rest.
      modulePreload: { polyfill: false },
      // Nothing is inlined, however small: the Content-Security-Policy of the pages allows no data URLs for scripts and styles.
      assetsInlineLimit: 0,
      target: 'es2023',
      rolldownOptions: {
        output: {
          codeSplitting: {
            // Many small files are larger than one.
            groups: [{ name: firstView }, { name: 'parts', minShareCount: 2, maxModuleSize: 6_000 }],
          },
        },
      },
    },
  });
};

/** The name of the file with everything that the first view loads, for each module of it. */
const firstView = (
  id: string,
  graph: { getModuleInfo(id: string): Rolldown.ModuleInfo | null },
  seen = new Set<string>(),
): string | null => {
  const info = graph.getModuleInfo(id);
  if (!info || seen.has(id)) return null;
  seen.add(id);
  const isFirst = info.isEntry || info.importers.some((importer) => firstView(importer, graph, seen));
  return isFirst ? 'first' : null;
};

/** Provides each list of codes as a module of its own, which the panel loads when a field first needs it. */
const withCodeLists = (): Plugin => ({
  name: 'code-lists',
  resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : undefined),
  load: (id) => {
    const [, name] = id.split(`\0${PREFIX}`);
    return name ? `export default ${JSON.stringify(codeLists[name as CodeList]())}` : undefined;
  },
});
