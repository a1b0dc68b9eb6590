import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

/** Everything fetched from elsewhere is what was tested: it is pinned by digest, hash or signature. */

const ROOT = join(import.meta.dirname, '../..');

/** A list of components in CycloneDX, as far as it is read here. */
interface Sbom {
  bomFormat: string;
  components: {
    group?: string;
    name: string;
    version?: string;
    hashes?: object[];
    licenses?: object[];
    properties?: { name: string }[];
  }[];
}

test('actions of workflows are named by the digest of a commit', () => {
  const workflows = globSync('.github/workflows/*.yml', { cwd: ROOT });
  const used = workflows.flatMap((file) => readFileSync(join(ROOT, file), 'utf8').match(/uses: .*/g) ?? []);
  expect(used).not.toEqual([]);
  expect(used.filter((line) => !/^uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v[\d.]+$/.test(line))).toEqual([]);
});

test.each(globSync('local/python/*.in', { cwd: ROOT }))('each package that %s needs has its hash', (file) => {
  const versions = readFileSync(join(ROOT, file.replace('.in', '.txt')), 'utf8');
  const packages = versions.split(/\n(?=\S)/).filter((entry) => !entry.startsWith('#'));
  expect(packages.length).toBeGreaterThan(5);
  expect(
    packages.filter((entry) => !/^[\w.-]+==\S+ .*\\\n {4}--hash=sha256:[0-9a-f]{64}/.test(entry)),
  ).toEqual([]);
  for (const [wanted] of readFileSync(join(ROOT, file), 'utf8').matchAll(/^[^#\s].*/gm))
    expect(versions.toLowerCase()).toContain(wanted.toLowerCase().replace(/\[\w+\]/, ''));
});

test('the list of components has each package that functions, clients and panel use, with version, hash and licence', () => {
  const { stdout, status } = spawnSync('npm', ['run', '--silent', 'sbom'], { cwd: ROOT, encoding: 'utf8' });
  expect(status).toBe(0);
  const { bomFormat, components }: Sbom = JSON.parse(stdout);
  expect(bomFormat).toBe('CycloneDX');
  const manifests = ['.', 'client', 'client/cli', 'client/mcp', 'panel'].map((folder) =>
    JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')),
  );
  const used = manifests.flatMap(({ dependencies = {} }) => Object.keys(dependencies));
  expect(used.length).toBeGreaterThan(40);
  const listed = new Map(components.map((one) => [one.group ? `${one.group}/${one.name}` : one.name, one]));
  expect(used.filter((name) => !listed.has(name))).toEqual([]);
  // Tools of developers are in no product, and are marked.
  const isTool = ({ properties = [] }: Sbom['components'][number]) =>
    properties.some(({ name }) => name === 'cdx:npm:package:development');
  expect(isTool(listed.get('vitest')!)).toBe(true);
  expect(used.filter((name) => isTool(listed.get(name)!))).toEqual([]);
  const own = new Set(['client', 'cli', 'mcp', 'panel', ...manifests.map(({ name }) => name)]);
  expect(
    components.filter(
      (one) =>
        !own.has(one.name) &&
        !isTool(one) &&
        !(one.version && one.hashes && one.hashes.length > 0 && one.licenses && one.licenses.length > 0),
    ),
  ).toEqual([]);
});

describe('the check of signatures', () => {
  /** The exit code of the check, if npm prints these answers and exits with this status. */
  const checked = (answers: string, status: number) => {
    const folder = mkdtempSync(join(tmpdir(), 'pasarela-npm-'));
    try {
      writeFileSync(join(folder, 'npm'), `#!/bin/sh\ncat <<'END'\n${answers}\nEND\nexit ${status}\n`, {
        mode: 0o755,
      });
      const { stdout, status: ended } = spawnSync(join(ROOT, '.ci/signatures'), {
        encoding: 'utf8',
        env: { PATH: `${folder}:${process.env.PATH}` },
      });
      return { ended, isSkipped: stdout.includes('were not checked') };
    } finally {
      rmSync(folder, { recursive: true });
    }
  };

  test.each<[string, string, number, object]>([
    [
      'succeeds where all are right',
      '1138 packages have verified registry signatures',
      0,
      { ended: 0, isSkipped: false },
    ],
    [
      'fails where one is wrong',
      '1 package has an invalid registry signature:',
      1,
      { ended: 1, isSkipped: false },
    ],
    [
      'fails where one is missing',
      '1 package has a missing registry signature:',
      1,
      { ended: 1, isSkipped: false },
    ],
    ['fails with any other error', 'npm error code EEXPIREDSIGNATUREKEY', 1, { ended: 1, isSkipped: false }],
    [
      'says that it could not reach the keys',
      'npm error code ENOTFOUND\nnpm error syscall x',
      1,
      { ended: 0, isSkipped: true },
    ],
    [
      'says that the registry has none',
      'npm error found no dependencies to audit that were installed from a supported registry',
      1,
      { ended: 0, isSkipped: true },
    ],
  ])('the check %s', (_, answers, status, expected) => {
    expect(checked(answers, status)).toEqual(expected);
  });
});
