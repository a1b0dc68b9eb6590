import { build } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { bundleOptions, type Entry, entryOf } from '../../infra/bundle.ts';
import { entriesOf } from '../../infra/entries.ts';

/** What the bundle of a function has files of: folders of the project, and packages, with a package twice if it is. */
const contentsOf = (name: string, entry: Entry = entryOf(name)) => {
  const key = JSON.stringify(entry);
  const known = contents.get(key) ?? bundledContents(name, entry);
  contents.set(key, known);
  return known;
};
const contents = new Map<string, ReturnType<typeof bundledContents>>();

const bundledContents = async (name: string, entry: Entry) => {
  const options = { ...bundleOptions(name, entry), minify: false, sourcemap: false };
  const { metafile } = await build({ ...options, write: false, metafile: true });
  const folders = new Set(
    Object.keys(metafile.inputs).map((file) => /^(.*node_modules\/)?(@[^/]+\/)?[^/]+/.exec(file)![0]),
  );
  const isPackage = (folder: string) => folder.includes('node_modules/');
  return {
    outputs: Object.keys(metafile.outputs).map((file) => file.replace(/^.*\//, '')),
    sources: [...folders].filter((folder) => !isPackage(folder)).toSorted(),
    packages: [...folders].filter(isPackage).map((folder) => folder.replace(/^.*node_modules\//, '')),
  };
};

test('a function that asks an authority has one client for HTTP', async () => {
  const { packages } = await contentsOf('seg-social');
  expect(packages.filter((name) => name === 'undici')).toHaveLength(1);
  expect(packages).toContain('cheerio');
  // They, and another undici, come with cheerio without `slim`.
  expect(packages).not.toContain('parse5');
});

test('the authorizer, which waits in front of every call, has nothing of the authorities', async () => {
  const { packages } = await contentsOf('authorizer');
  for (const unwanted of ['undici', 'cheerio', 'pdf-lib', '@aws-sdk/client-s3', '@aws-sdk/client-sesv2'])
    expect(packages).not.toContain(unwanted);
});

describe('of the sandbox', () => {
  const production = [...entriesOf({ standIns: false })];
  const sandbox = [...entriesOf({ standIns: true })];

  test('production has nothing, in any function', async () => {
    expect(production.length).toBeGreaterThan(10);
    for (const [name, entry] of production) {
      const { outputs, sources, packages } = await contentsOf(name, entry);
      expect(outputs, name).toContain('handler.mjs');
      expect(sources, name).toEqual(['functions', 'shared']);
      expect(packages, name).not.toContain('pdf-lib');
    }
  });

  test('a sandbox stage has the stand-ins where authorities are asked, and nowhere else', async () => {
    const hosts: string[] = [];
    for (const [name, entry] of sandbox) {
      const { outputs, sources } = await contentsOf(name, entry);
      expect(outputs, name).toContain('handler.mjs');
      if (sources.includes('sandbox')) hosts.push(name);
    }
    expect(hosts.toSorted()).toEqual(['aeat', 'due-filings', 'sandbox', 'seg-social', 'sepe', 'tramites']);
    expect(sandbox.map(([name]) => name)).toEqual([...production.map(([name]) => name), 'sandbox']);
  });
});
