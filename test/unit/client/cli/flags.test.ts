import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { operationsOf, reference } from '../../../../client/build/reference.ts';
import type { Field } from '../../../../client/cli/src/described.ts';
import { Misuse } from '../../../../client/cli/src/ends.ts';
import { type Flag, flagsOf, inWords, requestOf, valueIn } from '../../../../client/cli/src/flags.ts';
import { OPERATIONS, programOf } from '../../../support/client/cli.ts';

const operationNamed = (name: string) => OPERATIONS.find((one) => one.name === name)!;
const flagNamed = (operation: string, name: string): Flag =>
  flagsOf(operationNamed(operation)).find((flag) => flag.name === name)!;

describe('the commands of the CLI', () => {
  const program = programOf(() => {});
  const commands = new Map(program.commands.map((command) => [command.name(), command]));

  test('each operation of the reference is a command with its name and title', () => {
    const all = operationsOf(reference());
    expect(all.length).toBeGreaterThan(100);
    for (const { operation } of all) {
      const command = commands.get(operation.operationId)!;
      expect(command.description()).toContain(
        operation.operationId === 'commitBatch' ? 'simulacro' : operation.summary,
      );
    }
  });

  test('a command of a submission files only with --file, which is the name of no field', () => {
    for (const operation of OPERATIONS) {
      const flags = commands.get(operation.name)!.options.filter(({ long }) => long === '--file');
      const files = operation.kind === 'submission' || operation.name === 'commitBatch';
      expect([operation.name, flags.length]).toEqual([operation.name, files ? 1 : 0]);
      for (const flag of flags) expect(flag).toMatchObject({ required: false, optional: false });
    }
  });

  test('a command has no flag for a secret, which others on the machine would see, nor for the dry run', () => {
    const secrets = OPERATIONS.filter(({ fields }) => fields.some(({ isSecret }) => isSecret));
    expect(secrets.map(({ name }) => name)).toContain('saveCertificate');
    for (const operation of OPERATIONS)
      expect(flagsOf(operation).filter(({ name, field }) => field.isSecret || name === 'test')).toEqual([]);
  });
});

test('the commands of its README exist, with their flags', () => {
  const readme = readFileSync(join(import.meta.dirname, '../../../../client/cli/README.md'), 'utf8');
  const shown = [...readme.matchAll(/^(?:\$ npx |npx |token=\$\()?pasarela (.*)$/gm)].map(
    ([, text = '']) => text,
  );
  expect(shown.length).toBeGreaterThan(10);
  for (const text of shown) {
    const words = text
      .split(/[|#>)]/)[0]!
      .trim()
      .split(/\s+/);
    let command = programOf(() => {});
    for (const word of words) command = command.commands.find((one) => one.name() === word) ?? command;
    expect([text, command.name()]).not.toEqual([text, 'pasarela']);
    for (const flag of words.filter((word) => word.startsWith('--')))
      expect([text, command.options.map(({ long }) => long)]).toEqual([text, expect.arrayContaining([flag])]);
  }
});

/** The flags that set a value. */
const flagsFor = (fields: Field[], value: Record<string, unknown>, path: string[] = []): string[][] =>
  Object.entries(value).flatMap(([name, inner]) => {
    const field = fields.find((one) => one.name === name)!;
    if (field.isSecret) return [];
    if (field.fields) return flagsFor(field.fields, inner as Record<string, unknown>, [...path, name]);
    const texts = Array.isArray(inner) && !field.items?.includes('object') ? inner : [inner];
    return texts.map((one) => [
      [...path, name].join('.'),
      typeof one === 'object' ? JSON.stringify(one) : String(one),
    ]);
  });

const withoutSecrets = (fields: Field[], value: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      const field = fields.find((one) => one.name === name)!;
      if (field.isSecret) return [];
      return [[name, field.fields ? withoutSecrets(field.fields, inner as Record<string, unknown>) : inner]];
    }),
  );

test.each(
  operationsOf(reference()).flatMap(({ operation }) => {
    const example = Object.values(operation.requestBody?.content ?? {})[0]?.example;
    const isSayable = example && !JSON.stringify(example).includes('"content"');
    return isSayable ? [[operation.operationId, example as Record<string, unknown>] as const] : [];
  }),
)('the example of %s in the reference can be written with flags', (name, example) => {
  const operation = operationNamed(name);
  const { test: _, ...fields } = example;
  const wanted = withoutSecrets(operation.fields, fields);
  const given = new Map<Flag, string | string[]>();
  const flags = flagsOf(operation);
  for (const [path, text] of flagsFor(operation.fields, wanted)) {
    const flag = flags.find((one) => one.path.join('.') === path)!;
    const isList = flag.field.items && !flag.field.items.includes('object');
    given.set(flag, isList ? [...((given.get(flag) as string[]) ?? []), text!] : text!);
  }
  const said = requestOf(
    {},
    [...given].map(([flag, text]) => ({ flag, text })),
  );
  // Values that may be text or numbers are sent as text.
  const asText = (value: unknown) =>
    JSON.parse(JSON.stringify(value, (_, inner) => (typeof inner === 'number' ? String(inner) : inner)));
  expect(asText(said)).toEqual(asText(wanted));
});

describe('the value of a flag', () => {
  test('a value keeps the zeros of a number that may be text', () => {
    expect(valueIn(flagNamed('updateCno', 'regimen'), '0111')).toBe('0111');
  });

  test('a value is a number if the reference has one, and is refused if it is none', () => {
    expect(valueIn(flagNamed('updateCno', 'duplicate'), '1')).toBe(1);
    for (const text of ['', 'uno', '1e3', '0x1', ' 1'])
      expect(() => valueIn(flagNamed('updateCno', 'duplicate'), text)).toThrow(Misuse);
  });

  test('a value may be yes or no in Spanish, too', () => {
    expect(valueIn(flagNamed('resolveFiling', 'filed'), 'sí')).toBe(true);
    expect(valueIn(flagNamed('resolveFiling', 'filed'), 'no')).toBe(false);
    expect(['1', '0'].map((text) => valueIn(flagNamed('listFilings', 'dry'), text))).toEqual([true, false]);
    expect(() => valueIn(flagNamed('resolveFiling', 'filed'), 'quizá')).toThrow(Misuse);
  });

  test('a file as a value is its content, as the operation takes it', () => {
    const path = join(mkdtempSync(join(tmpdir(), 'cli-file-')), 'contratos.xml');
    writeFileSync(path, '<CONTRATOS/>');
    expect(valueIn(flagNamed('notifyContractXml', 'campo-file'), path)).toEqual({
      name: 'contratos.xml',
      size: 12,
      contentType: 'application/xml',
      content: `data:application/xml;base64,${Buffer.from('<CONTRATOS/>').toString('base64')}`,
    });
    expect(() => valueIn(flagNamed('notifyContractXml', 'campo-file'), `${path}.no`)).toThrow(/ENOENT/);
  });
});

describe('a request of the CLI', () => {
  test('a request is that of the file, with the values of flags in place of it', () => {
    const ofData = { dni: '1', Datos_Trabajador: { DNI_NIE: 'x', Nombre: 'ANA' } };
    const flag: Flag = {
      name: 'Datos_Trabajador.DNI_NIE',
      path: ['Datos_Trabajador', 'DNI_NIE'],
      field: { name: 'DNI_NIE', about: '', types: ['string'], required: true },
    };
    expect(requestOf(ofData, [{ flag, text: 'y' }])).toEqual({
      dni: '1',
      Datos_Trabajador: { DNI_NIE: 'y', Nombre: 'ANA' },
    });
    expect(ofData.Datos_Trabajador.DNI_NIE).toBe('x');
  });

  test.each(['test', 'Test', 'TEST'])(
    'a request never contains %s, which decides whether it is a dry run',
    (name) => {
      expect(() => requestOf({ [name]: 0 }, [])).toThrow(Misuse);
    },
  );

  test('a request is described in words, with the meaning of codes and without secrets', () => {
    const { fields } = operationNamed('registerEmployee');
    expect(inWords(fields, { regimen: '0111', identificacion: 1 })).toEqual([
      ['regimen', '0111', expect.stringMatching(/^Régimen/)],
      ['identificacion', '1 (DNI)', expect.any(String)],
    ]);
    const ofCertificate = operationNamed('saveCertificate').fields;
    expect(JSON.stringify(inWords(ofCertificate, { password: 'secreto' }))).not.toContain('secreto');
  });
});
