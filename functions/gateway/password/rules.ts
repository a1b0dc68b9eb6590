import { MAX_PASSWORD, MIN_PASSWORD } from './fields.ts';

/** A text that is repeated and has fewer characters says nothing, listed or not: `aaaaaaaaaaaa`, `123412341234`. */
const MIN_REPEATED = 5;

/** Letters of the shortest name that counts as one: of shorter ones, any text could be made. */
const MIN_NAME = 3;

/** The form in which texts are compared: lower case without accents. */
const plainOf = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase();

const lettersOf = (text: string) => text.replace(/\P{Letter}+/gu, '');

const loadLists = async () => {
  const [common, spanish] = await Promise.all([
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-es-es'),
  ]);
  const lists = spanish.dictionary;
  const setOf = (...texts: (readonly (string | number)[])[]) =>
    new Set(texts.flat().map((text) => plainOf(String(text))));
  return {
    /** The commonest passwords, and Spanish words. */
    words: setOf(common.dictionary['passwords-common'], ...Object.values(lists)),
    names: setOf([...lists['firstnames-es-es'], ...lists['lastnames-es-es']].map(lettersOf)),
  };
};

/** The lists are large: they are read when a password is made for the first time. */
let lists: ReturnType<typeof loadLists> | undefined;

/** Whether a text consists of listed names and nothing else. */
const isMadeOf = (names: Set<string>, text: string): boolean => {
  // Where a name may begin: at the start, and where another one ends.
  const starts = new Set([0]);
  for (let end = MIN_NAME; end <= text.length; end++)
    for (const start of starts)
      if (end - start >= MIN_NAME && names.has(text.slice(start, end))) {
        starts.add(end);
        break;
      }
  return starts.has(text.length);
};

/**
 * Whether a password is one of the 49,000 commonest, one Spanish word, or Spanish names only: in any case of letters, with or
 * without accents, repeated, or with digits and signs around that are not more than half of it.
 */
const isCommon = async (password: string): Promise<boolean> => {
  lists ??= loadLists();
  const { words, names } = await lists;
  const plain = plainOf(password);
  const repeated = /^(.+?)\1+$/u.exec(plain)?.[1];
  if (repeated !== undefined && [...repeated].length < MIN_REPEATED) return true;
  if (words.has(plain) || (repeated !== undefined && words.has(repeated))) return true;
  const word = plain.replace(/^\P{Letter}+|\P{Letter}+$/gu, '');
  if (word.length * 2 < plain.length) return false;
  return words.has(word) || isMadeOf(names, lettersOf(word));
};

/** Why a password cannot be made, in Spanish, for the page; nothing if it can. */
export const problemsOf = async (password: string, confirmation: string): Promise<string[]> => {
  const { length } = [...password];
  const problems: string[] = [];
  if (length < MIN_PASSWORD) problems.push(`La contraseña debe tener al menos ${MIN_PASSWORD} caracteres.`);
  else if (length > MAX_PASSWORD)
    problems.push(`La contraseña debe tener como máximo ${MAX_PASSWORD} caracteres.`);
  else if (await isCommon(password))
    problems.push('Esa contraseña es una de las más usadas: elija otra que no se pueda adivinar.');
  if (password !== confirmation) problems.push('Las dos contraseñas no coinciden.');
  return problems;
};
