import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

/** The most characters of a table cell. Longer texts belong in a paragraph. */
const MOST_IN_CELL = 200;

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const docs = globSync('docs/**/*.md', { cwd: ROOT });
const pages = [...docs, 'README.md', 'CONTRIBUTING.md', 'SECURITY.md'];

/** The lines of a page outside code blocks. */
const proseOf = (page: string): string[] => {
  let isCode = false;
  return read(page)
    .split('\n')
    .filter((line) => {
      if (!line.startsWith('```')) return !isCode;
      isCode = !isCode;
      return false;
    });
};

/** The anchors of a page's headings, as GitHub generates them. */
const anchorsOf = (page: string): string[] =>
  proseOf(page)
    .filter((line) => /^#+ /.test(line))
    .map((line) =>
      line
        .replace(/^#+ /, '')
        .toLowerCase()
        .replace(/[^\p{Letter}\p{Number} _-]/gu, '')
        .replaceAll(' ', '-'),
    );

test.each(pages)(`the page %s has no cell of a table of more than ${MOST_IN_CELL} characters`, (page) => {
  const cells = proseOf(page)
    .filter((line) => line.startsWith('|'))
    .flatMap((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()));
  expect(
    cells.filter((cell) => cell.length > MOST_IN_CELL),
    'shorten these; a cell of docs/authorities.md is `note` or `ifWrong` of an exchange',
  ).toEqual([]);
});

test.each(pages)('the page %s links to pages and headings that exist', (page) => {
  // The guide is a page of the reference, whose headings have other anchors. Its own test checks them.
  const links = [
    ...proseOf(page)
      .join('\n')
      .matchAll(/\]\(([\w./-]*\.md)?(?:#([^)\s]+))?\)/g),
  ];
  for (const [link, file, anchor] of page === 'docs/guia.md' ? [] : links) {
    const target = file ? normalize(join(dirname(page), file)) : page;
    expect(globSync(target, { cwd: ROOT }), link).toEqual([target]);
    if (anchor) expect(anchorsOf(target), link).toContain(anchor);
  }
});

test.each(pages)('the page %s names files and folders that exist', (page) => {
  const named = [
    ...proseOf(page)
      .join('\n')
      .matchAll(/`([a-z]+\/[\w./-]+)`/g),
  ].map(([, path]) => path!);
  const ours = named.filter((path) => existsSync(join(ROOT, path.split('/', 1)[0]!)));
  expect(ours.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

const papers = docs.filter((page) => page.startsWith('docs/trust/'));

test('the papers for buyers cite files that exist', () => {
  expect(papers.length).toBeGreaterThan(5);
  const cited = papers.flatMap((page) =>
    [
      ...proseOf(page)
        .join('\n')
        .matchAll(/`((?:\.ci|\.github|[a-z]+)\/[\w./-]+|[\w-]+\.(?:json|md))`/g),
    ].map(([, path]) => [page, path!.replace(/\/$/, '')] as const),
  );
  expect(cited.length).toBeGreaterThan(40);
  expect(cited.filter(([, path]) => !existsSync(join(ROOT, path)))).toEqual([]);
});

test('the papers for buyers say the settings of production as cdk.json has them', () => {
  const { production } = JSON.parse(read('cdk.json')).context.stages;
  const text = read('docs/trust/encargo.md');
  expect(production).toMatchObject({ documentDays: 30, evidenceYears: 4, logDays: 400 });
  for (const said of ['`documentDays`: 30 días', '`evidenceYears`: cuatro años', '`logDays`: 400 días'])
    expect(text).toContain(said);
});
