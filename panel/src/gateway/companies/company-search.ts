/** The search for companies, which the first view loads: it needs no check digits. */

/** What a search for companies asks for: the companies that have an account, if a whole number is written, or words. */
export const companyQuery = (search: string): { account?: string; search?: string } => {
  const number = search.replace(/[\s./·-]/g, '');
  if (/^\d{15}$/.test(number)) return { account: number };
  // On paper an account of the general scheme has no scheme.
  if (/^\d{11}$/.test(number)) return { account: `0111${number}` };
  return search ? { search } : {};
};

/** Companies from A to Z. */
export const byName = <C extends { name: string }>(companies: readonly C[]): C[] =>
  companies.toSorted((one, other) => one.name.localeCompare(other.name, 'es'));
