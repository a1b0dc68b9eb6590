import { daysBetween } from './days.ts';
import { type Certificate, EXPIRES_SOON } from './to-do.ts';

/** Certificates: whether they can act, and the one with which something is filed. */

/** Whether a certificate is good on a day of Madrid, `YYYY-MM-DD`. */
export const validity = ({ desde, expired }: Pick<Certificate, 'desde' | 'expired'>, today: string) => {
  if (desde > today) return { name: 'Aún no válido', tone: 'warn' as const };
  const left = daysBetween(today, expired);
  if (left < 0) return { name: 'Caducado', tone: 'bad' as const };
  return left <= EXPIRES_SOON
    ? { name: 'Caduca pronto', tone: 'warn' as const }
    : { name: 'En vigor', tone: 'good' as const };
};

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
