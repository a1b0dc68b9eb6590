import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { build, type Format } from 'esbuild';
import { generate } from './generate.ts';

const CLIENT = join(import.meta.dirname, '..');
const DIST = join(CLIENT, 'dist');
/** CommonJS output, for `require` and TypeScript's `node10`. Its folder has a package.json that says so. */
const CJS = join(DIST, 'cjs');

/**
 * Builds the package into `dist`: once as ES module and once as CommonJS, each as one file with its source map and
 * type declarations.
 */
export const buildClient = async (): Promise<void> => {
  await generate();
  rmSync(DIST, { recursive: true, force: true });
  await bundle('esm', DIST);
  await bundle('cjs', CJS);
  writeFileSync(join(CJS, 'package.json'), '{ "type": "commonjs" }\n');
};

const typescript = dirname(createRequire(import.meta.url).resolve('typescript/package.json'));

const bundle = async (format: Format, outdir: string): Promise<void> => {
  await build({
    absWorkingDir: CLIENT,
    entryPoints: ['src/index.ts'],
    outdir,
    bundle: true,
    // The dependency is bundled, because bundlers differ in how they require a default export.
    packages: format === 'esm' ? 'external' : 'bundle',
    format,
    platform: 'neutral',
    target: 'es2022',
    charset: 'utf8',
    minify: true,
    sourcemap: true,
  });
  const compiler = [join(typescript, 'bin/tsc'), '--project', join(CLIENT, 'tsconfig.json')];
  const declarations = ['--noEmit', 'false', '--emitDeclarationOnly', '--declaration', '--outDir', outdir];
  execFileSync(process.execPath, [...compiler, ...declarations], { stdio: 'inherit' });
};
