import type { Certificate } from '../../shared/data.ts';
import { daysBetween } from '../../shared/days.ts';

/** Certificates: whether they are valid, and which one is used to file something. */

/** Days before its expiry from which a certificate is shown, because a new one takes a visit to an office. */
const EXPIRES_SOON = 30;

/** Certificates that have expired or expire soon, the earliest first, with the days left. */
export const expiring = <C extends Pick<Certificate, 'expired'>>(
  certificates: readonly C[],
  today: string,
): (C & { daysLeft: number })[] =>
  certificates
    .map((certificate) => ({
      ...certificate,
      daysLeft: daysBetween(today, certificate.expired.slice(0, 10)),
    }))
    .filter(({ daysLeft }) => daysLeft <= EXPIRES_SOON)
    .toSorted((a, b) => a.daysLeft - b.daysLeft);

/** Whether a certificate is valid on a day in Madrid, `YYYY-MM-DD`, as a name and a colour. */
export const validity = ({ desde, expired }: Pick<Certificate, 'desde' | 'expired'>, today: string) => {
  if (desde > today) return { name: 'Aún no válido', tone: 'warn' as const };
  const left = daysBetween(today, expired);
  if (left < 0) return { name: 'Caducado', tone: 'bad' as const };
  return left <= EXPIRES_SOON
    ? { name: 'Caduca pronto', tone: 'warn' as const }
    : { name: 'En vigor', tone: 'good' as const };
};

/** A certificate that can be chosen. */
export interface Choice {
  /** `cert_secret`. */
  secret: string;
  /** Tax id of its holder. */
  nif: string;
  /** The client company that owns it; `null` if the account itself owns it. */
  clientId: number | null;
  /** The holder's name, and the authority for which it serves. */
  text: string;
}

/**
 * The certificates of an owner that can be used at an authority. @param type the type of certificate that the authority needs,
 * if any
 */
export const choicesOf = (
  certificates: readonly Certificate[],
  type: number | undefined,
  clientId: number | null,
): Choice[] =>
  certificates
    .filter(
      (certificate) =>
        certificate.active === 1 && [null, type ?? certificate.type].includes(certificate.type),
    )
    .map(({ cert_secret: secret, dni, fullName, typeText }) => ({
      secret,
      nif: dni,
      clientId,
      text: `${fullName}${dni && `, ${dni}`} (${typeText || 'todos los organismos'})`,
    }));

/**
 * The certificate that is chosen without asking, if only one is possible: the only one at all, or the only one with the holder
 * and owner with which something was sent before.
 */
export const meant = (
  choices: readonly Choice[],
  before: Pick<Choice, 'nif' | 'clientId'> | undefined,
): Choice | undefined => {
  const possible = choices.filter(
    ({ nif, clientId }) => !before || (nif === before.nif && clientId === before.clientId),
  );
  return possible.length === 1 ? possible[0] : undefined;
};
