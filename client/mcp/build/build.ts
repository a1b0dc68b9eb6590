import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { generate } from '../../build/generate.ts';

const FOLDER = join(import.meta.dirname, '..');

/** Builds the MCP server into `dist`: one file, with the client of the gateway in it. */
export const buildServer = async (): Promise<void> => {
  await generate();
  rmSync(join(FOLDER, 'dist'), { recursive: true, force: true });
  await build({
    absWorkingDir: FOLDER,
    entryPoints: ['src/main.ts'],
    outdir: 'dist',
    bundle: true,
    external: ['@modelcontextprotocol/*'],
    format: 'esm',
    platform: 'node',
    target: 'node20.3',
    charset: 'utf8',
    minify: true,
    sourcemap: true,
  });
};
