import { expect, test } from 'vitest';
import type { Fact } from '../../../shared/operation/fact.ts';
import { obligationsOf } from '../../support/due.ts';

/** Several files of one certificate, which an office stores for several authorities, are renewed in one visit. */

const kept = (minute: number, more: Partial<Fact> = {}): Fact => ({
  id: `certificate-${minute}`,
  reference: `certificate-${minute}`,
  kind: 'digitalCertificate',
  at: `2026-11-02T09:0${minute}:00.000Z`,
  how: 'proved',
  document: '12345678Z',
  date: '2027-01-15',
  ...more,
});
const due = (facts: Fact[]) =>
  obligationsOf(facts, 'owner', { today: '2026-11-20' }).map(({ state, by, due: day }) => [
    ...[state, by.document, day],
  ]);
const ONE = ['12345678Z', '2027-01-14'];

test('four certificates of one holder and day make one obligation', () => {
  const four = [1, 2, 3, 4].map((type) => kept(type, { certificateType: type }));
  expect(due(four)).toEqual([['open', ...ONE]]);
  expect(due([...four, kept(5, { document: '87654321X' })])).toEqual([
    ['open', ...ONE],
    ['open', '87654321X', '2027-01-14'],
  ]);
});

test('an obligation of several certificates is closed once each is replaced, and withdrawn with the last that is deleted', () => {
  const two = [kept(1, { certificateType: 1 }), kept(2, { certificateType: 2 })];
  const renewed = (minute: number, type?: number) => ({
    ...kept(minute, { date: '2030-01-15' }),
    ...(type !== undefined && { certificateType: type }),
  });
  expect(due([...two, renewed(3, 1)])[0]).toEqual(['open', ...ONE]);
  expect(due([...two, renewed(3, 1), renewed(4, 2)])[0]).toEqual(['closed', ...ONE]);
  expect(due([...two, renewed(3)])[0]).toEqual(['closed', ...ONE]);
  const deleted = (minute: number): Fact => ({
    ...kept(minute),
    id: `deleted-${minute}`,
    kind: 'removed',
    removes: 'digitalCertificate',
    at: `2026-11-03T09:0${minute}:00.000Z`,
  });
  expect(due([...two, deleted(1)])).toEqual([['open', ...ONE]]);
  expect(due([...two, deleted(1), deleted(2)])).toEqual([['withdrawn', ...ONE]]);
});
