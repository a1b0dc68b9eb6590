import type { ListedReconciliation } from './store/reconciliation-row.ts';

/** Selects the comparisons of a list. Pure functions. */

/** Filters of the list. */
export interface WantedList {
  /** Client company. */
  company?: number | undefined;
  /** Scheme and contribution account, 15 digits. */
  account?: string | undefined;
  /** Only the last ended one of each account, if it has a difference or something that was not compared. */
  open?: boolean | undefined;
}

const namesOf = ({ company, accounts }: ListedReconciliation): string[] =>
  accounts.map(({ regimen, ccc }) => `${company} ${regimen}${ccc}`);

/** The matching comparisons, in their order. @param all the newest first */
export const listedOf = (
  all: readonly ListedReconciliation[],
  { company, account, open }: WantedList,
): ListedReconciliation[] => {
  const wanted = all.filter(
    (one) =>
      (company === undefined || one.company === company) &&
      (account === undefined || one.accounts.some(({ regimen, ccc }) => regimen + ccc === account)),
  );
  if (!open) return wanted;
  const shown = new Set<string>();
  return wanted.filter((one) => {
    // A comparison for an import has no workforce to compare with.
    if (one.found === undefined || one.forImport) return false;
    const names = namesOf(one);
    // A comparison of one account says nothing of the company's others.
    const isLast = names.some((name) => !shown.has(name));
    for (const name of names) shown.add(name);
    return isLast && (one.found > 0 || one.gaps! > 0);
  });
};
