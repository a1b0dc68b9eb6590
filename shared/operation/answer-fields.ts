import * as z from 'zod';
import { fileObject } from '../kernel/document.ts';

/** Fields of answers that many operations have. Descriptions are Spanish, for the reference. */

/** A text. */
export const answerText = (description: string) => z.string().meta({ description });

/** A text, or `null` where there is none. */
export const answerTextOrNull = (description: string) => z.string().nullable().meta({ description });

/** An instant of epoch milliseconds as ISO 8601; `null` for none. */
export const isoOrNull = (at: number | undefined): string | null =>
  at === undefined ? null : new Date(at).toISOString();

/** A user of the account. A client company sees name and e-mail of its own only. */
export const answerUser = z.object({
  id: answerText('Identificador del usuario.'),
  name: answerTextOrNull('Nombre. Una empresa cliente solo ve el suyo.'),
  email: answerTextOrNull('E-mail, igual.'),
});

/** `data` that is one document. */
export const withFile = z.object({ file: fileObject });

/** A document, for examples only. */
export const exampleFile = (name: string) => ({
  contentType: 'application/pdf',
  name,
  content: 'JVBERi0xLjcK…',
});
