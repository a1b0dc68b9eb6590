import * as z from 'zod';
import { fileObject } from '../kernel/document.ts';

/** Fields of answers that many operations have. Descriptions are Spanish, for the reference. */

/** A text. */
export const answerText = (description: string) => z.string().meta({ description });

/** A text, or `null` where there is none. */
export const answerTextOrNull = (description: string) => z.string().nullable().meta({ description });

/**
 * A day, `AAAA-MM-DD`. Generated clients read it as a date and fail where it is none, so it is for days that this service itself
 * counts or keeps; what an authority shows is a text.
 */
export const answerDay = (description: string) => z.string().meta({ description, format: 'date' });

/** A day, or `null` where there is none. */
export const answerDayOrNull = (description: string) =>
  answerDay(description).nullable().meta({ description });

/** An instant of this service's clock, ISO 8601 in UTC; as with days, nothing that an authority shows. */
export const answerInstant = (description: string) => z.string().meta({ description, format: 'date-time' });

/** An instant, or `null` where there is none. */
export const answerInstantOrNull = (description: string) =>
  answerInstant(description).nullable().meta({ description });

/** An instant of epoch milliseconds as ISO 8601; `null` for none. */
export const isoOrNull = (at: number | undefined): string | null =>
  at === undefined ? null : new Date(at).toISOString();

/** A user of the account. A client company sees name and e-mail of its own only. */
export const answerUser = z.object({
  id: answerText('Identificador del usuario.'),
  name: answerTextOrNull('Nombre. Una empresa cliente solo ve el suyo.'),
  email: answerTextOrNull('E-mail, igual.'),
});

/** A worker, as far as it is known; `null` where something is about none. */
export const answerWorker = z
  .object({
    document: answerTextOrNull('Documento de identidad.'),
    nss: answerTextOrNull('Número de la Seguridad Social.'),
    name: answerTextOrNull('Nombre y apellidos, si los da la petición, el organismo o un trámite anterior.'),
  })
  .nullable();

export const exampleWorker: z.output<typeof answerWorker> = {
  document: '12345678Z',
  nss: '280000000097',
  name: 'BEGOÑA MUÑOZ PEÑA',
};

export const exampleUser: z.output<typeof answerUser> = {
  id: '2f0c4f0e-6b0e-4d7e-9d53-0a4e5c1f7b21',
  name: 'Ana García',
  email: 'ana@asesoria.example',
};

/** Codes with what each of them means, for a description. */
export const meaningsOf = (codes: Record<string, string>): string =>
  Object.entries(codes)
    .map(([code, meaning]) => `${code} (${meaning})`)
    .join(', ');

/** `data` that is one document. */
export const withFile = z.object({ file: fileObject });

/** A document, for examples only. */
export const exampleFile = (name: string) => ({
  contentType: 'application/pdf',
  name,
  content: 'JVBERi0xLjcK…',
});
