import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { build, type Format } from 'esbuild';
import { generate } from './generate.ts';

const CLIENT = join(import.meta.dirname, '..');
const DIST = join(CLIENT, 'dist');
/** For `require` and TypeScript's `node10`, which know no modules of ECMAScript; a folder says so of its files. */
const CJS = join(DIST, 'cjs');

/**
 * Builds the package into `dist`, twice: as a module of ECMAScript and of CommonJS, each one file of JavaScript with its
 * source map and the declarations of its types.
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
    // How a default export is required differs from one bundler to another, so the one package is inside there.
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
