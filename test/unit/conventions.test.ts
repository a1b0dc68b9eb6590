import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { groups } from '../../functions/operations.ts';
import { addressOf } from '../../shared/derive/routes.ts';
import { readRequest } from '../../shared/validation.ts';

const ROOT = join(import.meta.dirname, '../..');

/** What each source file imports: packages by name, files by path from the root. */
const imports = new Map(
  globSync('{infra,functions,sandbox,shared}/**/*.ts', { cwd: ROOT }).map((file) => {
    const source = readFileSync(join(ROOT, file), 'utf8');
    const found = [...source.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, specifier = '']) =>
      specifier.startsWith('.') ? normalize(join(dirname(file), specifier)) : specifier,
    );
    return [file, found] as const;
  }),
);

const importing = (files: RegExp, imported: RegExp) =>
  [...imports]
    .filter(([file]) => files.test(file))
    .flatMap(([file, found]) =>
      found.filter((target) => imported.test(target)).map((target) => `${file} -> ${target}`),
    );

const INPUT_OUTPUT = /^(@aws-sdk\/|undici$|node:(http|https|http2|net|tls|dgram|child_process)$)/;

describe('imports', () => {
  test('the sources were found', () => {
    expect(imports.size).toBeGreaterThan(50);
  });

  test('shared never imports functions or infra', () => {
    expect(importing(/^shared\//, /^(functions|infra|sandbox)\//)).toEqual([]);
  });

  test('only channel and stores do input and output', () => {
    // Reading a P12 asks TLS whether it would take the key; nothing is connected.
    expect(importing(/^shared\/(?!channel\/|stores\/|certificates\/p12\.ts)/, INPUT_OUTPUT)).toEqual([]);
    expect(importing(/^functions\//, INPUT_OUTPUT)).toEqual([]);
  });

  test('an operation imports schemas, fields, exchanges and its own group, and no store or channel', () => {
    expect(
      importing(
        /^functions\/[\w-]+\/(operations\/.*|fields\.ts|group\.ts)$/,
        /^(shared\/(channel|serve\.ts|derive)|@middy|infra)/,
      ),
    ).toEqual([]);
    for (const [file, found] of imports) {
      const own = /^functions\/([\w-]+)\/operations\//.exec(file)?.[1];
      if (own)
        for (const target of found)
          if (target.startsWith('functions/')) expect(target, file).toMatch(new RegExp(`^functions/${own}/`));
    }
  });

  test('a handler imports the server and its own group only', () => {
    for (const [file, found] of imports) {
      const own = /^functions\/([\w-]+)\/handler\.ts$/.exec(file)?.[1];
      if (own && own !== 'authorizer')
        expect(found, file).toEqual(['shared/serve.ts', `functions/${own}/group.ts`]);
    }
  });

  test('infra reads operations, never handlers', () => {
    expect(importing(/^infra\//, /handler\.ts$/)).toEqual([]);
  });

  test('the sandbox and the connectors know nothing of each other', () => {
    expect(importing(/^sandbox\//, /^(shared|functions)\//)).toEqual([]);
    expect(importing(/^(shared|functions)\//, /^sandbox\//)).toEqual([]);
  });
});

const operations = groups.flatMap((group) =>
  group.operations.map((operation) => ({
    name: `${operation.method} ${addressOf(group, operation)}`,
    group,
    operation,
  })),
);

describe.each(operations)('$name', ({ operation }) => {
  test('its example fits its schemas', () => {
    const { value, errors } = readRequest(operation.request, operation.example.request, {
      refuseTypos: true,
      strictIdentifiers: false,
    });
    expect(errors).toEqual({});
    expect(value).toBeDefined();
    expect(operation.response.safeParse(operation.example.response).error).toBeUndefined();
  });

  test('every field is described', () => {
    const { properties } = z.toJSONSchema(operation.request, { io: 'input', unrepresentable: 'any' }) as {
      properties: Record<string, { description?: string }>;
    };
    for (const [field, { description }] of Object.entries(properties))
      expect(description, field).toBeTruthy();
  });

  test('a dry run is offered or refused, as declared', () => {
    const offered = 'test' in operation.request.shape;
    if (operation.kind === 'submission') expect(offered).toBe(operation.dryRun === 'confirmation');
    if (operation.kind === 'resource') expect(offered).toBe(false);
  });
});

test('no two operations share an address', () => {
  const names = operations.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});
