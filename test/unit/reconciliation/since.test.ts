import { createSecretKey } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  keyOfDifference,
  newSince,
  openIn,
  seenAfter,
} from '../../../functions/capabilities/reconciliation/since.ts';
import type {
  DifferenceOfAccount,
  NotComparedOfAccount,
} from '../../../functions/capabilities/reconciliation/store/reconciliation-row.ts';

/** The differences that a nightly comparison reports as new since the one before. */

const key = createSecretKey(Buffer.alloc(32, 7));
const ACCOUNTS = ['011128000000097', '011128000000198'];
const DOCUMENTS = ['12345678Z', '99999001R', '99999100E'];

const difference = fc.record({
  account: fc.constantFrom(...ACCOUNTS),
  document: fc.constantFrom(...DOCUMENTS),
  kind: fc.constantFrom('field' as const, 'notRegistered' as const),
  field: fc.constantFrom('cno' as const, 'tipo_contrato' as const, null),
  believed: fc.constantFrom('1', '2', null),
  found: fc.constantFrom('1', '2', null),
});
type Made = typeof difference extends fc.Arbitrary<infer One> ? One : never;
const keyed = (one: Made) => ({
  ...one,
  key: keyOfDifference('a', one as DifferenceOfAccount, key),
});
const nights = fc.array(difference, { maxLength: 12 }).map((all) => all.map(keyed));
const gap = (account: string, document: string | null): NotComparedOfAccount => ({
  about: 'situation',
  account,
  document,
  name: null,
  because: '',
});
const gaps = fc.array(
  fc
    .tuple(fc.constantFrom(...ACCOUNTS), fc.constantFrom(...DOCUMENTS, null))
    .map(([account, document]) => gap(account, document)),
  { maxLength: 3 },
);
const NONE = new Set<string>();

test('the same differences in two nights are reported once, whatever could not be compared', () => {
  fc.assert(
    fc.property(nights, gaps, gaps, (differences, first, second) => {
      const seen = seenAfter(differences, first, []);
      expect(newSince(differences, [], NONE)).toEqual(differences);
      expect(newSince(differences, seen, NONE)).toEqual([]);
      expect(newSince(differences, seenAfter(differences, second, seen), NONE)).toEqual([]);
    }),
  );
});

test('a difference that a night could not show is not new when it is shown again, and one that was gone is', () => {
  fc.assert(
    fc.property(nights, gaps, (differences, missing) => {
      const first = seenAfter(differences, [], []);
      const isOpen = ({ account, document }: Made) =>
        missing.some((one) => one.account === account && (one.document ?? document) === document);
      const second = seenAfter([], missing, first);
      expect(newSince(differences, second, NONE)).toEqual(differences.filter((one) => !isOpen(one)));
    }),
  );
});

test('a difference of which a value changes is new, also if the one before was accepted', () => {
  fc.assert(
    fc.property(difference, fc.constantFrom('believed', 'found'), (one, value) => {
      const changed = keyed({ ...one, [value]: '3' });
      const before = keyed(one);
      const accepted = new Set([before.key]);
      expect(newSince([changed], seenAfter([before], [], []), accepted)).toEqual([changed]);
      expect(newSince([before], [], accepted)).toEqual([]);
    }),
  );
});

test('the key of a difference shows neither the document nor the values, and belongs to one account alone', () => {
  const one = {
    account: ACCOUNTS[0]!,
    document: '12345678Z',
    kind: 'field',
    field: 'cno',
    believed: '4309',
    found: null,
  } as DifferenceOfAccount;
  const made = keyOfDifference('a', one, key);
  expect(made).toMatch(/^[0-9a-f]{64}$/);
  expect(keyOfDifference('b', one, key)).not.toBe(made);
  expect(keyOfDifference('a', { ...one, since: '2026-01-01', nss: '1' } as DifferenceOfAccount, key)).toBe(
    made,
  );
});

test('an account needs a look if a difference is not accepted, or something was not compared', () => {
  const [first, second] = ACCOUNTS as [string, string];
  const differences = [
    { account: first, key: 'a' },
    { account: second, key: 'b' },
  ];
  expect(openIn({ differences, notCompared: [] }, NONE)).toEqual([first, second]);
  expect(openIn({ differences, notCompared: [] }, new Set(['a']))).toEqual([second]);
  expect(openIn({ differences, notCompared: [gap(first, null)] }, new Set(['a', 'b']))).toEqual([first]);
});
