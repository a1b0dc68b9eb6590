import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { bundle } from '../../infra/bundle.ts';
import { entryOf } from '../../infra/entry.ts';
import type { Beginning, HandlerCall } from './programs/measure.ts';

const PROGRAM = join(import.meta.dirname, 'programs/measure.ts');

/** A module that was loaded in a separate process. */
export interface Measured {
  /** Milliseconds of CPU time that loading it took. */
  init: number;
  /** Calls it. @returns milliseconds of CPU time. @throws if it does not answer as expected; its process has then ended */
  call(wanted: HandlerCall): Promise<number>;
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
  const ask = async (wanted: HandlerCall | Beginning): Promise<number> => {
    child.send(wanted);
    const [cpu] = await Promise.race([once(child, 'message'), ended]);
    return cpu;
  };
  return { init: await ask(beginning), call: ask, end: () => child.disconnect() };
};

/** Bundles a function as it is deployed. @returns its file */
export const bundledFunction = async (name: string): Promise<string> =>
  join(await bundle(name, entryOf(name)), 'handler.mjs');

const folder = mkdtempSync(join(tmpdir(), 'pasarela-bench-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

/** Bundles a program of the bench into one CommonJS file, with esbuild's defaults. @returns its file */
export const bundledBare = async (name: 'bare' | 'bare-dialog'): Promise<string> => {
  const outfile = join(folder, `${name}.cjs`);
  await build({
    entryPoints: [join(import.meta.dirname, `programs/${name}.ts`)],
    bundle: true,
    platform: 'node',
    logLevel: 'error',
    outfile,
  });
  return outfile;
};
