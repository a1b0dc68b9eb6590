import * as z from 'zod';

/**
 * Mails that a user may choose. `certificates`: one expires in 30 days, 7 or 1. `unknown`: the outcome of a filing has been
 * unknown for 15 minutes. `digest`: each morning, a list of things to look at.
 */
export const MAIL_KINDS = ['certificates', 'unknown', 'digest'] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/** Each kind of mail in Spanish, for descriptions and for the page. */
export const KIND_TEXT: Record<MailKind, string> = {
  certificates: 'certificados que caducan en 30 días, 7 o 1',
  unknown: 'trámites cuyo resultado no se conoce desde hace 15 minutos',
  digest: 'resumen de cada mañana a las 8:00, hora peninsular, si hay algo que mirar',
};

/** A schema for each kind of mails. */
export const ofEachKind = <Schema extends z.ZodType>(schemaOf: (description: string) => Schema) =>
  Object.fromEntries(
    MAIL_KINDS.map((kind) => [kind, schemaOf(`Correos sobre ${KIND_TEXT[kind]}.`)]),
  ) as Record<MailKind, Schema>;

/** A user's choice of mails. */
export const mailsResource = z
  .object({
    email: z.string().meta({ description: 'E-mail del usuario, al que se envían.' }),
    ...ofEachKind((description) => z.boolean().meta({ description })),
  })
  .meta({ id: 'Mails', description: 'Correos que recibe el usuario que llama.' });

export const mailsExample: z.output<typeof mailsResource> = {
  email: 'lucia@example.com',
  certificates: true,
  unknown: true,
  digest: false,
};

/** The resource of the mails that a user has chosen. */
export const toMailsResource = (
  { email }: { email: string },
  chosen: ReadonlySet<MailKind>,
): z.output<typeof mailsResource> => ({
  email,
  certificates: chosen.has('certificates'),
  unknown: chosen.has('unknown'),
  digest: chosen.has('digest'),
});

/** The token of a link in a mail. Almost any text: its errors are shown on the page, not in an envelope. */
export const linkToken = z
  .string()
  .max(2000)
  .optional()
  .meta({ description: 'Código del enlace del correo.' });
