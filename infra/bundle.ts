import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';

const ROOT = join(import.meta.dirname, '..');

/** A folder of this process alone, so that two deployments can run at the same time. The CDK copies files from it. */
const output = mkdtempSync(join(tmpdir(), 'pasarela-build-'));
process.on('exit', () => rmSync(output, { recursive: true, force: true }));

/** How `functions/<name>/handler.ts` is bundled. */
export const bundleOptions = (name: string) =>
  ({
    absWorkingDir: ROOT,
    entryPoints: { handler: `functions/${name}/handler.ts` },
    outdir: join(output, name),
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    // Prefer ES modules where a package has both forms: only they allow splitting and the removal of unused code.
    mainFields: ['module', 'main'],
    minify: true,
    keepNames: true,
    legalComments: 'none',
    sourcemap: 'linked',
    sourcesContent: false,
    // Packages that are only CommonJS load Node's modules with `require`.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
    logLevel: 'warning',
  }) satisfies BuildOptions;

/**
 * Bundles a function with all that it imports. Dynamic imports become files of their own, which are loaded when they are
 * needed. The same sources always give the same bundle.
 * @param extraFiles text files to put next to the handler, by name
 * @returns the directory; it is removed when this process ends
 */
export const bundle = async (name: string, extraFiles: Record<string, string> = {}): Promise<string> => {
  const options = bundleOptions(name);
  await build(options);
  for (const [file, text] of Object.entries(extraFiles)) await writeFile(join(options.outdir, file), text);
  return options.outdir;
};
