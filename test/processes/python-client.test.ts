import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildPython, clientPython } from '../../client/build/python.ts';
import { madridDay } from '../../shared/kernel/spanish-time.ts';
import { examplesOfAnswers } from '../support/client/answers.ts';
import { caller, demo } from '../support/demo.ts';
import { canRun } from '../support/programs/languages.ts';
import { unreachables } from '../support/servers/unreachable.ts';

/** The Python client as integrators get it: its wheel, its types, and its behaviour against the gateway. */

/** The folder for the built sources with their tests, in which the wheel is installed. */
const folder = mkdtempSync(join(tmpdir(), 'pasarela-python-'));
const installed = join(folder, 'installed');

const python = async (args: string[], variables: Record<string, string> = {}): Promise<string> => {
  const env = { PATH: process.env.PATH!, HOME: folder, PYTHONPATH: installed, PYTHONDONTWRITEBYTECODE: '1' };
  try {
    const options = { cwd: folder, env: { ...env, ...variables }, maxBuffer: 64 * 1024 ** 2 };
    const { stdout } = await promisify(execFile)(await clientPython(), args, options);
    return stdout;
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`python ${args.join(' ')} failed:\n${stdout}${stderr}`.slice(0, 8_000), { cause: error });
  }
};

describe.skipIf(!canRun('python'))('the Python client', () => {
  beforeAll(async () => {
    await buildPython(folder, 'EUPL-1.2');
    const [wheel = ''] = readdirSync(join(folder, 'dist'));
    const options = [
      '--quiet',
      '--disable-pip-version-check',
      '--no-deps',
      '--no-index',
      '--target',
      installed,
    ];
    await python(['-m', 'pip', 'install', ...options, join('dist', wheel)]);
    // So that the installed package is tested, and not the sources next to it.
    rmSync(join(folder, 'src'), { recursive: true });
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test('the client is a wheel with types, code from the reference, and the licence with which the operator packs it', () => {
    expect(readdirSync(join(installed, 'pasarela_client')).toSorted()).toEqual(
      expect.arrayContaining(['generated', 'py.typed']),
    );
    const [info = ''] = readdirSync(installed).filter((name) => name.endsWith('.dist-info'));
    expect(readFileSync(join(installed, info, 'METADATA'), 'utf8')).toContain('License-Expression: EUPL-1.2');
  });

  test('the client, its tests and the examples of its README pass mypy strict', async () => {
    const blocks = [...readFileSync(join(folder, 'README.md'), 'utf8').matchAll(/```python\n([\s\S]*?)```/g)];
    expect(blocks.length).toBeGreaterThan(4);
    const names = blocks.map(([, source = ''], number) => {
      const name = `readme_${number}.py`;
      writeFileSync(join(folder, name), source);
      return name;
    });
    const options = ['--cache-dir', join(folder, '.mypy_cache')];
    const said = await python([
      '-m',
      'mypy',
      ...options,
      join(installed, 'pasarela_client'),
      'tests',
      ...names,
    ]);
    expect(said).toMatch(/^Success: no issues found/);
  });

  test('the client keeps its promises, reads each answer of the reference, and files once at the service', async () => {
    const answers = join(folder, 'answers.json');
    writeFileSync(answers, JSON.stringify(examplesOfAnswers()));
    const { regimen, ccc } = demo.company;
    const unreachable = await unreachables();
    const said = await python(['-m', 'pytest', '-q', '-rs', '-o', 'faulthandler_timeout=120'], {
      PASARELA_UNREACHABLE: JSON.stringify(unreachable.list),
      PASARELA_ANSWERS: answers,
      PASARELA_SERVICE: JSON.stringify({
        baseUrl: demo.baseUrl,
        token: caller.token,
        certificate: demo.certificates.tgss,
        regimen,
        ccc,
        today: madridDay(new Date()),
        worker: demo.worker,
        workers: demo.newWorkers,
        cesion: demo.cesion,
        manySituations: demo.manySituations.dni,
      }),
    }).finally(unreachable.end);
    expect(said).toMatch(/\d+ passed/);
    expect(said).not.toMatch(/skipped/);
  });
});
