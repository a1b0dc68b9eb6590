import type { CodeList } from './fields.ts';
import { spelledWord } from './text.ts';

/** Code lists that are published by law or by others, as data. They are large, so each is loaded when it is first needed. */
export type PublicList = Extract<CodeList, 'countries' | 'municipalities' | 'occupations'>;

/** A published list of codes. */
export interface PublicCodes {
  /** Spanish: what the list is, with its article and its date. */
  about: string;
  /** Codes with their texts. */
  rows: readonly [code: string, text: string][];
  /** Words that people write for a code, also for several codes. */
  words: readonly [word: string, code: string][];
}

/** A list of codes in which codes are looked up, and words. */
export interface CodeLookUp {
  about: string;
  /** The text of a code; `undefined` if the list does not have it. */
  textOf(code: string): string | undefined;
  /** The codes that a text means, as a person writes it: none, one, or several. */
  codesOf(text: string): readonly string[];
}

/** The published lists, by their names. */
export type CodeLookUps = ReadonlyMap<CodeList, CodeLookUp>;

const LISTS: Record<PublicList, () => Promise<PublicCodes>> = {
  countries: async () => (await import('./public-codes/countries.ts')).countryCodes,
  municipalities: async () => (await import('./public-codes/municipalities.ts')).municipalityCodes,
  occupations: async () => (await import('./public-codes/occupations.ts')).occupationCodes,
};

/** Whether a field's list is one of these. */
export const isPublic = (list: CodeList | undefined): list is PublicList =>
  list !== undefined && Object.hasOwn(LISTS, list);

const loading = new Map<PublicList, Promise<CodeLookUp>>();

/** Loads a list, once. */
export const publicCodes = (list: PublicList): Promise<CodeLookUp> => {
  const before = loading.get(list);
  if (before) return before;
  const load = LISTS[list]().then(lookUpIn);
  loading.set(list, load);
  return load;
};

/** Loads all lists. */
export const allPublicCodes = async (): Promise<CodeLookUps> =>
  new Map(
    await Promise.all(
      (Object.keys(LISTS) as PublicList[]).map(async (list) => [list, await publicCodes(list)] as const),
    ),
  );

const lookUpIn = ({ about, rows, words }: PublicCodes): CodeLookUp => {
  const texts = new Map(rows);
  let byWord: Map<string, Set<string>> | undefined;
  // Most files have no words, so they are only prepared for the first one.
  const codesFor = (word: string): ReadonlySet<string> => {
    byWord ??= words.reduce((map, [written, code]) => {
      const key = spelledWord(written);
      return map.set(key, (map.get(key) ?? new Set()).add(code));
    }, new Map<string, Set<string>>());
    return byWord.get(spelledWord(word)) ?? new Set();
  };
  return {
    about,
    textOf: (code) => texts.get(code),
    codesOf: (text) => {
      // Forms and lists show a code with its text: `28079 · Madrid`.
      const [, code = '', rest = ''] = /^(\d+)\s*[·:–-]?\s+(.+)$/u.exec(text) ?? [];
      const codes = [...codesFor(text)];
      return codes.length === 0 && codesFor(rest).has(code) ? [code] : codes;
    },
  };
};
