import { cpSync, existsSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'rolldown';
import { type bundle, bundleOptions, type Entry } from '../../../infra/bundle.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** Files that decide how modules are resolved, in a folder or above it. */
const SETTINGS = ['package.json', 'tsconfig.json'];

/** Paths of all files that functions are bundled from, and of the bundler, relative to the project's root. */
export const sourcesOf = async (entries: [name: string, entry: Entry][]): Promise<Set<string>> => {
  const sources = new Set(['infra/bundle.ts', 'infra/sizing/node-modules.ts']);
  for (const [name, entry] of entries) {
    const { plugins, output, ...options } = bundleOptions(name, entry);
    const reading: Plugin = {
      name: 'what is read',
      moduleParsed: ({ id }) => {
        if (existsSync(id)) sources.add(relative(ROOT, id));
      },
    };
    await build({
      ...options,
      plugins: [...plugins, reading],
      output: { ...output, minify: false, sourcemap: false },
    });
  }
  const folders = new Set<string>();
  for (const source of sources)
    for (let folder = dirname(source); !folders.has(folder); folder = dirname(folder)) folders.add(folder);
  for (const folder of folders)
    for (const name of SETTINGS) if (existsSync(join(ROOT, folder, name))) sources.add(join(folder, name));
  return sources;
};

/**
 * Copies files of the project into a folder.
 * @returns the bundler that runs there
 */
export const bundlerIn = async (folder: string, sources: Set<string>): Promise<typeof bundle> => {
  for (const source of sources) cpSync(join(ROOT, source), join(folder, source));
  symlinkSync(join(ROOT, 'node_modules/rolldown'), join(folder, 'node_modules/rolldown'));
  return (await import(pathToFileURL(join(folder, 'infra/bundle.ts')).href)).bundle;
};
