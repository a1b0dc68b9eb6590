/**
 * The words by which client companies are searched: text without accents nor case, cut where something is neither
 * letter nor digit. A search finds a client when each of its words begins one of the client's.
 */

/** Letters of a word that count; two words that differ only after them are the same. */
const MAX_LETTERS = 40;

/** Words of one client that can be searched: as many as one transaction has room for (see `client-search.ts`). */
export const MAX_WORDS = 22;

/** Words of a search that are looked at. */
const MAX_SEARCH_WORDS = 10;

const fold = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase().normalize('NFKD').replace(/\p{M}/gu, '');

/** Single letters joined by points, as in S.L. or S.A.U. */
const INITIALS = /(?<![\p{L}\p{N}])\p{L}(?:\.\p{L})+(?![\p{L}\p{N}])/gu;

const cut = (folded: string): string[] =>
  (folded.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => [...word].slice(0, MAX_LETTERS).join(''));

const cutInitialsJoined = (folded: string): string[] =>
  cut(folded.replace(INITIALS, (initials) => initials.replaceAll('.', '')));

/** Without repetitions, and without words that begin another: whatever finds or is found by them does so by the other. */
const essential = (words: string[]): string[] =>
  [...new Set(words)].filter(
    (word, _, all) => !all.some((other) => other !== word && other.startsWith(word)),
  );

/** The words of a search. */
export const searchWords = (search: string): string[] =>
  essential(cutInitialsJoined(fold(search))).slice(0, MAX_SEARCH_WORDS);

/**
 * The words of a client, those of the first texts first. Initials count joined and apart, so that S.L. is found by
 * `sl`, by `s.l.` and by `s l`.
 */
export const clientWords = (texts: (string | undefined)[]): string[] =>
  essential(
    texts.map((text) => fold(text ?? '')).flatMap((folded) => [...cutInitialsJoined(folded), ...cut(folded)]),
  ).slice(0, MAX_WORDS);

/** Whether a client with these words is found by this search; a search without words finds all. */
export const matches = (words: string[], search: string): boolean =>
  searchWords(search).every((wanted) => words.some((word) => word.startsWith(wanted)));
