import { createHmac, type KeyObject } from 'node:crypto';
import type { DifferenceOfAccount, ReconciliationResult, Seen } from './store/reconciliation-row.ts';

/** Finds the differences that are new since the previous comparison. Pure functions. */

/**
 * Key of a difference, from both values, so that a changed difference has another key. It is a MAC, which shows no document.
 * @param key the service's key for workers
 */
export const keyOfDifference = (
  accountId: string,
  { account, kind, document, field, believed, found }: DifferenceOfAccount,
  key: KeyObject,
): string =>
  createHmac('sha256', key)
    .update(JSON.stringify([accountId, 'difference', account, kind, document, field, believed, found]))
    .digest('hex');

/** The differences that are not among the seen ones and that no person has accepted. */
export const newSince = <Keyed extends Pick<Seen, 'key'>>(
  differences: readonly Keyed[],
  before: readonly Seen[],
  accepted: ReadonlySet<string>,
): Keyed[] => {
  const seenKeys = new Set(before.map(({ key }) => key));
  return differences.filter(({ key }) => !seenKeys.has(key) && !accepted.has(key));
};

/** The accounts that a person has to look at: with a difference that no person accepted, or with something that was not compared. */
export const openIn = (
  {
    differences,
    notCompared,
  }: {
    differences: readonly { account: string; key: string }[];
    notCompared: readonly { account: string }[];
  },
  accepted: ReadonlySet<string>,
): string[] => [
  ...new Set(
    [...differences.filter(({ key }) => !accepted.has(key)), ...notCompared].map(({ account }) => account),
  ),
];

/**
 * The differences that the next comparison takes as seen: the ones of this comparison, and earlier ones of workers or accounts that
 * it could not compare. The latter may still exist, so they are not new when they appear again.
 */
export const seenAfter = (
  differences: readonly Seen[],
  notCompared: ReconciliationResult['notCompared'],
  before: readonly Seen[],
): Seen[] => {
  const keys = new Set(differences.map(({ key }) => key));
  const isOpen = ({ account, document }: Seen) =>
    notCompared.some(
      (gap) => gap.account === account && (gap.document === null || gap.document === document),
    );
  return [
    ...differences.map(({ key, account, document }) => ({ key, account, document })),
    ...before.filter((seen) => !keys.has(seen.key) && isOpen(seen)),
  ];
};
