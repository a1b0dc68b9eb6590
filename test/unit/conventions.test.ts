import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { deployments } from '../../functions/capabilities/deploys.ts';
import { capabilities } from '../../functions/capabilities/list.ts';
import type { Deployment } from '../../infra/deployment.ts';
import { queuedGroups } from '../../infra/queues/work-queues.ts';
import { demoData } from '../../local/demo.ts';
import * as identifiers from '../../shared/kernel/identifiers.ts';
import { readRequest } from '../../shared/kernel/validation.ts';
import config from '../../vitest.config.ts';
import { TESTS } from '../mutation/tests.ts';
import { groups, operations } from '../support/infra/groups.ts';
import { functionsThat } from '../support/of-capabilities.ts';
import { requestOf, requestsOf } from '../support/requests.ts';

const ROOT = join(import.meta.dirname, '../..');

interface Import {
  /** A package by name, or a file by its path from the root. */
  target: string;
  /** Whether only types are imported, so that nothing is loaded. */
  isType: boolean;
}

const STATEMENT =
  /\b(?:import|export)\s+(type\s+)?[\w\s{},*$]*?from\s+'([^']+)'|(?<!\/)\bimport\s*\(?\s*'([^']+)'/g;

/** The imports of each source file. */
const imports = new Map(
  globSync(
    '{client/build,client/src,commands,infra,functions,local,panel,reference,sandbox,shared}/**/*.{ts,tsx}',
    {
      cwd: ROOT,
    },
  ).map((file) => {
    const source = readFileSync(join(ROOT, file), 'utf8');
    const found = [...source.matchAll(STATEMENT)].map(([, type, from, alone]): Import => {
      const specifier = from ?? alone ?? '';
      const target = specifier.startsWith('.') ? normalize(join(dirname(file), specifier)) : specifier;
      return { target, isType: type !== undefined };
    });
    return [file, found] as const;
  }),
);

/** The imports from `files` of modules that match `imported`, each as `file -> target`. */
const importing = (files: RegExp, imported: RegExp, { types = true } = {}) =>
  [...imports]
    .filter(([file]) => files.test(file))
    .flatMap(([file, found]) =>
      found
        .filter(({ target, isType }) => imported.test(target) && (types || !isType))
        .map(({ target }) => `${file} -> ${target}`),
    );

/** Everything that is loaded with a file. */
const loadedWith = (file: string, loaded = new Set<string>()): Set<string> => {
  for (const { target, isType } of imports.get(file) ?? [])
    if (!isType && !loaded.has(target)) loadedWith(target, loaded.add(target));
  return loaded;
};

/** Files of operations: one for each group with the gateway's own resources, and one for each operation before an authority. */
const OPERATIONS = /^functions\/\w+\/([\w-]+)\/operations(?:\.ts$|\/)/;
const GROUP_OR_OPERATIONS = /^functions\/\w+\/[\w-]+\/(?:group\.ts$|operations(?:\.ts$|\/))/;

/** What capabilities deploy, and its list, which the CDK app loads. */
const DEPLOYMENTS = /^functions\/capabilities\/(?:[\w-]+\/deploy|deploys)\.ts$/;

const INPUT_OUTPUT = /^(@aws-sdk\/|undici$|node:(http|https|http2|net|tls|dgram|child_process)$)/;
/** The reader of P12 files asks TLS whether it would accept the key, but opens no connection. */
const ASKS_TLS = 'shared/certificates/p12.ts';

test('a message under the name of an authority has the authority’s words, never a text of ours', () => {
  const ours = globSync('{functions,shared}/**/*.ts', { cwd: ROOT }).filter((file) =>
    /\b(?:new Refusal\(|refused\('\w+', )\[\s*['`]/.test(readFileSync(join(ROOT, file), 'utf8')),
  );
  expect(ours).toEqual([]);
});

test('the files that mutation changes, and the tests that must notice, exist', () => {
  const isThere = (pattern: string) => globSync(pattern, { cwd: ROOT }).length > 0;
  // The tests of a capability are in folders of its name.
  const named = Object.values(TESTS)
    .flat()
    .filter((test) => !test.includes('*'));
  expect([...Object.keys(TESTS), ...named].filter((file) => !isThere(file))).toEqual([]);
  expect(Object.entries(TESTS).filter(([, tests]) => !tests.some(isThere))).toEqual([]);
});

test('one command can run any of the test projects together', () => {
  // Vitest refuses projects with the same `groupOrder` and different numbers of processes.
  const projects = config.test!.projects as {
    test: { maxWorkers?: number; sequence?: { groupOrder: number } };
  }[];
  const groupsOfProjects = Map.groupBy(projects, ({ test }) => test.sequence?.groupOrder ?? 0);
  for (const together of groupsOfProjects.values())
    expect(new Set(together.map(({ test }) => test.maxWorkers)).size).toBe(1);
});

describe('the imports of the sources', () => {
  test('the imports were all found', () => {
    expect(imports.size).toBeGreaterThan(50);
    const targets = [...imports.values()].flat().map(({ target }) => target);
    expect(
      targets.filter(
        (target) =>
          /^(commands|functions|infra|local|reference|sandbox|shared)\/.*\.ts$/.test(target) &&
          !imports.has(target),
      ),
    ).toEqual([]);
  });

  test('each room of shared imports only the rooms before it', () => {
    const rooms = [
      'kernel',
      'sheets',
      'certificates',
      'authorities',
      'stores',
      'metrics',
      'operation',
      'derive',
      'serving',
    ];
    for (const [index, room] of rooms.entries())
      expect(
        importing(
          new RegExp(`^shared/${room}/`),
          new RegExp(`^shared/(?!(${rooms.slice(0, index + 1).join('|')})/)`),
        ),
      ).toEqual([]);
    const others = [...imports.keys()].filter((file) =>
      new RegExp(`^shared/(?!(${rooms.join('|')})/)`).test(file),
    );
    expect(others).toEqual([]);
  });

  test.each([
    ['shared', 'commands|functions|infra|local|reference|sandbox'],
    ['functions', 'commands|infra|local|reference'],
    ['sandbox', 'commands|infra|local|reference'],
    ['infra', 'commands|local'],
    ['local', 'commands|reference'],
    ['reference', 'commands|infra'],
  ])('no import leads from %s to %s', (room, others) => {
    const isDeployment = (from: string) => room === 'functions' && DEPLOYMENTS.test(from.split(' -> ')[0]!);
    expect(
      importing(new RegExp(`^${room}/`), new RegExp(`^(${others})/`)).filter((from) => !isDeployment(from)),
    ).toEqual([]);
  });

  test('what capabilities deploy uses a few helpers of infra, and infra loads it by the list alone', () => {
    const helpers = 'deployment|names|rights/statements|queues/function-queue';
    const others = new RegExp(`^(commands|local|reference|infra)/(?<!infra/(?=(${helpers})\\.ts$))`);
    expect(importing(DEPLOYMENTS, others)).toEqual([]);
    expect(importing(/^(?!infra\/|functions\/capabilities\/deploys\.ts$)/, DEPLOYMENTS)).toEqual([]);
    expect(importing(/^infra\//, /^functions\/capabilities\//).toSorted()).toEqual([
      'infra/capabilities.ts -> functions/capabilities/deploys.ts',
      // How long the documents of a batch are kept.
      'infra/storage.ts -> functions/capabilities/batches/store/batch.ts',
    ]);
  });

  test('capabilities state each right, variable and function once', () => {
    const all: Deployment[] = deployments;
    const functions = all.flatMap((each) => each.functions ?? []).map(({ name }) => name);
    const named = all.flatMap(({ rights = {}, variables = {} }) => Object.keys({ ...rights, ...variables }));
    for (const names of [functions, named]) expect(names.toSorted()).toEqual([...new Set(names)].toSorted());
  });

  test('the gateway imports capabilities by their list alone', () => {
    const known = importing(/^(shared|functions\/(?!capabilities\/))/, /^functions\/capabilities\//);
    const allowed = [
      'functions/groups.ts -> functions/capabilities/groups.ts',
      'functions/hooks.ts -> functions/capabilities/list.ts',
      'functions/stores.ts -> functions/capabilities/list.ts',
    ];
    const types = ['functions/hooks.ts -> functions/capabilities/events/row-kinds.ts'];
    expect(known.toSorted()).toEqual([...allowed, ...types].toSorted());
    const named = importing(/^functions\/capabilities\/list\.ts$/, /./).map(
      (found) => found.split(' -> ')[1]!,
    );
    expect(named.filter((target) => !/\/(capability|group)\.ts$|operation\.ts$/.test(target))).toEqual([]);
    for (const { name } of capabilities)
      expect(imports.has(`functions/capabilities/${name}/capability.ts`), name).toBe(true);
  });

  test('the gateway imports no store of a capability', () => {
    const stored = capabilities.filter(({ store }) => store).map(({ name }) => name);
    const uses = new RegExp(`\\bstores\\.(${stored.join('|')})\\b`);
    const gateway = [...imports.keys()].filter((file) => /^(shared|functions\/gateway)\//.test(file));
    expect(gateway.filter((file) => uses.test(readFileSync(join(ROOT, file), 'utf8')))).toEqual([]);
  });

  test('a capability uses code, stores and rights of those alone that it says it uses, and none uses itself through others', () => {
    const uses = new Map(capabilities.map(({ name, uses = [] }) => [name, uses]));
    const inCapability = /^functions\/capabilities\/([\w-]+)\//;
    for (const found of importing(inCapability, inCapability)) {
      const [from, to] = found.split(' -> ').map((file) => file.split('/')[2]!) as [string, string];
      if (from !== to) expect(uses.get(from), found).toContain(to);
    }
    const texts = [...imports.keys()].flatMap((file) => {
      const from = inCapability.exec(file)?.[1];
      return from ? [{ file, from, text: readFileSync(join(ROOT, file), 'utf8') }] : [];
    });
    const rights = new Map(
      texts
        .filter(({ file }) => file.endsWith('/deploy.ts'))
        .flatMap(({ from, text }) =>
          [...text.matchAll(/^ {2}'([\w-]+:[\w-]+)':/gm)].map(([, right]) => [right, from]),
        ),
    );
    expect(rights.size).toBe(new Set(deployments.flatMap((each) => Object.keys(each.rights))).size);
    for (const { file, from, text } of texts) {
      const asked = [...text.matchAll(/\bstores\.(\w+)/g)].map(([, to]) => to!).filter((to) => uses.has(to));
      const granted = [...text.matchAll(/'([\w-]+:[\w-]+)'/g)].flatMap(
        ([, right]) => rights.get(right) ?? [],
      );
      for (const to of [...asked, ...granted]) if (to !== from) expect(uses.get(from), file).toContain(to);
    }
    const reaches = (from: string, over = new Set<string>()): Set<string> => {
      for (const to of uses.get(from) ?? []) if (!over.has(to)) reaches(to, over.add(to));
      return over;
    };
    for (const name of uses.keys()) expect([...reaches(name)], name).not.toContain(name);
  });

  test('the pages of a capability are in its folder of the panel, which the list alone names', () => {
    const folder = /^panel\/src\/capabilities\/([\w-]+)\//;
    const files = [...imports.keys()].filter((file) => file.startsWith('panel/src/'));
    const inFolders = new Set(files.flatMap((file) => folder.exec(file)?.[1] ?? []));
    expect([...inFolders].filter((name) => !capabilities.some((each) => each.name === name))).toEqual([]);
    const list = 'panel/src/capabilities/list.ts';
    expect(importing(/^panel\/src\/(?!capabilities\/list\.ts)/, new RegExp(`^${list}$`))).toEqual([
      `panel/src/app.tsx -> ${list}`,
    ]);
    expect(importing(/^panel\/src\/(?!capabilities\/)/, folder)).toEqual([]);
    const uses = new Map(capabilities.map(({ name, uses = [] }) => [name, uses]));
    for (const found of importing(folder, folder)) {
      const [from, to] = found.split(' -> ').map((file) => folder.exec(file)![1]!) as [string, string];
      if (from !== to) expect(uses.get(from), found).toContain(to);
    }
    expect(importing(/^panel\/src\/shared\//, /^panel\/src\/gateway\//)).toEqual([]);
    // Nor do the others name its pages by their addresses.
    const text = (file: string) => readFileSync(join(ROOT, file), 'utf8');
    const pages = files
      .filter((file) => /\/capability\.tsx$/.test(file))
      .flatMap((file) => /^ {2}pages: \{\n {4}(\w+):/m.exec(text(file))?.[1] ?? []);
    const named = new RegExp(`addressOf\\('(${pages.join('|')})'`);
    const others = files.filter((file) => !file.startsWith('panel/src/capabilities/'));
    expect(others.filter((file) => named.test(text(file)))).toEqual([]);
  });

  test('only channel and stores import what does input and output', () => {
    expect(
      importing(
        /^(functions\/(?!\w+\/\w+\/store\/)|shared\/(?!authorities\/channel\/|stores\/))/,
        INPUT_OUTPUT,
      ).filter((found) => !found.startsWith(ASKS_TLS)),
    ).toEqual([]);
  });

  test('an operation imports schemas, exchanges and its own group, and of stores only types', () => {
    expect(importing(GROUP_OR_OPERATIONS, /^(shared\/(serving\/serve\.ts|derive)|infra)/)).toEqual([]);
    expect(importing(OPERATIONS, /^shared\/stores\//, { types: false })).toEqual([]);
    for (const [file, found] of imports) {
      const own = OPERATIONS.exec(file)?.[1];
      for (const { target } of found)
        if (own && target.startsWith('functions/'))
          expect(target, file).toMatch(new RegExp(`^functions/\\w+/${own}/`));
    }
  });

  test('an operation imports nothing that does input or output', () => {
    const files = [...imports.keys()].filter((file) => GROUP_OR_OPERATIONS.test(file));
    expect(files.length).toBeGreaterThan(50);
    for (const file of files) {
      const loaded = [...loadedWith(file)].filter((one) => one !== ASKS_TLS);
      expect(
        loaded.filter((one) => imports.get(one)?.some(({ target }) => INPUT_OUTPUT.test(target))),
        file,
      ).toEqual([]);
    }
  });

  test('a handler imports the server and its own group only', () => {
    for (const [file, found] of imports) {
      const own = /^functions\/\w+\/([\w-]+)\/handler\.ts$/.exec(file)?.[1];
      // A function that looks filings up, carries out asynchronous requests, or reads sheets must know every operation; three of
      // them serve no group.
      const alone = ['authorizer', 'canary', 'due-filings', 'tramites', ...functionsThat('loadsMore')];
      if (!own || alone.includes(own)) continue;
      const isQueued = queuedGroups(groups).some(({ name }) => name === own);
      expect(
        found.filter(({ isType }) => !isType).map(({ target }) => target),
        file,
      ).toEqual([
        ...(isQueued
          ? ['shared/serving/later/consumer.ts', 'shared/serving/serve.ts']
          : ['shared/serving/serve.ts']),
        'functions/services.ts',
        file.replace('handler.ts', 'group.ts'),
      ]);
    }
  });

  test('the panel imports the client package alone, and of shared how fields, codes and text files are written', () => {
    const others = /^(?!panel\/|client\/src\/|(?:preact|uqr|stdnum)(?:\/|$)|virtual:)/;
    const used = importing(/^panel\/src\//, others, { types: false }).map((found) => found.split(' -> ')[1]!);
    expect([...new Set(used)].toSorted()).toEqual([
      'shared/authorities/message-codes.ts',
      'shared/authorities/sepe/identifiers.ts',
      'shared/kernel/amounts.ts',
      'shared/kernel/asked.ts',
      'shared/kernel/from-registration.ts',
      'shared/kernel/labels.ts',
      'shared/kernel/social-security-number.ts',
      'shared/kernel/working-share.ts',
      'shared/sheets/csv/write.ts',
    ]);
    const types = importing(/^panel\/src\//, /^(commands|functions|infra|local|reference|sandbox)\//);
    expect(types).toEqual([]);
    expect(importing(/^(client|functions|reference|sandbox|shared)\//, /^panel\//)).toEqual([]);
  });

  test('the imports of infra and the reference lead to operations, never to handlers', () => {
    expect(importing(/^(infra|reference)\//, /handler\.ts$/)).toEqual([]);
  });

  test('the sandbox and the connectors do not import each other', () => {
    expect(importing(/^sandbox\/(?!api\/)/, /^(shared|functions)\//)).toEqual([]);
    expect(importing(/^(shared|functions)\//, /^sandbox\//)).toEqual([]);
  });

  test('the operations on the sandbox import how operations are served, and nothing of authorities', () => {
    const used = importing(/^sandbox\/api\//, /^(shared|functions)\//).map((found) => found.split(' -> ')[1]);
    expect([...new Set(used)].toSorted()).toEqual([
      'functions/services.ts',
      'shared/kernel/document.ts',
      'shared/kernel/errors.ts',
      'shared/kernel/fields.ts',
      'shared/kernel/identifiers.ts',
      'shared/kernel/rules.ts',
      'shared/operation/answer-fields.ts',
      'shared/operation/operation.ts',
      'shared/operation/ports.ts',
      'shared/serving/serve.ts',
    ]);
    expect(importing(/^sandbox\/(?!api\/)/, /^sandbox\/api\//)).toEqual([]);
  });

  test('the client imports itself and one package, and only the panel imports the client', () => {
    expect(importing(/^client\/src\//, /^(?!client\/src\/|openapi-fetch$)/)).toEqual([]);
    expect(importing(/^(?!(client|panel)\/)/, /^client\//)).toEqual([]);
  });

  test('only the sandbox imports what makes documents', () => {
    expect(importing(/^(?!sandbox\/)/, /^pdf-lib$/)).toEqual([]);
  });

  test('only the FIE of the Seguridad Social is read and made with the package for old workbooks', () => {
    const users = importing(/./, /^@e965\/xlsx$/).map((found) => found.split(' -> ')[0]!);
    expect([...new Set(users)].toSorted()).toEqual([
      'sandbox/tgss/prosa/fie-sheet.ts',
      'shared/authorities/tgss/prosa/fie.ts',
    ]);
  });

  test('cheerio is imported without its parser for browsers and its client for HTTP', () => {
    expect(importing(/./, /^cheerio(?!\/slim$)/)).toEqual([]);
  });
});

const requests = requestsOf(demoData());

/** Submissions that cause no obligations, and close none. */
const NOTHING_FOLLOWS = [
  'POST /seg-social/pract-no-remun',
  'POST /seg-social/nacimiento',
  'PUT /seg-social/datos-bancarios',
];

describe.each(operations)('the operation $name', ({ name, operation }) => {
  test('the operation has an example that fits its schemas', () => {
    const { value, errors } = readRequest(operation.request, operation.example.request, {
      onlyDefined: true,
    });
    expect(errors).toEqual({});
    expect(value).toBeDefined();
    expect(operation.response.safeParse(operation.example.response).error).toBeUndefined();
  });

  if (operation.kind !== 'resource')
    test('the operation has requests to try', () => {
      const { request: usual, more = [] } = requestOf(requests, name.replace('/api/v4', ''));
      for (const request of [usual, ...more])
        expect(readRequest(operation.request, request, { onlyDefined: true, identifiers }).errors).toEqual(
          {},
        );
    });

  if (operation.kind === 'submission')
    test('the operation declares the facts that it filed, from which obligations follow', () => {
      expect(
        operation.emits !== undefined,
        '`emits` of the operation (docs/obligations.md), or its name in NOTHING_FOLLOWS of this file',
      ).toBe(!NOTHING_FOLLOWS.includes(name.replace('/api/v4', '')));
    });

  test('the operation describes every field', () => {
    const { properties } = z.toJSONSchema(operation.request, { io: 'input', unrepresentable: 'any' }) as {
      properties: Record<string, { description?: string }>;
    };
    for (const [field, { description }] of Object.entries(properties))
      expect(description, `${field}: give its schema a description, by .meta()`).toBeTruthy();
  });

  test('the operation offers a dry run or refuses it, as declared', () => {
    const { test: field } = operation.request.shape as Record<string, z.ZodType>;
    if (operation.kind === 'submission')
      expect(
        field?.safeParse(1).success,
        'the field test of its request: `test` with the dryRun `confirmation`, `noTest` with `not-offered`',
      ).toBe(operation.dryRun === 'confirmation');
    // A planned operation may file one day.
    if (operation.kind === 'resource' && !operation.planned)
      expect(field?.safeParse(1).success ?? false, 'a resource has no dry run').toBe(false);
  });
});

test('no two operations share an address', () => {
  const names = operations.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});
