import { wholeNumber } from '../../../shared/kernel/social-security-number.ts';
import { plainDocument, upperCase } from '../../../shared/kernel/text.ts';

/** Possible meanings of a search, and the parts of a name by which a worker is found. No input or output. */

/** First letters of a word by which rows are found; the rest is compared with the row itself. */
const LETTERS = 3;
/** Words of a name that are kept: longer names are found by these. */
const MAX_WORDS = 8;
/** Letters of a word that count. */
const MAX_LETTERS = 24;

/** The words of a text as they are compared: capitals without accents. `Muñoz` is `MUNOZ`. */
export const wordsOf = (text: string): string[] =>
  [
    ...new Set(
      (
        text
          .normalize('NFKD')
          .replace(/\p{M}/gu, '')
          .toUpperCase()
          .match(/[\p{L}\p{N}]+/gu) ?? []
      ).map((word) => [...word].slice(0, MAX_LETTERS).join('')),
    ),
  ].slice(0, MAX_WORDS);

/** The beginning of a word under which its row is found. */
export const beginningOf = (word: string): string => [...word].slice(0, LETTERS).join('');

/** Whether each word of a search is the beginning of a word of a name; a word of fewer than three letters must be a whole one. */
export const isNamed = (name: string, wanted: readonly string[]): boolean => {
  const words = wordsOf(name);
  return wanted.every((word) =>
    words.some((one) => ([...word].length < LETTERS ? one === word : one.startsWith(word))),
  );
};

const DNI_LETTERS = 'TRWAGMYFPDXBNJZSQVHLCKE';
const NIE_DIGITS = { X: '0', Y: '1', Z: '2' } as const;

const letterFor = (digits: string): string => DNI_LETTERS[Number(digits) % DNI_LETTERS.length]!;

/** Documents that a text may mean: as written, and a DNI or NIE without its letter also with it. */
const documentsOf = (text: string): string[] => {
  if (/^\d{6,8}$/.test(text)) return [text + letterFor(text)];
  const [, first, digits] = /^([XYZ])0?(\d{7})$/.exec(text) ?? [];
  if (first && digits)
    return [first + digits + letterFor(NIE_DIGITS[first as keyof typeof NIE_DIGITS] + digits)];
  return /\d/.test(text) && /^[0-9A-Z]{5,20}$/.test(text) ? [text] : [];
};

/** The whole number of the Seguridad Social that digits are; those that lack a zero in all ways in which they may. */
const numbersOf = (kind: 'nss' | 'ccc' | 'account', digits: string): string[] => {
  if (!/^\d+$/.test(digits)) return [];
  const whole = wholeNumber(kind, digits);
  return 'number' in whole ? [whole.number] : [];
};

/**
 * Possible meanings of a search. Several at once: eleven digits are an account, and an NSS that lost its first zero.
 */
export interface Meant {
  /** Documents of workers, as of `plainDocument`. */
  documents: string[];
  /** 12 digits. */
  nss: string[];
  /** Contribution accounts: 11 digits, with the scheme 15. */
  accounts: string[];
  /** Id of a trámite. */
  filing: string | undefined;
  /** The authority's own number of a trámite, as of `plainReference`. */
  reference: string | undefined;
  /** Words of a name, as of `wordsOf`. */
  words: string[];
  /** Text for searching companies: a tax id without separators, otherwise as written. */
  company: string | undefined;
}

/** An authority's number as it is compared: capitals and digits. */
export const plainReference = (reference: string): string => upperCase(reference).replace(/[^0-9A-Z]/g, '');

const ULID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

/** Parses the text of a search box into its possible meanings. */
export const meantBy = (text: string): Meant => {
  // Separators between the parts of a number, as people write them.
  const joined = plainReference(text);
  const isNumber = /\d{4}/.test(joined) || /^[A-Z]?\d+[A-Z]?$/.test(joined);
  const filing = ULID.test(joined) ? joined : undefined;
  const words = wordsOf(text);
  const isTaxId = /^[A-Z]?\d{7,8}[0-9A-Z]?$/.test(joined);
  const nss = numbersOf('nss', joined);
  const accounts = [...numbersOf('ccc', joined), ...numbersOf('account', joined)];
  const isOfSecurity = nss.length + accounts.length > 0;
  return {
    documents: documentsOf(joined).map(plainDocument),
    nss,
    accounts,
    filing,
    reference: isNumber && joined.length >= 6 ? joined : undefined,
    words: words.some((word) => /\d/.test(word)) ? [] : words,
    company: filing || isOfSecurity ? undefined : isTaxId ? joined : text,
  };
};
