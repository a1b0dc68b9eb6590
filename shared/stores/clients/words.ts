/**
 * How a search and the texts of client companies are compared: in upper case, without accents, in words, which are split
 * at every character that is neither letter nor digit.
 */

/** Letters of a word that are used; words that differ only after them are the same. */
const MAX_LETTERS = 16;

/** Words of a search that are used. */
const MAX_SEARCH_WORDS = 10;

/** Fewest letters that are searched within an identifier; fewer only find beginnings of words. */
const MIN_PART = 3;

/** Letters of an identifier whose parts are found. After them only the beginnings of its words are. */
const MAX_IDENTIFIER = 24;

const fold = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase().normalize('NFKD').replace(/\p{M}/gu, '');

/** The first so many letters; a letter may be two UTF-16 units. */
const first = (howMany: number, text: string): string => [...text].slice(0, howMany).join('');

/** Single letters with points between them, as in S.L. or S.A.U. */
const INITIALS = /(?<![\p{L}\p{N}])\p{L}(?:\.\p{L})+(?![\p{L}\p{N}])/gu;

const WORDS = /[\p{L}\p{N}]+/gu;

const split = (folded: string): string[] =>
  (folded.match(WORDS) ?? []).map((word) => first(MAX_LETTERS, word));

const splitJoiningInitials = (folded: string): string[] =>
  split(folded.replace(INITIALS, (initials) => initials.replaceAll('.', '')));

/** Whether these are enough letters for a part of an identifier. */
const isPart = (word: string): boolean => [...word].length >= MIN_PART;

/** Without repetitions, and without words that are the beginning of another one, for which the other one stands. */
const withoutRedundant = (
  words: string[],
  standsFor = (other: string, word: string): boolean => other.startsWith(word),
): string[] =>
  [...new Set(words)].filter(
    (word, _, all) => !all.some((other) => other !== word && standsFor(other, word)),
  );

/**
 * Whether a search for `beginning` finds everything that a search for `other` finds. `beginning` may be too short to
 * be searched within words.
 */
const findsNoMore = (other: string, beginning: string): boolean =>
  other.startsWith(beginning) && (isPart(beginning) || !isPart(other));

/** The words of a search. */
const searchWords = (search: string): string[] =>
  withoutRedundant(splitJoiningInitials(fold(search)), findsNoMore).slice(0, MAX_SEARCH_WORDS);

/** Names and identifiers of a client company, except its CIF. */
interface Named {
  email?: string | undefined;
  name: string;
  companyName: string;
  externalId?: string | undefined;
}

const each = (words: string[]) => words.map((word) => ` ${word}`).join('');

/**
 * Search text of a client company without its CIF: words, each after a blank, in two parts with `|` between them.
 * Identifiers (local part and domain of the e-mail, external id) are found by any part, other words by their
 * beginning. Initials appear joined and separate, so `sl`, `s.l.` and `s l` all find S.L. The last label of an
 * e-mail, such as `com`, is left out.
 */
export const searchText = ({ email = '', externalId = '', name, companyName }: Named): string => {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1);
  const identifiers = withoutRedundant(
    [email.slice(0, Math.max(0, at)), domain.slice(0, Math.max(0, domain.lastIndexOf('.'))), externalId]
      .map((identifier) => first(MAX_IDENTIFIER, fold(identifier)))
      .flatMap((identifier) => identifier.match(WORDS) ?? []),
  );
  const others = withoutRedundant(
    [email, externalId, name, companyName]
      .map(fold)
      .flatMap((folded) => [...splitJoiningInitials(folded), ...split(folded)]),
  ).filter((word) => !identifiers.some((identifier) => identifier.startsWith(word)));
  return `${each(identifiers)}|${each(others)}`;
};

/** All search text of a client company: its CIF, which is an identifier, and its `searchText`. */
export const textOf = (cif: string, text: string): string => ` ${cif}${text}`;

const begins = (text: string, word: string) => text.includes(` ${word}`);
const isInIdentifier = (text: string, word: string) =>
  isPart(word) && text.slice(0, text.indexOf('|')).includes(word);

/**
 * The client companies that a search finds: each of its words is the beginning of a word of the client, or a part of
 * one of its identifiers. If there are none, those in which each word appears within some word. A search without
 * words finds all.
 */
export const findIn = <Client extends { text: string }>(clients: Client[], search: string): Client[] => {
  const words = searchWords(search);
  const found = clients.filter(({ text }) =>
    words.every((word) => begins(text, word) || isInIdentifier(text, word)),
  );
  if (found.length > 0 || !mayBeInName(search)) return found;
  return clients.filter(({ text }) => words.every((word) => text.includes(word)));
};

/**
 * Whether a search may match part of a name. Words with a digit, and e-mails, are meant as identifiers: a search by
 * tax id asks whether a client exists, and a chance match elsewhere would mislead.
 */
const mayBeInName = (search: string): boolean =>
  !search.includes('@') &&
  search
    .split(/\s+/)
    .some((piece) => searchWords(piece).length > 0 && !(isPart(piece) && /\p{N}/u.test(piece)));
