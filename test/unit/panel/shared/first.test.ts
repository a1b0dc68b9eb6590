import { expect, test } from 'vitest';
import { nextPart } from '../../../../panel/src/shared/first.ts';

/** Lists that are read on page by page. */

/** A list with these pages, and the tokens that it was asked with. */
const listOf = (pages: string[][]) => {
  const tokens: (string | undefined)[] = [];
  const ask = async (from: string | undefined) => {
    tokens.push(from);
    const at = Number(from ?? 0);
    return { data: pages[at]!, continueToken: at + 1 < pages.length ? String(at + 1) : null };
  };
  return { ask, tokens };
};

test('a search passes over pages without results, and takes the first result', async () => {
  const { ask, tokens } = listOf([[], [], ['one'], ['another']]);
  expect(await nextPart(ask)).toEqual({ data: ['one'], continueToken: '3' });
  expect(tokens).toEqual([undefined, '1', '2']);
  expect(await nextPart(ask, '3')).toEqual({ data: ['another'], continueToken: null });
});

test('a search without any result ends at the end of the list', async () => {
  expect(await nextPart(listOf([[], [], []]).ask)).toEqual({ data: [], continueToken: null });
});

test('a search of many rows asks a person before it continues, and continues where it was', async () => {
  const { ask, tokens } = listOf([...Array.from({ length: 7 }, () => []), ['old']]);
  const { data, continueToken } = await nextPart(ask);
  expect(data).toEqual([]);
  expect(tokens).toHaveLength(5);
  expect(await nextPart(ask, continueToken!)).toEqual({ data: ['old'], continueToken: null });
});
