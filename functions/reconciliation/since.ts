import { createHmac, type KeyObject } from 'node:crypto';
import type { DifferenceOfAccount, ReconciliationResult, Seen } from './store/reconciliation-row.ts';

/** Finds the differences that are new since the comparison before. No input or output. */

/**
 * The name of a difference, which has both values: a difference that changes has another name. It shows no document.
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

/** The differences that were not seen before, and that no person has accepted. */
export const newSince = <One extends Pick<Seen, 'key'>>(
  differences: readonly One[],
  before: readonly Seen[],
  accepted: ReadonlySet<string>,
): One[] => {
  const known = new Set(before.map(({ key }) => key));
  return differences.filter(({ key }) => !known.has(key) && !accepted.has(key));
};

/**
 * The differences that the next comparison takes as seen: those in this one, and earlier ones of workers or accounts that it could not
 * compare. These are not gone, so they are not new when they are shown again.
 */
export const seenAfter = (
  differences: readonly Seen[],
  notCompared: ReconciliationResult['notCompared'],
  before: readonly Seen[],
): Seen[] => {
  const shown = new Set(differences.map(({ key }) => key));
  const isOpen = ({ account, document }: Seen) =>
    notCompared.some(
      (gap) => gap.account === account && (gap.document === null || gap.document === document),
    );
  return [
    ...differences.map(({ key, account, document }) => ({ key, account, document })),
    ...before.filter((one) => !shown.has(one.key) && isOpen(one)),
  ];
};
