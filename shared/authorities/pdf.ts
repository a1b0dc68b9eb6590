import type { Document } from '../kernel/document.ts';
import type { Answer } from './channel/channel.ts';

/** The bytes begin as a PDF does. */
export const isPdf = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.subarray(0, 5)).toString('latin1') === '%PDF-';

/** The bytes of an answer, if it has status 200 and is a PDF. */
export const pdfOf = (answer: Answer | undefined): Uint8Array | undefined =>
  answer?.status === 200 && isPdf(answer.body) ? answer.body : undefined;

/** A PDF as a document. Its name says what it is, and not who it is about. */
export const pdfDocument = (name: string, bytes: Uint8Array): Document => ({
  contentType: 'application/pdf',
  name: `${name}.pdf`,
  bytes,
});
