import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type BuildOptions, build, type Plugin } from 'rolldown';
import { nodeModules } from './sizing/node-modules.ts';

const ROOT = join(import.meta.dirname, '..');

/** A folder of this process alone, so that two deployments can run at the same time. The CDK copies from it. */
const output = mkdtempSync(join(tmpdir(), 'pasarela-build-'));
process.on('exit', () => rmSync(output, { recursive: true, force: true }));

/** The entry point of a function's bundle. */
export interface Entry {
  /** Path of the module that exports the handler, relative to the project's root. */
  module: string;
  /** Whether the stand-in authorities run inside this function's process. */
  standIns?: boolean;
}

/** The module that starts the stand-ins in a function, relative to the project's root. */
const HOST = './sandbox/host/function.ts';
/** The virtual entry file of a function with stand-ins; it exists in the bundle only. */
const WITH_STAND_INS = join(ROOT, 'with-stand-ins.js');

/** Starts the stand-ins before the module with the handler is loaded. */
const standInsOf = (module: string): Plugin => ({
  name: 'stand-ins',
  resolveId: (name) => (name === WITH_STAND_INS ? name : null),
  load: {
    filter: { id: WITH_STAND_INS },
    handler: () =>
      [
        `import { hosted } from ${JSON.stringify(HOST)};`,
        `export const { handler, consumer } = await hosted(() => import(${JSON.stringify(`./${module}`)}));`,
      ].join('\n'),
  },
});

/**
 * Rolldown options for a function. Rolldown removes unused exports before it splits chunks; a bundler that splits by
 * file would put the AWS SDK's S3 code into the first chunk.
 * @param name name of the function, and of its output folder
 */
export const bundleOptions = (name: string, { module, standIns }: Entry) =>
  ({
    cwd: ROOT,
    input: { handler: standIns ? WITH_STAND_INS : module },
    platform: 'node',
    transform: { target: 'node24' },
    resolve: {
      alias: {
        undici: join(ROOT, 'infra/sizing/undici.js'),
        '@aws-sdk/credential-provider-node': join(ROOT, 'infra/sizing/credentials.js'),
      },
      // Prefer ES modules where a package has both forms: only they allow splitting and the removal of unused code.
      mainFields: ['module', 'main'],
    },
    // Functions differ in which modules they load at once and which lazily.
    checks: { ineffectiveDynamicImport: false },
    plugins: [nodeModules, ...(standIns ? [standInsOf(module)] : [])],
    output: {
      // Nothing is written to this folder. Source maps and hashed file names are relative to it.
      dir: join(ROOT, 'bundles', name),
      format: 'esm',
      entryFileNames: '[name].mjs',
      chunkFileNames: '[name]-[hash].mjs',
      // Everything that is loaded before the first request goes into one file, because Node must find, read and link
      // each file. Lazy chunks import that file, so no module in it may await a lazy chunk at its top level; only the
      // module that starts the stand-ins does.
      codeSplitting: {
        groups: [{ name: 'initial', tags: ['$initial'], test: (module) => module !== WITH_STAND_INS }],
      },
      // Function names are dropped: keeping them would set the name of each closure whenever it is created, a tenth
      // of the CPU time of a request. `npm run trace` maps a stack trace back to the sources.
      minify: true,
      // Source maps stay outside the function: Node would read them before the first request. `npm run trace` uses
      // them.
      sourcemap: 'hidden',
      sourcemapExcludeSources: true,
    },
    write: false,
  }) satisfies BuildOptions;

/**
 * Bundles a function with everything that it imports. Dynamic imports become chunks of their own. The output depends
 * on the sources only, not on the folder.
 * @param extraFiles text files to put next to the handler, by name, which may contain a folder
 * @returns the output folder, which is removed when this process ends
 */
export const bundle = async (
  name: string,
  entry: Entry,
  extraFiles: Record<string, string> = {},
): Promise<string> => {
  const folder = join(output, name);
  const { output: files } = await build(bundleOptions(name, entry));
  const code = files.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file.code] as const] : []));
  for (const [file, content] of [...code, ...Object.entries(extraFiles)]) {
    const path = join(folder, file);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  }
  return folder;
};
