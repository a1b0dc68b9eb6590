import { pdfText } from '../pdf-text.ts';

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
