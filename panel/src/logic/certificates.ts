import type { Certificate } from './today.ts';

/** The certificate with which something is filed. */

/** A certificate to choose. */
export interface Choice {
  /** `cert_secret`. */
  secret: string;
  /** Document of its holder. */
  nif: string;
  /** Whose it is, and for which authority. */
  text: string;
}

/** Those that serve before an authority. @param type that its authority asks for, if any */
export const choicesOf = (certificates: readonly Certificate[], type: number | undefined): Choice[] =>
  certificates
    .filter((one) => one.active === 1 && [null, type ?? one.type].includes(one.type))
    .map(({ cert_secret: secret, dni, fullName, typeText }) => ({
      ...{ secret, nif: dni },
      text: `${fullName}${dni && `, ${dni}`} (${typeText || 'todos los organismos'})`,
    }));

/** The only one that can be meant: the only one at all, or of the holder with whose certificate something was sent before. */
export const meant = (choices: readonly Choice[], holder: string | undefined): Choice | undefined => {
  const possible = choices.filter(({ nif }) => holder === undefined || nif === holder);
  return possible.length === 1 ? possible[0] : undefined;
};
