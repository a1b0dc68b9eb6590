import { expect, test } from 'vitest';
import { fixedKeyOf, inUse, parseGenerations } from '../../../shared/stores/service-keys.ts';

/** The valid contents of a secret from which keys are derived. */

const generation = (id: string, from: string) => ({ id, key: `key of ${id}`, from });

test('the secret that a deployment makes is the first generation of a key, whatever its characters', () => {
  for (const key of ['kJ8s', '12345', '{{S?oY>"'])
    expect(parseGenerations(JSON.stringify({ id: 'first', key })).keys).toEqual([
      { id: 'first', key, from: '1970-01-01T00:00:00.000Z' },
    ]);
});

test.each(['', 'kJ8s', '{', '{}', '{"keys":[]}', '{"keys":[{"id":"a","key":"geheim"}]}'])(
  'a ring of keys that is damaged is named without a part of it: %s',
  (text) => {
    expect(() => parseGenerations(text)).toThrow(/^the generations of a key are not valid$/);
  },
);

test('the newest generation of a key whose time has come is used for new values', () => {
  const keys = [generation('a', '2026-01-01T00:00:00.000Z'), generation('b', '2026-02-01T00:00:00.000Z')];
  const at = (now: string) => inUse({ keys }, new Date(now)).id;
  expect(at('2026-01-31T23:59:59.999Z')).toBe('a');
  expect(at('2026-02-01T00:00:00.000Z')).toBe('b');
  // Even if the clock is far behind, there is a key.
  expect(at('2025-01-01T00:00:00.000Z')).toBe('a');
});

test('a key by which rows are found is stored by itself once its secret is gone', () => {
  const [a, b] = [generation('a', '2026-01-01T00:00:00.000Z'), generation('b', '2026-02-01T00:00:00.000Z')];
  const worker = fixedKeyOf({ keys: [a] }, 'worker');
  expect(fixedKeyOf({ keys: [b], fixed: { worker } }, 'worker')).toBe(worker);
  expect(fixedKeyOf({ keys: [b] }, 'worker')).not.toBe(worker);
});
