/**
 * Conditions on other fields under which a field is required, as data: rules check requests by them, the reference
 * shows them, and forms follow them. All must hold.
 */
export type When = Readonly<Record<string, Wanted>>;

/** One of these values; none of these, or not sent; sent (`true`) or not sent (`false`). */
type Wanted = readonly string[] | { readonly not: readonly string[] } | boolean;

/**
 * When a rule lets a field be sent, when it demands it, and when the field is usual although it may be left out: where one of
 * several conditions holds.
 */
export interface Asked {
  onlyWith?: readonly When[];
  mandatoryWith?: readonly When[];
  expectedWith?: readonly When[];
}

/** Whether it holds. @param read gives a field; `undefined` if it was not sent */
export const holds = (when: When, read: (field: string) => unknown): boolean =>
  Object.entries(when).every(([field, wanted]) => {
    const value = read(field);
    const isSent = value !== undefined;
    if (typeof wanted === 'boolean') return isSent === wanted;
    if ('not' in wanted) return !wanted.not.includes(String(value));
    return isSent && wanted.includes(String(value));
  });
