import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildClient } from './build.ts';

/**
 * `npm run client`: packs the package as a tarball. The operator chooses the licence for integrators: `--license` is
 * its SPDX expression and `--license-file` its text. Without them it stays `UNLICENSED`.
 */

const CLIENT = join(import.meta.dirname, '..');

const { values } = parseArgs({
  options: {
    license: { type: 'string' },
    'license-file': { type: 'string' },
    to: { type: 'string', default: '.local' },
  },
});
const destination = resolve(values.to);

await buildClient();
const folder = mkdtempSync(join(tmpdir(), 'pasarela-client-'));
try {
  for (const name of ['dist', 'README.md'])
    cpSync(join(CLIENT, name), join(folder, name), { recursive: true });
  const manifest = JSON.parse(readFileSync(join(CLIENT, 'package.json'), 'utf8'));
  const { devDependencies: _, ...packed } = {
    ...manifest,
    ...(values.license && { license: values.license }),
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(packed, null, 2)}\n`);
  if (values['license-file']) cpSync(values['license-file'], join(folder, 'LICENSE'));
  mkdirSync(destination, { recursive: true });
  execFileSync('npm', ['pack', '--pack-destination', destination], { cwd: folder, stdio: 'inherit' });
} finally {
  rmSync(folder, { recursive: true });
}
