/**
 * How a search and the texts of client companies are compared: in upper case, without accents, in words, which are split
 * at every character that is neither letter nor digit. A search finds a client when each of its words is the beginning of
 * a word of the client, or a part of one of its identifiers.
 */

/** Letters of a word that are used; words that differ only after them are the same. */
const MAX_LETTERS = 16;

/** Words of a search that are used. */
const MAX_SEARCH_WORDS = 10;

/** Fewest letters by which a part of an identifier is found; fewer find the beginnings of words only. */
export const MIN_PART = 3;

/** Letters of an identifier whose parts are found. After them only the beginnings of its words are. */
const MAX_IDENTIFIER = 24;

const fold = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase().normalize('NFKD').replace(/\p{M}/gu, '');

/** The first so many letters; a letter may be two UTF-16 units. */
const first = (howMany: number, text: string): string => [...text].slice(0, howMany).join('');

/** Single letters with points between them, as in S.L. or S.A.U. */
const INITIALS = /(?<![\p{L}\p{N}])\p{L}(?:\.\p{L})+(?![\p{L}\p{N}])/gu;

const split = (folded: string): string[] =>
  (folded.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => first(MAX_LETTERS, word));

const splitJoiningInitials = (folded: string): string[] =>
  split(folded.replace(INITIALS, (initials) => initials.replaceAll('.', '')));

/** Whether these are enough letters for a part of an identifier. */
export const isPart = (word: string): boolean => [...word].length >= MIN_PART;

/** Without repetitions, and without words that are the beginning of another one, for which the other one stands. */
const withoutRedundant = (
  words: string[],
  standsFor = (other: string, word: string): boolean => other.startsWith(word),
): string[] =>
  [...new Set(words)].filter(
    (word, _, all) => !all.some((other) => other !== word && standsFor(other, word)),
  );

/** Whether what the other word finds is also found by its beginning, which may be too short for a part. */
const findsNoMore = (other: string, beginning: string): boolean =>
  other.startsWith(beginning) && (isPart(beginning) || !isPart(other));

/** The words of a search. */
export const searchWords = (search: string): string[] =>
  withoutRedundant(splitJoiningInitials(fold(search)), findsNoMore).slice(0, MAX_SEARCH_WORDS);

/** What a client company is called and identified by. */
interface Named {
  cif: string;
  email: string;
  name: string;
  companyName: string;
  externalId?: string | undefined;
}

/** By what a client company is found. */
export interface Searchable {
  /** Words of its names and identifiers. Each is found by its beginnings. */
  words: string[];
  /** Tax id, local part and domain of the e-mail, external id, in this order. Each is found by its parts. */
  identifiers: string[];
}

/**
 * By what a client company is found. Initials are words both joined and separate, so that S.L. is found by `sl`, by
 * `s.l.` and by `s l`. Parts of an e-mail's last label, such as `com`, are not looked for.
 */
export const searchable = ({ cif, email, externalId = '', name, companyName }: Named): Searchable => {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1);
  return {
    words: withoutRedundant(
      [cif, email, externalId, name, companyName]
        .map(fold)
        .flatMap((folded) => [...splitJoiningInitials(folded), ...split(folded)]),
    ),
    identifiers: [
      cif,
      email.slice(0, Math.max(0, at)),
      domain.slice(0, Math.max(0, domain.lastIndexOf('.'))),
      externalId,
    ].map((identifier) => first(MAX_IDENTIFIER, fold(identifier))),
  };
};

/** Whether the index finds a client by this search; a search without words finds all clients. */
export const matches = ({ words, identifiers }: Searchable, search: string): boolean =>
  searchWords(search).every(
    (wanted) =>
      words.some((word) => word.startsWith(wanted)) ||
      (isPart(wanted) && identifiers.some((identifier) => identifier.includes(wanted))),
  );

/** Whether each word of the search is anywhere in a word of the client. */
export const contains = ({ words }: Pick<Searchable, 'words'>, search: string): boolean =>
  searchWords(search).every((wanted) => words.some((word) => word.includes(wanted)));

/**
 * Whether a search that the index finds nothing for may be part of a name. What has a digit between blanks is meant for
 * an identifier, as is an e-mail; of those the index has every part. So the usual question whether a client is there
 * already, by its tax id, costs no reading of names.
 */
export const mayBeInName = (search: string): boolean =>
  !search.includes('@') &&
  search
    .split(/\s+/)
    .some((piece) => searchWords(piece).length > 0 && !(isPart(piece) && /\p{N}/u.test(piece)));
