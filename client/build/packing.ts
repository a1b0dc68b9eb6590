import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';

/**
 * Packs a built package as a tarball, into the folder of `--to` (`.local` by default). The operator chooses the licence for
 * integrators: `--license` is its SPDX expression and `--license-file` its text. Without them it stays `UNLICENSED`.
 * Prints the tarball's path.
 * @param source folder of the package, with `dist` and its README
 */
export const pack = (source: string): void => {
  const { values } = parseArgs({
    options: {
      license: { type: 'string' },
      'license-file': { type: 'string' },
      to: { type: 'string', default: '.local' },
    },
  });
  const destination = resolve(values.to);
  const folder = mkdtempSync(join(tmpdir(), 'pasarela-package-'));
  try {
    for (const name of ['dist', 'README.md'])
      cpSync(join(source, name), join(folder, name), { recursive: true });
    const manifest = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'));
    const { devDependencies: _, ...packed } = {
      ...manifest,
      ...(values.license && { license: values.license }),
    };
    writeFileSync(join(folder, 'package.json'), `${JSON.stringify(packed, null, 2)}\n`);
    if (values['license-file']) cpSync(values['license-file'], join(folder, 'LICENSE'));
    mkdirSync(destination, { recursive: true });
    const name = execFileSync('npm', ['pack', '--pack-destination', destination], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    console.log(relative(process.cwd(), join(destination, name.trim())));
  } finally {
    rmSync(folder, { recursive: true });
  }
};
