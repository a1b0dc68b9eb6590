import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { generate } from './generate.ts';

/** Builds the package into `dist`: one file of JavaScript with its source map, and the declarations of its types. */

const CLIENT = join(import.meta.dirname, '..');
const DIST = join(CLIENT, 'dist');

await generate();
rmSync(DIST, { recursive: true, force: true });
await build({
  absWorkingDir: CLIENT,
  entryPoints: ['src/index.ts'],
  outdir: DIST,
  bundle: true,
  packages: 'external',
  format: 'esm',
  platform: 'neutral',
  target: 'es2022',
  charset: 'utf8',
  minify: true,
  sourcemap: true,
});
const typescript = dirname(createRequire(import.meta.url).resolve('typescript/package.json'));
const compiler = [join(typescript, 'bin/tsc'), '--project', join(CLIENT, 'tsconfig.json')];
const declarations = ['--noEmit', 'false', '--emitDeclarationOnly', '--declaration', '--outDir', DIST];
execFileSync(process.execPath, [...compiler, ...declarations], { stdio: 'inherit' });
