import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bundle, type Entry, entryOf } from '../../infra/bundle.ts';
import { entriesOf } from '../../infra/entries.ts';
import { type BundleContents, bundleContents } from '../support/bundles/contents.ts';
import { bundlerIn, sourcesOf } from '../support/bundles/elsewhere.ts';

/** What a function of a production stage is made of, or the one with this entry. */
const contentsOf = (name: string, entry: Entry = entryOf(name)): Promise<BundleContents> => {
  const key = `${name} ${entry.module} ${entry.standIns === true}`;
  const known = contents.get(key) ?? bundleContents(name, entry);
  contents.set(key, known);
  return known;
};
const contents = new Map<string, Promise<BundleContents>>();

const folderOf = (file: string) => file.split('/', 1)[0];
/** Stands for the whole of packages in a bundle. */
const SIZING = 'infra/sizing/';
const foldersOf = ({ all }: BundleContents) =>
  [...new Set(all.sources.filter((file) => !file.startsWith(SIZING)).map(folderOf))].toSorted();

/** Of the names and contents of all files in a folder. */
const hashOf = (folder: string): string => {
  const hash = createHash('sha256');
  for (const file of readdirSync(folder).toSorted())
    hash.update(`${file}\n`).update(readFileSync(join(folder, file)));
  return hash.digest('hex');
};

const production = [...entriesOf({ standIns: false, canary: true })];
const sandbox = [...entriesOf({ standIns: true, canary: true })];
const GROUPS = production
  .map(([name]) => name)
  .filter((name) => !['authorizer', 'due-filings', 'canary', 'changes', 'deliveries'].includes(name));

test.each(production)('the function %s ends loading', async (name, entry) => {
  const folder = await bundle(name, entry);
  const load = `import ${JSON.stringify(join(folder, 'handler.mjs'))}; process.exit(0);`;
  // Node ends with 13 where a module waits for itself.
  const { status } = spawnSync(process.execPath, ['--input-type=module', '--eval', load], {
    env: { ...process.env, AWS_REGION: 'eu-south-2' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  expect(status).toBe(0);
});

describe('the code that is loaded before the first request', () => {
  test.each(production)('of %s is in one file, and uses of Node only what it names', async (name, entry) => {
    const { init } = await contentsOf(name, entry);
    // Next to it are what the bundler adds, and the names that a function exports.
    expect(init.files).toBeLessThanOrEqual(3);
    expect(init.ofNode).toEqual([]);
  });

  test.each(GROUPS)('of %s has at most 540 kB, and only what each request needs', async (name) => {
    const { init } = await contentsOf(name);
    expect(init.bytes).toBeLessThan(540_000);
    for (const unwanted of [
      ...['undici', 'cheerio', '@rgrove/parse-xml', '@e965/xlsx', '@fastify/busboy', 'fflate', 'node-forge'],
      ...['stdnum', 'ibantools', 'ipaddr.js', 'jsonc-parser'],
      ...['@aws-sdk/client-s3', '@aws-sdk/client-sqs', '@aws-sdk/client-sesv2', '@aws-sdk/nested-clients'],
    ])
      expect(init.packages).not.toContain(unwanted);
    expect(init.sources.filter((file) => /\/operations\//.test(file))).toEqual([]);
  });

  test('of the function that looks after due filings has at most 560 kB', async () => {
    const { init } = await contentsOf('due-filings');
    expect(init.bytes).toBeLessThan(560_000);
    expect(init.sources.filter((file) => /\/operations\//.test(file))).toEqual([]);
  });

  test('of the authorizer, which waits in front of every call, has at most 320 kB', async () => {
    const { all, init } = await contentsOf('authorizer');
    expect(init.bytes).toBeLessThan(320_000);
    expect(all.packages.filter((name) => name.startsWith('@aws-sdk/client-')).toSorted()).toEqual([
      '@aws-sdk/client-dynamodb',
      '@aws-sdk/client-secrets-manager',
    ]);
    for (const unwanted of ['undici', 'cheerio', 'pdf-lib', '@middy/core'])
      expect(all.packages).not.toContain(unwanted);
  });
});

test('a function that asks an authority has one client for HTTP, and any other has none', async () => {
  for (const [name, entry] of production) {
    const { all } = await contentsOf(name, entry);
    // Batches read their rows as any operation would.
    const asks = [
      ...['seg-social', 'sepe', 'aeat', 'dehu', 'tramites', 'batches', 'due-filings', 'deliveries'],
    ].includes(name);
    expect(
      all.packages.filter((one) => one === 'undici'),
      name,
    ).toHaveLength(asks ? 1 : 0);
    // They, and another undici, come with cheerio without `slim`.
    expect(all.packages, name).not.toContain('parse5');
  }
});

test('a function has its credentials from its environment, and no other way to find some', async () => {
  for (const [name, entry] of production) {
    const { all } = await contentsOf(name, entry);
    const ways = all.packages.filter((one) => /credential-provider|nested-clients|token-providers/.test(one));
    // What reads files of strangers calls nothing of AWS.
    expect(ways, name).toEqual(name === 'sheets' ? [] : ['@aws-sdk/credential-provider-env']);
  }
});

test('what is loaded later has the names that are imported', async () => {
  for (const [name, entry] of production) expect((await contentsOf(name, entry)).nameless, name).toEqual([]);
});

test('a function is the same in whatever folder it is bundled', async () => {
  const host = sandbox.find(([name]) => name === 'seg-social')!;
  const some = production.filter(([name]) => ['authorizer'].includes(name));
  const entries: [string, Entry][] = [...some, ['with-stand-ins', host[1]]];
  const sources = await sourcesOf(entries);
  const hashes: string[][] = [];
  for (const below of ['', 'a/deeper/one']) {
    const bundleThere = await bundlerIn(join(mkdtempSync(join(tmpdir(), 'bundles-')), below), sources);
    const folders: string[] = [];
    for (const [name, entry] of entries) folders.push(await bundleThere(name, entry));
    hashes.push(folders.map(hashOf));
  }
  expect(new Set(hashes[0]).size).toBe(entries.length);
  expect(hashes[1]).toEqual(hashes[0]);
});

test('no file of a function is a source map or names one', async () => {
  const folder = await bundle('authorizer', entryOf('authorizer'));
  const files = readdirSync(folder);
  expect(files).toContain('handler.mjs');
  for (const file of files) {
    expect(file).toMatch(/\.mjs$/);
    expect(readFileSync(join(folder, file), 'utf8')).not.toContain('sourceMappingURL');
  }
});

describe('the stand-ins of the sandbox', () => {
  test('are in no function of production', async () => {
    expect(production.length).toBeGreaterThan(10);
    for (const [name, entry] of production) {
      const contents = await contentsOf(name, entry);
      expect(contents.outputs, name).toContain('handler.mjs');
      expect(foldersOf(contents), name).toEqual(['functions', 'shared']);
      expect(contents.all.packages, name).not.toContain('pdf-lib');
    }
  });

  test('are on a sandbox stage where authorities are asked, and nowhere else', async () => {
    const hosts = sandbox.filter(([, { standIns }]) => standIns);
    expect(hosts.map(([name]) => name).toSorted()).toEqual([
      ...['aeat', 'dehu', 'due-filings', 'seg-social', 'sepe', 'tramites'],
    ]);
    for (const [name, entry] of sandbox.filter((one) => one[0] !== 'sandbox' && !hosts.includes(one)))
      expect(foldersOf(await contentsOf(name, entry)), name).toEqual(['functions', 'shared']);
    // All hosts begin in the same way: one is bundled for all, which takes seconds.
    for (const [name, entry] of sandbox.filter(([name]) => ['aeat', 'sandbox'].includes(name))) {
      const contents = await contentsOf(name, entry);
      expect(contents.outputs, name).toContain('handler.mjs');
      expect(foldersOf(contents), name).toContain('sandbox');
    }
    expect(sandbox.map(([name]) => name)).toEqual([...production.map(([name]) => name), 'sandbox']);
  });
});
