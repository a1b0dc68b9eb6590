import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { bundle } from '../../infra/bundle.ts';
import { entryOf } from '../../infra/entry.ts';
import type { Beginning, Begun, Measurement, Wanted } from './programs/measure.ts';

const PROGRAM = join(import.meta.dirname, 'programs/measure.ts');

/** A module that was loaded in a separate process. */
export interface Measured extends Begun {
  /** Calls it. @throws if it does not answer as expected; its process has then ended */
  call(wanted: Wanted): Promise<Measurement>;
  end(): void;
}

/** Loads a module in a separate process. */
export const measured = async (beginning: Beginning, env: NodeJS.ProcessEnv = {}): Promise<Measured> => {
  const child = fork(PROGRAM, [], {
    env: { ...process.env, POWERTOOLS_METRICS_DISABLED: 'false', ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the process of ${beginning.module} ended with ${code}`);
  });
  ended.catch(() => {});
  const ask = async (wanted: Wanted | Beginning) => {
    child.send(wanted);
    const [measurement] = await Promise.race([once(child, 'message'), ended]);
    return measurement;
  };
  return { ...(await ask(beginning)), call: ask, end: () => child.disconnect() };
};

/** Bundles a function as it is deployed. @returns its file */
export const bundledFunction = async (name: string): Promise<string> =>
  join(await bundle(name, entryOf(name)), 'handler.mjs');

const folder = mkdtempSync(join(tmpdir(), 'pasarela-bench-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

const bareOptions = (name: 'bare' | 'bare-dialog') =>
  ({
    entryPoints: [join(import.meta.dirname, `programs/${name}.ts`)],
    bundle: true,
    platform: 'node',
    logLevel: 'error',
  }) satisfies BuildOptions;

/** Bundles a program of the bench into one CommonJS file, with esbuild's defaults. @returns its file */
export const bundledBare = async (name: 'bare' | 'bare-dialog'): Promise<string> => {
  const outfile = join(folder, `${name}.cjs`);
  await build({ ...bareOptions(name), outfile });
  return outfile;
};

/** Bundles it into ES modules that are loaded when needed. @returns the first file */
export const splitBare = async (name: 'bare'): Promise<string> => {
  const outdir = join(folder, name);
  await build({
    ...bareOptions(name),
    outdir,
    outExtension: { '.js': '.mjs' },
    format: 'esm',
    splitting: true,
    mainFields: ['module', 'main'],
    banner: { js: 'const require = process.getBuiltinModule;' },
  });
  return join(outdir, `${name}.mjs`);
};
