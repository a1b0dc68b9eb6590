import { createHash } from 'node:crypto';
import { madridDay } from '../calendar.ts';
import type { Environment } from '../portal.ts';
import type { Scenario } from '../scenario.ts';
import type { Draft } from './pending-requests.ts';
import type { Taxpayer } from './procedure.ts';
import type { Certificate, CertificateKind } from './records.ts';

const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** The same request on the same day has the same code, in any session. */
export function codeOf(...parts: string[]): string {
  const hash = createHash('sha256').update(parts.join('|')).digest();
  return [...hash.subarray(0, 16)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
}

/** Stores a signed request, unless the same one was stored earlier today. */
export function issue(
  { state, now }: Environment,
  { kind, applicant }: { kind: CertificateKind; applicant: Taxpayer },
  { taxpayer, choice }: Draft,
): { certificate: Certificate; isNew: boolean } {
  const moment = now();
  const csv = codeOf(kind, applicant.nif, taxpayer.nif, choice.value, madridDay(moment));
  const known = state.aeat.certificates.find((each) => each.csv === csv);
  if (known) return { certificate: known, isNew: false };
  const certificate: Certificate = {
    csv,
    kind,
    applicant: applicant.nif,
    nif: taxpayer.nif,
    choice: choice.value,
    payerName: choice.payerName ?? '',
    ...(choice.negative !== undefined && { sign: choice.negative ? 'NEGATIVO' : 'POSITIVO' }),
    requested: moment.toISOString(),
    ready: new Date(moment.getTime() + (choice.preparation ?? 0)).toISOString(),
  };
  state.aeat.certificates.push(certificate);
  return { certificate, isNew: true };
}

/** Whether the certificate is ready. With scenario `never-ready`, one that needs preparation never is. */
export const isReady = (certificate: Certificate, now: Date, scenario: Scenario | undefined): boolean =>
  certificate.ready <= now.toISOString() &&
  !(scenario === 'never-ready' && certificate.kind === 'CONTRATISTAS');
