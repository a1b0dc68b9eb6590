import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';

const ROOT = join(import.meta.dirname, '..');

/** Of this process alone, so that two deployments at a time do not mix; the CDK copies what it needs of it. */
const output = mkdtempSync(join(tmpdir(), 'pasarela-build-'));
process.on('exit', () => rmSync(output, { recursive: true, force: true }));

/**
 * Bundles `functions/<name>/handler.ts` with all that it imports, split so that what is imported late is loaded late.
 * Node itself runs the result: no build runs in the cloud, and the same sources give the same bundle.
 * @param beside text of files that the handler reads beside itself, by name
 * @returns the directory, gone when the process ends
 */
export const bundle = async (name: string, beside: Record<string, string> = {}): Promise<string> => {
  const directory = join(output, name);
  await build({
    absWorkingDir: ROOT,
    entryPoints: { handler: `functions/${name}/handler.ts` },
    outdir: directory,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    // Packages that come in both forms are taken as ES modules: only those can be split and shaken.
    mainFields: ['module', 'main'],
    minify: true,
    keepNames: true,
    legalComments: 'none',
    sourcemap: 'linked',
    sourcesContent: false,
    // What is only to be had as CommonJS asks for Node's own modules with require.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
    logLevel: 'warning',
  });
  for (const [file, text] of Object.entries(beside)) await writeFile(join(directory, file), text);
  return directory;
};
