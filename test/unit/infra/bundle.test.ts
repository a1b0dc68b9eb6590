import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { bundleOptions } from '../../../infra/bundle.ts';

/** What the bundle of a function has files of: folders of the project, and packages, with a package twice if it is. */
const contentsOf = async (name: string) => {
  const { metafile } = await build({ ...bundleOptions(name), write: false, metafile: true });
  const folders = new Set(
    Object.keys(metafile.inputs).map((file) => /^(.*node_modules\/)?(@[^/]+\/)?[^/]+/.exec(file)![0]),
  );
  const isPackage = (folder: string) => folder.includes('node_modules/');
  return {
    sources: [...folders].filter((folder) => !isPackage(folder)).toSorted(),
    packages: [...folders].filter(isPackage).map((folder) => folder.replace(/^.*node_modules\//, '')),
  };
};

test('a function that asks an authority has one client for HTTP, and nothing of the sandbox', async () => {
  const { sources, packages } = await contentsOf('seg-social');
  expect(sources).toEqual(['functions', 'shared']);
  expect(packages.filter((name) => name === 'undici')).toHaveLength(1);
  expect(packages).toContain('cheerio');
  // The first is for the sandbox. The second, and another undici, come with cheerio without `slim`.
  for (const unwanted of ['pdf-lib', 'parse5']) expect(packages).not.toContain(unwanted);
});

test('the authorizer, which waits in front of every call, has nothing of the authorities', async () => {
  const { sources, packages } = await contentsOf('authorizer');
  expect(sources).toEqual(['functions', 'shared']);
  for (const unwanted of ['undici', 'cheerio', 'pdf-lib']) expect(packages).not.toContain(unwanted);
});
