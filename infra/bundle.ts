import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { nodeModules } from './sizing/node-modules.ts';

const ROOT = join(import.meta.dirname, '..');

/** A folder of this process alone, so that two deployments can run at the same time. The CDK copies files from it. */
const output = mkdtempSync(join(tmpdir(), 'pasarela-build-'));
process.on('exit', () => rmSync(output, { recursive: true, force: true }));

/** A function of the service by its folder in `functions/`, or one of the sandbox stage. */
export interface Entry {
  /** The module with its handler, from the root of the project. */
  module: string;
  /** The stand-in authorities answer it within its own process. */
  standIns?: boolean;
}

/** The entry of a function that has nothing of the sandbox. */
export const entryOf = (name: string): Entry => ({ module: `functions/${name}/handler.ts` });

/** What starts the stand-ins in a function, from the root of the project. */
const HOST = './sandbox/host/function.ts';

/** The file that a bundle begins with. */
const beginning = ({
  module,
  standIns,
}: Entry): Pick<BuildOptions, 'entryPoints' | 'entryNames' | 'stdin'> => {
  if (!standIns) return { entryPoints: { handler: module } };
  const contents = [
    `import { hosted } from ${JSON.stringify(HOST)};`,
    `export const { handler, consumer } = await hosted(() => import(${JSON.stringify(`./${module}`)}));`,
  ].join('\n');
  return {
    entryNames: 'handler',
    stdin: { contents, resolveDir: ROOT, sourcefile: 'handler.ts', loader: 'ts' },
  };
};

/** How a function is bundled. @param name of its folder of files */
export const bundleOptions = (name: string, entry = entryOf(name)) =>
  ({
    absWorkingDir: ROOT,
    ...beginning(entry),
    // Nothing is written there: source maps have the way from here to the sources, and names of files hash them.
    outdir: join(ROOT, 'bundles', name),
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    alias: {
      undici: join(ROOT, 'infra/sizing/undici.js'),
      '@aws-sdk/credential-provider-node': join(ROOT, 'infra/sizing/credentials.js'),
    },
    plugins: [nodeModules],
    // Prefer ES modules where a package has both forms: only they allow splitting and the removal of unused code.
    mainFields: ['module', 'main'],
    // Names of functions are not kept: each closure would get its name again whenever it is made, a tenth of the CPU time
    // of a request. `npm run trace` finds the sources of a stack trace.
    minify: true,
    legalComments: 'none',
    // Next to the function and not in it: Node would read them before the first request (`npm run trace`).
    sourcemap: 'external',
    sourcesContent: false,
    // Packages that are only CommonJS load Node's modules with `require`.
    banner: { js: 'const require = process.getBuiltinModule;' },
    logLevel: 'warning',
  }) satisfies BuildOptions;

/**
 * Bundles a function with all that it imports. Dynamic imports become files of their own, which are loaded when they are
 * needed. The same sources always give the same bundle, in whatever folder they are.
 * @param extraFiles text files to put next to the handler, by name, which may have a folder
 * @returns the directory; it is removed when this process ends
 */
export const bundle = async (
  name: string,
  entry: Entry,
  extraFiles: Record<string, string> = {},
): Promise<string> => {
  const folder = join(output, name);
  const { outputFiles } = await build({ ...bundleOptions(name, entry), write: false });
  const files = outputFiles
    .filter(({ path }) => !path.endsWith('.map'))
    .map(({ path, contents }) => [basename(path), contents] as const);
  for (const [file, content] of [...files, ...Object.entries(extraFiles)]) {
    const path = join(folder, file);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  }
  return folder;
};
