/** Number of words shown on each side of a match. */
const BEFORE = 6;
const AFTER = 14;

/** A line of text around the first word that contains a searched word; empty if there is none. */
export const contextOf = (
  text: string,
  words: readonly string[],
  plain: (text: string) => string,
): string => {
  const all = text.split(/\s+/).filter(Boolean);
  const place = all.findIndex((one) => words.some((word) => plain(one).includes(word)));
  if (place < 0) return '';
  const from = Math.max(0, place - BEFORE);
  const to = place + AFTER;
  return `${from > 0 ? '… ' : ''}${all.slice(from, to).join(' ')}${to < all.length ? ' …' : ''}`;
};
