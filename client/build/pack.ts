import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildServer } from '../mcp/build/build.ts';
import { buildClient } from './build.ts';

/**
 * `npm run client`: packs the client as a tarball; `npm run client:mcp` the MCP server. The operator chooses the licence for
 * integrators: `--license` is its SPDX expression and `--license-file` its text. Without them it stays `UNLICENSED`.
 */

const CLIENT = join(import.meta.dirname, '..');

/** The packages: their folders, and what builds them. */
const PACKAGES = {
  client: { source: CLIENT, build: buildClient },
  mcp: { source: join(CLIENT, 'mcp'), build: buildServer },
};

const {
  values,
  positionals: [name = 'client'],
} = parseArgs({
  allowPositionals: true,
  options: {
    license: { type: 'string' },
    'license-file': { type: 'string' },
    to: { type: 'string', default: '.local' },
  },
});
const destination = resolve(values.to);

const packed = PACKAGES[name as keyof typeof PACKAGES];
if (!packed) throw new Error(`There is no package ${name}.`);
await packed.build();
const folder = mkdtempSync(join(tmpdir(), 'pasarela-client-'));
try {
  for (const part of ['dist', 'README.md'])
    cpSync(join(packed.source, part), join(folder, part), { recursive: true });
  const manifest = JSON.parse(readFileSync(join(packed.source, 'package.json'), 'utf8'));
  const { devDependencies: _, ...shown } = {
    ...manifest,
    ...(values.license && { license: values.license }),
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(shown, null, 2)}\n`);
  if (values['license-file']) cpSync(values['license-file'], join(folder, 'LICENSE'));
  mkdirSync(destination, { recursive: true });
  execFileSync('npm', ['pack', '--pack-destination', destination], { cwd: folder, stdio: 'inherit' });
} finally {
  rmSync(folder, { recursive: true });
}
