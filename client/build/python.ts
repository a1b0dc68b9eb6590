import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { installPython } from '../../local/python/environment.ts';
import { LOCAL } from '../../local/run-folder.ts';
import { PROXY_NOTE, UNSENT } from '../src/unsent.ts';
import { writePython } from './python-operations.ts';
import { reference } from './reference.ts';

/**
 * `npm run client:python`: builds the wheel of the Python client into `.local`. The code that is derived from the reference
 * (operations, types of fields and answers) is generated here and never committed. `--license` is the SPDX expression under
 * which integrators get it, which the operator decides.
 */

const SOURCE = join(import.meta.dirname, '..', 'python');

/** Path of a Python with the packages that build and test the client. */
export const clientPython = (): Promise<string> => {
  mkdirSync(LOCAL, { recursive: true });
  return installPython('client', LOCAL, { log: join(LOCAL, 'client-python.log') });
};

/**
 * Builds the package in a folder of its own: its sources, the generated modules, and the wheel in `dist`. Only the types are
 * generated, because a generated client would send requests in its own way, without our promises about submissions.
 * @throws CommandError that names the program that the machine lacks
 */
export const buildPython = async (folder: string, license?: string): Promise<void> => {
  const python = await clientPython();
  const isOfClient = (path: string) => !/\/(?:generated|__pycache__|\.mypy_cache)$/.test(path);
  cpSync(SOURCE, folder, { recursive: true, filter: isOfClient });
  const run = (...args: string[]) =>
    execFileSync(python, args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' });

  const generated = join(folder, 'src', 'pasarela_client', 'generated');
  mkdirSync(generated);
  const { answers, fields, operations } = writePython(reference());
  for (const [name, document] of Object.entries({ answers, fields }))
    writeFileSync(join(folder, `${name}.json`), JSON.stringify(document));
  const common = [
    ...['-m', 'datamodel_code_generator', '--input-file-type', 'openapi', '--openapi-scopes', 'schemas'],
    ...['--target-python-version', '3.10', '--use-union-operator', '--use-standard-collections'],
    ...['--enum-field-as-literal', 'all', '--use-schema-description', '--use-field-description'],
    ...['--disable-timestamp', '--disable-warnings', '--formatters', 'builtin'],
  ];
  const models = [
    '--output-model-type',
    'pydantic_v2.BaseModel',
    '--base-class',
    'pasarela_client._model.Model',
  ];
  run(...common, ...models, '--input', 'answers.json', '--output', join(generated, 'models.py'));
  run(
    ...[...common, '--output-model-type', 'typing.TypedDict'],
    ...['--input', 'fields.json', '--output', join(generated, 'fields.py')],
  );
  for (const [file, { components }] of [
    ['models.py', answers],
    ['fields.py', fields],
  ] as const)
    mustHave(Object.keys(components.schemas), readFileSync(join(generated, file), 'utf8'));
  writeFileSync(join(generated, '__init__.py'), '');
  writeFileSync(join(generated, 'operations.py'), operations);
  // JSON of texts is Python, too.
  writeFileSync(
    join(generated, 'unsent.py'),
    `UNSENT: dict[str, str] = ${JSON.stringify(UNSENT)}\nPROXY_NOTE = ${JSON.stringify(PROXY_NOTE)}\n`,
  );
  const file = join(generated, 'models.py');
  writeFileSync(file, withOpenChoices(readFileSync(file, 'utf8')));

  const project = join(folder, 'pyproject.toml');
  if (license)
    writeFileSync(
      project,
      readFileSync(project, 'utf8').replace(/^version = .*/m, `$&\nlicense = "${license}"`),
    );
  run('-m', 'build', '--wheel', '--no-isolation', '.');
};

/** A class that the generator renamed could be mistaken for another one. @throws Error with the missing names */
const mustHave = (names: string[], source: string): void => {
  const classes = new Set(
    [...source.matchAll(/^(?:class (\w+)\(|(\w+) = TypedDict)/gm)].map(([, a, b]) => a ?? b),
  );
  const missing = names.filter((name) => !classes.has(name));
  if (missing.length > 0 || classes.size !== names.length)
    throw new Error(`The generator of Python has other names for ${missing.join(', ')}.`);
};

/** Makes choices in answers accept unknown values; `_literal.py` says why. */
const withOpenChoices = (source: string): string => {
  const imported = /^from typing import (.*)$/m;
  const [, names = ''] = source.match(imported) ?? [];
  const others = names.split(', ').filter((name) => name !== 'Literal');
  const typing = others.length > 0 ? `from typing import ${others.join(', ')}\n` : '';
  return source.replace(imported, `${typing}from .._literal import Literal`);
};

if (import.meta.main) {
  const { values } = parseArgs({
    options: { license: { type: 'string' }, to: { type: 'string', default: '.local' } },
  });
  const folder = mkdtempSync(join(tmpdir(), 'pasarela-python-'));
  try {
    await buildPython(folder, values.license);
    mkdirSync(resolve(values.to), { recursive: true });
    cpSync(join(folder, 'dist'), resolve(values.to), { recursive: true });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
