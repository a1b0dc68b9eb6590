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

const accountsOf = ({ accounts }: ListedReconciliation): string[] =>
  accounts.map(({ regimen, ccc }) => regimen + ccc);

/** The matching comparisons, in their order. @param all the newest first */
export const listedOf = (
  all: readonly ListedReconciliation[],
  { company, account, open }: WantedList,
): ListedReconciliation[] => {
  const wanted = all.filter(
    (one) =>
      (company === undefined || one.company === company) &&
      (account === undefined || accountsOf(one).includes(account)),
  );
  if (!open) return wanted;
  const shown = new Set<string>();
  return wanted.filter((one) => {
    // A comparison for an import has no workforce to compare with.
    const { open, company, forImport } = one;
    if (open === undefined || forImport) return false;
    // A comparison of one account shows nothing about the company's other accounts, and a later one replaces its result.
    const last = accountsOf(one).filter((name) => !shown.has(`${company} ${name}`));
    for (const name of last) shown.add(`${company} ${name}`);
    return last.some((name) => open.includes(name));
  });
};
