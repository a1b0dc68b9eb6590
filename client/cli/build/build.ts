import { chmodSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { generate } from '../../build/generate.ts';

const CLI = join(import.meta.dirname, '..');
const DIST = join(CLI, 'dist');

/**
 * Builds the program into `dist` as one file that contains the client and the framework, so that its only dependency is the
 * keychain's package, which is optional.
 */
export const buildCli = async (): Promise<void> => {
  await generate();
  rmSync(DIST, { recursive: true, force: true });
  const { version } = JSON.parse(readFileSync(join(CLI, 'package.json'), 'utf8')) as { version: string };
  const { metafile } = await build({
    metafile: true,
    absWorkingDir: CLI,
    entryPoints: { pasarela: 'src/main.ts' },
    outdir: DIST,
    bundle: true,
    external: ['@napi-rs/keyring', '@colors/colors'],
    format: 'esm',
    platform: 'node',
    target: 'node22',
    mainFields: ['module', 'main'],
    charset: 'utf8',
    minifySyntax: true,
    minifyWhitespace: true,
    define: { 'process.env.PASARELA_CLI_VERSION': JSON.stringify(version) },
    banner: {
      // CommonJS packages require parts of Node.
      js: `#!/usr/bin/env node
import { createRequire } from 'node:module';
const require = createRequire(import.meta.url);`,
    },
  });
  chmodSync(join(DIST, 'pasarela.js'), 0o755);
  writeFileSync(join(DIST, 'LICENSES.txt'), licencesOf(Object.keys(metafile.inputs)));
};

/** The licence texts of the bundled packages, which must accompany the program. @throws Error if a package has none */
const licencesOf = (inputs: string[]): string => {
  const folders = inputs.flatMap((input) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0] ?? []);
  const texts = [...new Set(folders)].toSorted().map((folder) => {
    const path = join(CLI, folder);
    const [file] = readdirSync(path).filter((name) => /^licen[cs]e/i.test(name));
    const { name, version, license } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));
    if (!file && license !== 'MIT') throw new Error(`${name} has no licence`);
    return `${name} ${version}, ${license}\n\n${file ? readFileSync(join(path, file), 'utf8').trim() : ''}`;
  });
  return `${texts.join('\n\n---\n\n')}\n`;
};
