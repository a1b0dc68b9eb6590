import type { Certificate } from './to-do.ts';

/** The certificate with which something is filed. */

/** A certificate to choose. */
export interface Choice {
  /** `cert_secret`. */
  secret: string;
  /** Document of its holder. */
  nif: string;
  /** The client company that owns it; the account itself without one. */
  clientId: number | null;
  /** Whose it is, and for which authority. */
  text: string;
}

/** Those of an owner that serve before an authority. @param type that its authority asks for, if any */
export const choicesOf = (
  certificates: readonly Certificate[],
  type: number | undefined,
  clientId: number | null,
): Choice[] =>
  certificates
    .filter((one) => one.active === 1 && [null, type ?? one.type].includes(one.type))
    .map(({ cert_secret: secret, dni, fullName, typeText }) => ({
      ...{ secret, nif: dni, clientId },
      text: `${fullName}${dni && `, ${dni}`} (${typeText || 'todos los organismos'})`,
    }));

/** The only one that can be meant: the only one at all, or of the holder and owner with whose certificate something was sent. */
export const meant = (
  choices: readonly Choice[],
  before: Pick<Choice, 'nif' | 'clientId'> | undefined,
): Choice | undefined => {
  const possible = choices.filter(
    ({ nif, clientId }) => !before || (nif === before.nif && clientId === before.clientId),
  );
  return possible.length === 1 ? possible[0] : undefined;
};
