import { existsSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join, relative } from 'node:path';
import { build, type OutputChunk } from 'rolldown';
import { bundleOptions, type Entry } from '../../../infra/bundle.ts';

/** Contents of a bundle's files. */
export interface Contents {
  files: number;
  bytes: number;
  /** Packages, once for each copy. */
  packages: string[];
  /** Files of the project. */
  sources: string[];
  /** Modules of Node that import statements name. */
  ofNode: string[];
}

/** Contents of a deployed function. */
export interface BundleContents {
  /** Names of its files. */
  outputs: string[];
  all: Contents;
  /** Files that are loaded before the first request. */
  init: Contents;
  /** Lazy files without named exports: what is imported from them is `undefined`. */
  nameless: string[];
}

const PACKAGE = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/;
const ROOT = join(import.meta.dirname, '../../..');

const contentsOf = (chunks: OutputChunk[]): Contents => {
  const packages = new Set<string>();
  const sources = new Set<string>();
  for (const { modules } of chunks)
    for (const [module, { renderedLength }] of Object.entries(modules)) {
      const file = relative(ROOT, module);
      const folder = PACKAGE.exec(file)?.[0];
      if (folder) packages.add(folder);
      // Of some, all that is used is what other files have of it. Some are made by the bundler.
      else if (renderedLength > 0 && existsSync(module)) sources.add(file);
    }
  return {
    files: chunks.length,
    bytes: chunks.reduce((sum, { code }) => sum + Buffer.byteLength(code), 0),
    packages: [...packages].map((folder) => folder.replace(/^.*node_modules\//, '')).toSorted(),
    sources: [...sources].toSorted(),
    ofNode: chunks.flatMap(({ imports }) => imports.filter((name) => isBuiltin(name))),
  };
};

/** The file that is loaded first, and all that it imports statically. */
const loadedAtInit = (all: Map<string, OutputChunk>, file: string, loaded = new Set<OutputChunk>()) => {
  const chunk = all.get(file);
  if (!chunk || loaded.has(chunk)) return loaded;
  loaded.add(chunk);
  for (const name of chunk.imports) loadedAtInit(all, name, loaded);
  return loaded;
};

/** Bundles a function without writing it or making its source maps, which take as long as the rest. */
export const bundleContents = async (name: string, entry: Entry): Promise<BundleContents> => {
  const { output: how, ...options } = bundleOptions(name, entry);
  const { output } = await build({ ...options, output: { ...how, sourcemap: false } });
  const chunks = output.filter((file) => file.type === 'chunk');
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  return {
    outputs: chunks.map(({ fileName }) => fileName),
    all: contentsOf(chunks),
    init: contentsOf([...loadedAtInit(byName, 'handler.mjs')]),
    nameless: chunks
      .flatMap(({ dynamicImports }) => dynamicImports.flatMap((file) => byName.get(file) ?? []))
      // Of JSON all is imported.
      .filter(({ facadeModuleId }) => !facadeModuleId?.endsWith('.json'))
      .filter(({ exports }) => exports.every((name) => name === 'default'))
      .map(({ fileName }) => fileName),
  };
};
