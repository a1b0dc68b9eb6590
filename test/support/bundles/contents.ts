import { isBuiltin } from 'node:module';
import { build, type Metafile } from 'esbuild';
import { bundleOptions, type Entry } from '../../../infra/bundle.ts';

/** What the files of a bundle are made of. */
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

/** A function as it is deployed, by what is in it. */
export interface BundleContents {
  /** Names of its files. */
  outputs: string[];
  all: Contents;
  /** What is loaded before the first request. */
  init: Contents;
  /** Files that are loaded later and have no names: what is imported from them is `undefined`. */
  nameless: string[];
}

const PACKAGE = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/;

const contentsOf = ({ outputs }: Metafile, files: Iterable<string>): Contents => {
  const all = [...files];
  const packages = new Set<string>();
  const sources = new Set<string>();
  let bytes = 0;
  for (const file of all) {
    bytes += outputs[file]!.bytes;
    for (const [input, { bytesInOutput }] of Object.entries(outputs[file]!.inputs)) {
      const folder = PACKAGE.exec(input)?.[0];
      if (folder) packages.add(folder);
      // Of some, all that is used is what other files have of it.
      else if (bytesInOutput > 0 && !isBuiltin(input)) sources.add(input);
    }
  }
  const names = [...packages].map((folder) => folder.replace(/^.*node_modules\//, ''));
  const ofNode = all
    .flatMap((file) => outputs[file]!.imports)
    .filter(({ path, kind, external }) => external && kind === 'import-statement' && isBuiltin(path));
  return {
    files: all.length,
    bytes,
    packages: names.toSorted(),
    sources: [...sources].toSorted(),
    ofNode: ofNode.map(({ path }) => path),
  };
};

/** The file that is loaded first, and all that it imports statically. */
const loadedAtInit = ({ outputs }: Metafile, file: string, loaded = new Set<string>()): Set<string> => {
  loaded.add(file);
  for (const { path, kind } of outputs[file]!.imports)
    if (kind === 'import-statement' && path in outputs && !loaded.has(path))
      loadedAtInit({ outputs, inputs: {} }, path, loaded);
  return loaded;
};

/** Bundles a function without writing it. */
export const bundleContents = async (name: string, entry: Entry): Promise<BundleContents> => {
  const { metafile } = await build({
    ...bundleOptions(name, entry),
    sourcemap: false,
    write: false,
    metafile: true,
  });
  const files = Object.keys(metafile.outputs);
  const first = files.find((file) => file.endsWith('/handler.mjs'))!;
  return {
    outputs: files.map((file) => file.replace(/^.*\//, '')),
    all: contentsOf(metafile, files),
    init: contentsOf(metafile, loadedAtInit(metafile, first)),
    nameless: files
      .flatMap((file) => metafile.outputs[file]!.imports)
      .filter(({ path, kind }) => kind === 'dynamic-import' && path in metafile.outputs)
      .map(({ path }) => path)
      .filter((path) => {
        const { entryPoint, exports } = metafile.outputs[path]!;
        // Of JSON all is imported.
        return !entryPoint?.endsWith('.json') && exports.every((name) => name === 'default');
      }),
  };
};
