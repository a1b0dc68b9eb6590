import { pdfText } from '../pdf.ts';

/** Whether a certificate says that the account is up to date with its contributions. */
type UpToDate = 'POSITIVO' | 'NEGATIVO';

/**
 * What a certificate of being up to date says, by the only sentence that public programs know of it: "no tiene pendiente de
 * ingreso ninguna reclamación". The negative one is assumed to have the same sentence without "no". `undefined` if the document has
 * neither, has both, or cannot be read.
 */
export const upToDateIn = (pdf: Uint8Array): UpToDate | undefined => {
  const found = [...pdfText(pdf).matchAll(/(\bno\s+)?\btiene\s+pendientes?\s+de\s+ingreso\b/gi)];
  const results = new Set(found.map(([, no]) => (no === undefined ? 'NEGATIVO' : 'POSITIVO')));
  const [result, other] = results;
  return other ? undefined : result;
};
