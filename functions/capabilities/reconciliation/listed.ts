import type { ListedReconciliation } from './store/reconciliation-row.ts';

/** Selects the comparisons of a list. Pure functions. */

/** Filters of the list. */
export interface ListFilter {
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
  { company, account, open }: ListFilter,
): ListedReconciliation[] => {
  const matching = all.filter(
    (reconciliation) =>
      (company === undefined || reconciliation.company === company) &&
      (account === undefined || accountsOf(reconciliation).includes(account)),
  );
  if (!open) return matching;
  const decided = new Set<string>();
  return matching.filter((reconciliation) => {
    // A comparison for an import has no workforce to compare with.
    const { open, company, forImport } = reconciliation;
    if (open === undefined || forImport) return false;
    // A comparison of one account shows nothing about the company's other accounts, and a later one replaces its result.
    const last = accountsOf(reconciliation).filter((name) => !decided.has(`${company} ${name}`));
    for (const name of last) decided.add(`${company} ${name}`);
    return last.some((name) => open.includes(name));
  });
};
