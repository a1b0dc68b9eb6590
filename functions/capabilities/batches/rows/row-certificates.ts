import type { Caller } from '../../../../shared/operation/ports.ts';
import type { CertificateSecret } from '../../../../shared/stores/certificates.ts';
import { cellsOf, OPERATION_HEADER } from '../sheets/columns.ts';
import type { Remark, RowCertificates, RowSecrets } from './row.ts';
import { CERT_SECRET, CERT_SECRET_SEPE } from './row-columns.ts';

/** The certificates of rows. Their secrets are read, and never stored. */

/** Who sends a batch, and the certificate secrets for rows that name none. */
export interface Sender extends RowSecrets {
  caller: Caller;
}

/** The sender of rows, and the certificates of secrets, each read once. */
export interface RowCertificatesReading {
  sender: Sender;
  certificateOf(secret: string): Promise<CertificateSecret | undefined>;
}

/** The certificates of a row, kept for later checks, in which their secrets are no longer known. */
export const certificatesOf = async (
  { sender, certificateOf }: RowCertificatesReading,
  { certSecret, certSecretSepe, certificates = {} }: RowSecrets,
): Promise<RowCertificates> => {
  const usable = async (secret: string | undefined) => {
    const certificate = secret === undefined ? undefined : await certificateOf(secret);
    return mayUse(sender, certificate) ? certificate : undefined;
  };
  const any = (await usable(certSecret)) ?? certificates.any ?? (await usable(sender.certSecret));
  const sepe =
    (await usable(certSecretSepe ?? certSecret)) ??
    certificates.sepe ??
    (certSecret === undefined ? await usable(sender.certSecretSepe) : undefined);
  return { ...(any && { any }), ...(sepe && { sepe }) };
};

/** A client company acts only with its own certificates. */
const mayUse = ({ caller: { clientId } }: Sender, certificate: CertificateSecret | undefined): boolean =>
  certificate !== undefined && (clientId === undefined || certificate.clientId === clientId);

const keptFor = ({ any, sepe }: RowCertificates, isSepe: boolean) => (isSepe ? (sepe ?? any) : any);

/** The certificate of a submission, or the mistake about it. */
export const certificateFor = async (
  { sender, certificateOf }: RowCertificatesReading,
  row: RowSecrets,
  isSepe: boolean,
): Promise<{ certificate: CertificateSecret } | { mistake: Remark }> => {
  // The row's own secret takes precedence over the batch's.
  const ofRow = (isSepe ? row.certSecretSepe : undefined) ?? row.certSecret;
  const kept = ofRow === undefined && row.certificates ? keptFor(row.certificates, isSepe) : undefined;
  const secret = ofRow ?? (isSepe ? sender.certSecretSepe : undefined) ?? sender.certSecret;
  const column = secret === row.certSecretSepe ? CERT_SECRET_SEPE : CERT_SECRET;
  if (!secret && !kept)
    return {
      mistake: { column: CERT_SECRET, message: 'Falta el certificado: de la fila, o de todo el lote.' },
    };
  const certificate = kept ?? (await certificateOf(secret!));
  if (!certificate || !mayUse(sender, certificate))
    return { mistake: { column, message: 'El certificado no existe.' } };
  return { certificate };
};

/** Texts that may be the secret of a certificate: the shortest secrets have 44 characters, older ones 99. */
const LIKE_SECRET = /^[\w.-]{44,}$/;

/** Whether a value contains the secret of a certificate anywhere. */
export const hasSecret = async (
  value: unknown,
  reading: Pick<RowCertificatesReading, 'certificateOf'>,
): Promise<boolean> => {
  if (typeof value === 'string')
    return LIKE_SECRET.test(value.trim()) && (await reading.certificateOf(value.trim())) !== undefined;
  if (typeof value !== 'object' || value === null) return false;
  for (const member of Object.values(value)) if (await hasSecret(member, reading)) return true;
  return false;
};

/**
 * The cells of a row; for a list, the cells that a sheet would have. Secrets of certificates are left out, even from a wrong
 * column, because they are never stored.
 */
export const keptCells = async (
  {
    name,
    body,
    cells = { [OPERATION_HEADER]: name, ...cellsOf(body) },
  }: { name: string; body: Record<string, unknown>; cells: Record<string, string> | undefined },
  { certificateOf }: Pick<RowCertificatesReading, 'certificateOf'>,
): Promise<Record<string, string>> => {
  const secrets = new Set<string>();
  for (const [header, text] of Object.entries(cells))
    if (LIKE_SECRET.test(text) && (await certificateOf(text))) secrets.add(header);
  return Object.fromEntries(Object.entries(cells).filter(([header]) => !secrets.has(header)));
};
