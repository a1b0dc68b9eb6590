/**
 * The words with which client companies are found: upper-case text without accents, split at every character that is
 * neither letter nor digit. A search finds a client when each word of the search is the beginning of a word of the
 * client.
 */

/** Letters of a word that are used; words that differ only after them are the same. */
const MAX_LETTERS = 40;

/** Most words of one client that are in the index: as many as one transaction can write (see `search.ts`). */
export const MAX_WORDS = 22;

/** Words of a search that are used. */
const MAX_SEARCH_WORDS = 10;

const fold = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase().normalize('NFKD').replace(/\p{M}/gu, '');

/** Single letters with points between them, as in S.L. or S.A.U. */
const INITIALS = /(?<![\p{L}\p{N}])\p{L}(?:\.\p{L})+(?![\p{L}\p{N}])/gu;

const split = (folded: string): string[] =>
  (folded.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => [...word].slice(0, MAX_LETTERS).join(''));

const splitJoiningInitials = (folded: string): string[] =>
  split(folded.replace(INITIALS, (initials) => initials.replaceAll('.', '')));

/** Without repetitions, and without words that are the beginning of another one: the other one finds the same. */
const withoutRedundant = (words: string[]): string[] =>
  [...new Set(words)].filter(
    (word, _, all) => !all.some((other) => other !== word && other.startsWith(word)),
  );

/** The words of a search. */
export const searchWords = (search: string): string[] =>
  withoutRedundant(splitJoiningInitials(fold(search))).slice(0, MAX_SEARCH_WORDS);

/**
 * The words of a client, in the order of the texts. Initials are words both joined and separate, so that S.L. is found
 * by `sl`, by `s.l.` and by `s l`.
 */
export const clientWords = (texts: (string | undefined)[]): string[] =>
  withoutRedundant(
    texts
      .map((text) => fold(text ?? ''))
      .flatMap((folded) => [...splitJoiningInitials(folded), ...split(folded)]),
  ).slice(0, MAX_WORDS);

/** Whether this search finds a client with these words; a search without words finds all clients. */
export const matches = (words: string[], search: string): boolean =>
  searchWords(search).every((wanted) => words.some((word) => word.startsWith(wanted)));
