import { expect, test } from 'vitest';
import { listedOf } from '../../../functions/capabilities/reconciliation/listed.ts';
import type { ListedReconciliation } from '../../../functions/capabilities/reconciliation/store/reconciliation-row.ts';

const [first, second] = [
  { regimen: '0111', ccc: '28999901134' },
  { regimen: '0111', ccc: '28999901235' },
];
const [FIRST, SECOND] = ['011128999901134', '011128999901235'];
const one = (id: string, more: Partial<ListedReconciliation> = {}): ListedReconciliation => ({
  id,
  company: 1,
  accounts: [first!, second!],
  open: [FIRST, SECOND],
  ...more,
});
const idsOf = (all: ListedReconciliation[], wanted: Parameters<typeof listedOf>[1]) =>
  listedOf(all, wanted).map(({ id }) => id);

test('comparisons are listed by company, and by account if they compare it', () => {
  const all = [one('c', { company: 2 }), one('b', { accounts: [second!] }), one('a')];
  expect(idsOf(all, {})).toEqual(['c', 'b', 'a']);
  expect(idsOf(all, { company: 1 })).toEqual(['b', 'a']);
  expect(idsOf(all, { company: 1, account: '011128999901134' })).toEqual(['a']);
});

test('the last comparison of each account that has ended is open if it has a difference or a gap', () => {
  const { open: _, ...asking } = one('d');
  const equal = { open: [] };
  expect(idsOf([asking, one('c'), one('b')], { open: true })).toEqual(['c']);
  expect(idsOf([one('c', equal), one('b')], { open: true })).toEqual([]);
  expect(idsOf([one('c'), one('b', { company: 2 }), one('a', { company: 2 })], { open: true })).toEqual([
    'c',
    'b',
  ]);
});

test('a comparison of one account, or for an import, hides nothing else of its company', () => {
  const imported = one('d', { forImport: true });
  expect(idsOf([imported, one('b')], { open: true })).toEqual(['b']);
  const part = one('c', { accounts: [first!], open: [] });
  expect(idsOf([part, one('b'), one('a')], { open: true })).toEqual(['b']);
});

test('an account that was compared again later does not keep an earlier comparison open', () => {
  const again = one('c', { accounts: [first!], open: [] });
  expect(idsOf([again, one('b', { open: [FIRST!] }), one('a')], { open: true })).toEqual([]);
  expect(idsOf([again, one('b', { open: [SECOND!] }), one('a')], { open: true })).toEqual(['b']);
});
