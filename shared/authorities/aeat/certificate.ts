import type { Document } from '../../kernel/document.ts';
import { type Script, type Step, Unreadable } from '../exchange.ts';
import { isPdf, pdfDocument, pdfText } from '../pdf.ts';
import { checkStatus } from './portal.ts';

/** Whether a certificate says that the holder complies with the tax obligations. */
export type ComplianceResult = 'POSITIVO' | 'NEGATIVO';

/**
 * The result that a certificate states in the sentence "tiene carácter POSITIVO" (or "de POSITIVO"); `undefined` if it
 * has no such sentence or cannot be read.
 */
export const complianceResultOf = (pdf: Uint8Array): ComplianceResult | undefined =>
  // Only the end of "carácter": its accent may be written in several ways.
  /cter\s+(?:de\s+)?(POSITIVO|NEGATIVO)\b/i.exec(pdfText(pdf))?.[1]?.toUpperCase() as
    | ComplianceResult
    | undefined;

/** A certificate that was issued. */
export interface Certificate {
  document: Document;
  /** Set if the document states it. */
  complianceResult?: ComplianceResult;
}

/** Reads the code (CSV) of a document from the portal's page. */
export const csvOf = (source: string): string | undefined =>
  /CSV=([A-Z0-9]{16})(?![A-Z0-9])/.exec(source)?.[1];

/** Asks for a document by its code. */
export const documentStep = (csv: string): Step => ({
  method: 'GET',
  path: `/wlpl/KATA-APLI/cotejo/CotejoDocIdSv?CSV=${csv}`,
});

/** Gets a certificate by its code. `name` names the kind of document, never a person. */
export function* fetchCertificate(csv: string, name: string): Script<Certificate> {
  const { body } = checkStatus(yield documentStep(csv));
  if (!isPdf(body)) throw new Unreadable('no document');
  const complianceResult = complianceResultOf(body);
  return { document: pdfDocument(name, body), ...(complianceResult && { complianceResult }) };
}
