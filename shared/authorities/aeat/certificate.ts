import type { Document } from '../../kernel/document.ts';
import { type Script, type Step, Unreadable } from '../exchange.ts';
import { isPdf, pdfDocument } from '../pdf.ts';
import { type ComplianceResult, complianceResultOf } from './compliance-result.ts';
import { checkStatus } from './portal.ts';

/** A certificate that was issued. */
export interface Certificate {
  document: Document;
  /** Set if the document states it. */
  complianceResult?: ComplianceResult;
}

/** The code (CSV) of a document, from what the portal wrote about it. */
export const csvOf = (source: string): string | undefined =>
  /CSV=([A-Z0-9]{16})(?![A-Z0-9])/.exec(source)?.[1];

/** Asks for a document by its code. */
export const documentStep = (csv: string): Step => ({
  method: 'GET',
  path: `/wlpl/KATA-APLI/cotejo/CotejoDocIdSv?CSV=${csv}`,
});

/** Gets a certificate by its code. `name` says what the document is, and not who it is about. */
export function* fetchCertificate(csv: string, name: string): Script<Certificate> {
  const { body } = checkStatus(yield documentStep(csv));
  if (!isPdf(body)) throw new Unreadable('no document');
  const complianceResult = complianceResultOf(body);
  return { document: pdfDocument(name, body), ...(complianceResult && { complianceResult }) };
}
