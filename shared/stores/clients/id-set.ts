/**
 * Sets of client ids as the index keeps them: for each block of ids that has one of them, a number with a bit for each.
 * A block is as wide as the integers that a JavaScript number holds exactly allow, in two halves, because JavaScript's
 * bit operators take 32 bits.
 */

const HALF = 25;
const HALF_VALUE = 2 ** HALF;

/** Ids in a block. */
export const ID_BLOCK = 2 * HALF;

/** Numbers of blocks, each with the bits of its ids. */
export type IdSet = ReadonlyMap<number, number>;

/** The block of an id, and its bit there. */
export const bitOf = (id: number): { block: number; bit: number } => ({
  block: Math.floor(id / ID_BLOCK),
  bit: 2 ** (id % ID_BLOCK),
});

const high = (bits: number) => Math.floor(bits / HALF_VALUE);
const low = (bits: number) => bits % HALF_VALUE;

/** The ids that are in both sets. */
export const intersection = (a: IdSet, b: IdSet): IdSet => {
  const both = new Map<number, number>();
  for (const [block, bits] of a) {
    const others = b.get(block) ?? 0;
    const common = (high(bits) & high(others)) * HALF_VALUE + (low(bits) & low(others));
    if (common > 0) both.set(block, common);
  }
  return both;
};

/** The ids that are in one of these sets. */
export const union = (sets: IdSet[]): IdSet => {
  const all = new Map<number, number>();
  for (const set of sets)
    for (const [block, bits] of set) {
      const others = all.get(block) ?? 0;
      all.set(block, (high(bits) | high(others)) * HALF_VALUE + (low(bits) | low(others)));
    }
  return all;
};

/** The ids of a set, in ascending order. */
export const idsIn = (set: IdSet): number[] => {
  const ids: number[] = [];
  for (const [block, bits] of [...set].sort(([a], [b]) => a - b))
    for (const [half, from] of [
      [low(bits), 0],
      [high(bits), HALF],
    ] as const)
      for (let bit = 0; bit < HALF; bit++) if (half & (1 << bit)) ids.push(block * ID_BLOCK + from + bit);
  return ids;
};
