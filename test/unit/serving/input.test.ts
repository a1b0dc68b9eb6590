import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { ServiceError } from '../../../shared/kernel/errors.ts';
import { isStrict } from '../../../shared/operation/operation.ts';
import type { Acting, Read } from '../../../shared/serving/stages.ts';
import { readSent as read } from '../../support/hostile/read-sent.ts';
import { type Fields, UNCLEAR } from '../../support/hostile/unclear-requests.ts';
import { operations } from '../../support/infra/groups.ts';
import { testRows } from '../../support/of-capabilities.ts';

vi.stubEnv('STRICT_IDENTIFIERS', 'false');

const refusedFields = (outcome: Read | ServiceError) =>
  outcome instanceof ServiceError ? Object.keys(outcome.errors) : 'accepted';

const submissions = operations.flatMap(({ name, operation }) =>
  operation.kind === 'submission' ? [{ name, operation }] : [],
);

/** All operations that file or have something filed: submissions, including the ones that open notifications, and batches. */
const thatCanFile = operations.filter(({ operation }) => isStrict(operation));

/** Every object in a request, at every depth. */
const objectsIn = (value: unknown, path: string[] = []): { path: string[]; value: unknown }[] =>
  typeof value !== 'object' || value === null
    ? []
    : [
        ...(Array.isArray(value) ? [] : [{ path, value: 1 }]),
        ...Object.entries(value).flatMap(([name, member]) => objectsIn(member, [...path, name])),
      ];

const at = (value: unknown, path: string[]): unknown =>
  path.reduce((inner, name) => (inner as Fields)[name], value);

test('exactly the requests that can file or change an account by a file are read strictly', () => {
  const others = thatCanFile.filter(({ operation }) => operation.kind !== 'submission');
  const strict = testRows.flatMap(({ strict = [] }) => strict);
  expect(others.map(({ name }) => name.replace('/api/v4', '')).toSorted()).toEqual(
    [...strict, 'POST /sandbox/by-hand'].toSorted(),
  );
  expect(thatCanFile.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'POST /api/v4/dehu/notification-accept',
      'POST /api/v4/aeat/notification-accept',
      'POST /api/v4/seg-social/notification-accept',
    ]),
  );
});

/** A value as JSON in which some members are written twice with the same value. @param isTwice chooses members by dotted path */
const withTwice = (value: unknown, isTwice: (path: string) => boolean, path: string[] = []): string => {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, member]) => {
    const inner = [...path, name];
    const text = withTwice(member, isTwice, inner);
    return Array.isArray(value)
      ? [text]
      : Array(isTwice(inner.join('.')) ? 2 : 1).fill(`${JSON.stringify(name)}:${text}`);
  });
  return Array.isArray(value) ? `[${members.flat()}]` : `{${members.flat()}}`;
};

describe.each(thatCanFile)('$name, which can file,', ({ operation }) => {
  const example = operation.example.request as Fields;

  test('the operation accepts its own example', async () => {
    expect(await read(operation, { body: example })).not.toBeInstanceOf(ServiceError);
  });

  test('the operation does not file unless test is plainly 0', async () => {
    const filed: string[] = [];
    for (const [what, sent] of UNCLEAR) {
      const outcome = await read(operation, sent(example));
      if (!(outcome instanceof ServiceError) || outcome.status !== 422) filed.push(what);
    }
    expect(filed).toEqual([]);
  });

  test('the operation refuses a name that any of its objects has twice, whatever the values, and lists all such names', async () => {
    const places = objectsIn(example).flatMap(({ path }) =>
      Object.keys(at(example, path) as Fields).map((name) => [...path, name]),
    );
    expect(places.length).toBeGreaterThan(0);
    const all = refusedFields(await read(operation, { body: withTwice(example, () => true) }));
    expect(all).toEqual(expect.arrayContaining(places.map((path) => path.join('.'))));
    for (const path of places.map((one) => one.join('.'))) {
      const body = withTwice(example, (other) => other === path);
      expect(refusedFields(await read(operation, { body })), path).toContain(path);
    }
  });
});

describe.each(submissions)('a submission, $name', ({ operation }) => {
  const example = operation.example.request as Fields;

  test('the submission files with its example as it stands', async () => {
    expect(await read(operation, { body: example })).toMatchObject({ dry: false });
  });

  test('the submission refuses a field in other letters, with or without the right one', async () => {
    for (const field of Object.keys(operation.request.shape)) {
      const other = field === field.toUpperCase() ? field.toLowerCase() : field.toUpperCase();
      if (field === other) continue;
      const { [field]: value = 'x', ...rest } = example;
      expect(refusedFields(await read(operation, { body: { ...example, [other]: value } })), other).toContain(
        other,
      );
      expect(refusedFields(await read(operation, { body: { ...rest, [other]: value } })), other).toContain(
        other,
      );
    }
  });

  test('the submission refuses names that it does not define, all of them', async () => {
    const names = Object.entries({ id: 7, tel: '600', dia: '', empresa_interna: null });
    const own = Object.fromEntries(names.filter(([name]) => !(name in operation.request.shape)));
    expect(refusedFields(await read(operation, { body: { ...example, ...own } }))).toEqual(Object.keys(own));
  });

  test('the submission refuses an unknown name within each of its objects and lists', async () => {
    for (const { path, value } of objectsIn(example)) {
      const body = structuredClone(example);
      Object.assign(at(body, path) as Fields, { test: 1, otra: value });
      const refused = refusedFields(await read(operation, { body }));
      expect(refused, path.join('.')).toEqual(
        expect.arrayContaining(
          [...(path.length > 0 ? ['test'] : []), 'otra'].map((n) => [...path, n].join('.')),
        ),
      );
    }
  });

  test('the submission takes 0 as no dry run and, where none is offered, refuses 1 and says that nothing was filed', async () => {
    for (const no of [0, '0'])
      expect(await read(operation, { body: { ...example, test: no } })).toMatchObject({ dry: false });
    for (const yes of [1, '1']) {
      const outcome = await read(operation, { body: { ...example, test: yes } });
      if (operation.dryRun === 'confirmation') expect(outcome).toMatchObject({ dry: true });
      else
        expect(outcome).toMatchObject({
          status: 422,
          errors: {
            test: ['test: Esta operación no ofrece simulacro. No se ha presentado nada.'],
          },
        });
    }
  });

  test('the submission ignores and names the fields of programs in use that it declares', async () => {
    const ignores = operation.ignores ?? [];
    const outcome = await read(operation, {
      body: { ...example, ...Object.fromEntries(ignores.map((name) => [name, ''])) },
    });
    expect(outcome).not.toBeInstanceOf(ServiceError);
    expect((outcome as Acting).trace.ignored).toEqual(ignores);
  });
});

describe('a field whose name is nearly test', () => {
  const alta = submissions.find(({ name }) => name === 'POST /api/v4/seg-social/alta')!.operation;
  const good = alta.example.request as Fields;

  test('the field is refused, and test is proposed', async () => {
    const message = 'tets: Campo desconocido. ¿Quiso decir test?';
    for (const sent of [{ body: { ...good, tets: '1' } }, { query: { tets: ['1'] }, body: good }])
      expect(await read(alta, sent)).toMatchObject({ status: 422, message, errors: { tets: [message] } });
  });

  test('the field does not lead to a filing, whichever one or two letters of it are wrong', async () => {
    const letter = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzTES_ 1');
    const edit = fc.tuple(fc.constantFrom('insert', 'delete', 'replace'), fc.nat(3), letter);
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 2 }), async (edits) => {
        const name = edits.reduce((text, [how, at, by]) => {
          if (how === 'insert') return text.slice(0, at) + by + text.slice(at);
          return text.slice(0, at) + (how === 'replace' ? by : '') + text.slice(at + 1);
        }, 'test');
        fc.pre(name !== 'test' && !(name in alta.request.shape));
        expect(await read(alta, { body: { ...good, [name]: 1 } })).toBeInstanceOf(ServiceError);
      }),
    );
  });
});
