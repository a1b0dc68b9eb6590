import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Body } from '../../../../shared/authorities/channel/body.ts';

const MiB = 1024 * 1024;
const MOST = 12 * MiB;

/** Sizes of the pieces in which a body arrives, and how its length was announced. */
const bodies = fc.record({
  pieces: fc.array(fc.oneof(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 3 * MiB })), {
    maxLength: 4,
  }),
  announcement: fc.constantFrom('true', 'none', 'too much', 'nonsense', 'beyond the most'),
});

test('a body has all its pieces in their order, whatever length was announced', () => {
  fc.assert(
    fc.property(bodies, ({ pieces, announcement }) => {
      const all = pieces.map((size, index) => Buffer.alloc(size, index + 1));
      const expected = Buffer.concat(all);
      const announced = {
        true: String(expected.byteLength),
        none: undefined,
        'too much': String(MOST),
        nonsense: 'x',
        'beyond the most': '1e300',
      }[announcement];
      const body = new Body(announced, MOST);
      for (const piece of all) body.add(piece);
      expect(Buffer.compare(body.bytes(), expected)).toBe(0);
    }),
  );
});
