import type { Data } from '../../../client/src/types.ts';

/** What the operator's page makes of answers. */

type Account = Data<'listOperatorAccounts'>['accounts'][number];
type Total = Data<'countFilings'>['totals'][number];

/** Accounts, those first of which most fails; those that filed nothing last, the latest to call first. */
export const byFailures = (accounts: readonly Account[]): Account[] =>
  accounts.toSorted(
    (a, b) =>
      (b.failure_rate ?? -1) - (a.failure_rate ?? -1) ||
      (b.last_call_at ?? '').localeCompare(a.last_call_at ?? ''),
  );

/** Filings by state, the most first. */
export const totalsByState = (totals: readonly Total[]): [state: Total['state'], count: number][] => {
  const sums = new Map<Total['state'], number>();
  for (const { state, count } of totals) sums.set(state, (sums.get(state) ?? 0) + count);
  return [...sums].sort(([, a], [, b]) => b - a);
};

const PERCENT = new Intl.NumberFormat('es-ES', { style: 'percent', maximumFractionDigits: 1 });

/** A part, from 0 to 1, as people read it. */
export const share = (part: number): string => PERCENT.format(part);
