import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  bitOf,
  ID_BLOCK,
  type IdSet,
  idsIn,
  intersection,
  union,
} from '../../../../shared/stores/clients/id-set.ts';

/** Ids of three blocks, so that both halves of each are met, and blocks that only one set has. */
const someIds = fc.uniqueArray(fc.nat(3 * ID_BLOCK - 1), { maxLength: 60 });

const setOf = (ids: number[]): IdSet => union(ids.map((id) => new Map([[bitOf(id).block, bitOf(id).bit]])));
const sorted = (ids: Iterable<number>) => [...ids].sort((a, b) => a - b);

test('union, intersection and order are those of sets', () => {
  fc.assert(
    fc.property(someIds, someIds, (a, b) => {
      expect(idsIn(setOf(a))).toEqual(sorted(a));
      expect(idsIn(union([setOf(a), setOf(b)]))).toEqual(sorted(new Set([...a, ...b])));
      expect(idsIn(intersection(setOf(a), setOf(b)))).toEqual(sorted(a.filter((id) => b.includes(id))));
    }),
  );
});

test('a full block is an exact number', () => {
  const all = Array.from({ length: ID_BLOCK }, (_, id) => id);
  const sum = all.reduce((bits, id) => bits + bitOf(id).bit, 0);
  expect(sum).toBe(2 ** ID_BLOCK - 1);
  expect(Number.isSafeInteger(sum)).toBe(true);
  expect(idsIn(new Map([[0, sum]]))).toEqual(all);
});
