import type { CertificateSecret } from '../../../shared/stores/certificates.ts';
import { cellsOf, OPERATION_HEADER } from '../sheets/columns.ts';

/** Texts that may be the secret of a certificate: the shortest have 44 characters, older ones 99. */
const LIKE_SECRET = /^[\w.-]{44,}$/;

/**
 * The cells of a row, of a list those that a sheet would have, but for secrets of certificates, which are kept nowhere, also where
 * one is in a wrong column.
 */
export const keptCells = async (
  {
    name,
    body,
    cells = { [OPERATION_HEADER]: name, ...cellsOf(body) },
  }: { name: string; body: Record<string, unknown>; cells: Record<string, string> | undefined },
  { certificateOf }: { certificateOf(secret: string): Promise<CertificateSecret | undefined> },
): Promise<Record<string, string>> => {
  const secrets = new Set<string>();
  for (const [header, text] of Object.entries(cells))
    if (LIKE_SECRET.test(text) && (await certificateOf(text))) secrets.add(header);
  return Object.fromEntries(Object.entries(cells).filter(([header]) => !secrets.has(header)));
};
