import { MAX_PASSWORD, MIN_PASSWORD } from './fields.ts';

/** A text that is repeated and has fewer characters says nothing, listed or not: `aaaaaaaaaaaa`, `123412341234`. */
const MIN_REPEATED = 5;

/** The list is large: it is read when a password is made for the first time. */
let common: Promise<Set<string>> | undefined;
const loadCommon = () => {
  common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  );
  return common;
};

/** Whether a password is one of the 49,000 commonest, in any case of letters, with or without accents, or repeated. */
const isCommon = async (password: string): Promise<boolean> => {
  const listed = await loadCommon();
  const plain = password
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase();
  const repeated = /^(.+?)\1+$/u.exec(plain)?.[1];
  if (repeated !== undefined && [...repeated].length < MIN_REPEATED) return true;
  return listed.has(plain) || (repeated !== undefined && listed.has(repeated));
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
