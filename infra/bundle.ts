import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type BuildOptions, build, type Plugin } from 'rolldown';
import { nodeModules } from './sizing/node-modules.ts';

const ROOT = join(import.meta.dirname, '..');

/** A folder of this process alone, so that two deployments can run at the same time. The CDK copies files from it. */
const output = mkdtempSync(join(tmpdir(), 'pasarela-build-'));
process.on('exit', () => rmSync(output, { recursive: true, force: true }));

/** What a function is bundled from. */
export interface Entry {
  /** The module with its handler, from the root of the project. */
  module: string;
  /** The stand-in authorities answer it within its own process. */
  standIns?: boolean;
}

/** The handlers of functions that serve no group: they lie with the capability whose work they do. */
const HANDLERS: Record<string, string> = {
  changes: 'functions/events/changes-handler.ts',
  deliveries: 'functions/webhooks/deliveries/handler.ts',
  'send-mails': 'functions/mails/send-handler.ts',
  sheets: 'functions/batches/sheets/handler.ts',
};

/** The entry of a function that has nothing of the sandbox. */
export const entryOf = (name: string): Entry => ({
  module: HANDLERS[name] ?? `functions/${name}/handler.ts`,
});

/** What starts the stand-ins in a function, from the root of the project. */
const HOST = './sandbox/host/function.ts';
/** The file that a function with stand-ins begins with; it is nowhere but in the bundle. */
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
 * How a function is bundled. Rolldown knows what is used of a file before it splits: a bundler that splits by files alone puts
 * what S3 needs of the AWS SDK into what is loaded first.
 * @param name of its folder of files
 */
export const bundleOptions = (name: string, { module, standIns } = entryOf(name)) =>
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
    // What one function loads when it is needed, another needs at once.
    checks: { ineffectiveDynamicImport: false },
    plugins: [nodeModules, ...(standIns ? [standInsOf(module)] : [])],
    output: {
      // Nothing is written there: source maps have the way from here to the sources, and names of files hash them.
      dir: join(ROOT, 'bundles', name),
      format: 'esm',
      entryFileNames: '[name].mjs',
      chunkFileNames: '[name]-[hash].mjs',
      // All that is loaded before the first request is in one file: Node must find, read and link each. No module in it may
      // wait at its top level for a file that is loaded later, since those import this one; what starts the stand-ins does.
      codeSplitting: {
        groups: [{ name: 'initial', tags: ['$initial'], test: (module) => module !== WITH_STAND_INS }],
      },
      // Names of functions are not kept: each closure would get its name again whenever it is made, a tenth of the CPU
      // time of a request. `npm run trace` finds the sources of a stack trace.
      minify: true,
      // Next to the function and not in it: Node would read them before the first request (`npm run trace`).
      sourcemap: 'hidden',
      sourcemapExcludeSources: true,
    },
    write: false,
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
  const { output: files } = await build(bundleOptions(name, entry));
  const code = files.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file.code] as const] : []));
  for (const [file, content] of [...code, ...Object.entries(extraFiles)]) {
    const path = join(folder, file);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  }
  return folder;
};
