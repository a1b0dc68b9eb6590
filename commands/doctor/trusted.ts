import { X509Certificate } from 'node:crypto';
import { TRUSTED, type TrustedCertificate } from '../../shared/authorities/channel/trusted.ts';
import { type Finding, ok, problem } from './check.ts';

/** Days before the end of a trusted certificate from which it must be replaced: authorities change theirs months before. */
const REPLACE_DAYS = 180;
const DAY_MS = 24 * 60 * 60 * 1000;

/** The day of an instant in UTC, such as `2030-01-01`. */
export const dayOf = (instant: Date): string => instant.toISOString().slice(0, 10);

/** Checks whether a certificate that the gateway itself trusts ends soon. */
export const lookAtTrusted = (now: Date, trusted: readonly TrustedCertificate[] = TRUSTED): Finding => {
  const ending = trusted
    .map(({ name, pem }) => ({ name, ends: new X509Certificate(pem).validToDate }))
    .toSorted((first, second) => first.ends.getTime() - second.ends.getTime());
  const due = ending.filter(({ ends }) => ends.getTime() - now.getTime() < REPLACE_DAYS * DAY_MS);
  const listed = (some: typeof ending) => some.map(({ name, ends }) => `${name} (${dayOf(ends)})`).join(', ');
  return due.length > 0
    ? problem(
        `Certificates that the gateway trusts end soon: ${listed(due)}. Look which issuer took their place, and change ` +
          'shared/authorities/channel/trusted.ts (docs/operations.md).',
      )
    : ok(
        `Certificates that the gateway itself trusts: ${ending.length}. First to end: ${listed(ending.slice(0, 1))}.`,
      );
};
