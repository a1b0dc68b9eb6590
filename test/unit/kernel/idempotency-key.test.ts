import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plainKey } from '../../../shared/kernel/idempotency-key.ts';

const visible = fc.string({
  unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
  minLength: 1,
});

test.each([
  ['k1', 'k1'],
  ['"k1"', 'k1'],
  ['"a\\"b\\\\c"', 'a"b\\c'],
  ['""', ''],
  ['"', '"'],
  ['"k1', '"k1'],
  ['k1"', 'k1"'],
  ['"a"b"', '"a"b"'],
  ['"a\\"', '"a\\"'],
  ['"a\\b"', '"a\\b"'],
  ['"a";b=1', '"a";b=1'],
])('the key %j means %j', (sent, meant) => {
  expect(plainKey(sent)).toBe(meant);
});

/** A key as the draft standard writes it. */
const quotedKey = (key: string) => `"${key.replace(/["\\]/g, '\\$&')}"`;

test('a key in quotes is the same key as without them', () => {
  fc.assert(
    fc.property(visible, (key) => {
      expect(plainKey(quotedKey(key))).toBe(key);
    }),
  );
});
