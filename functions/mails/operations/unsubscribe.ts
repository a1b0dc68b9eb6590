import * as z from 'zod';
import { donePage, htmlBody } from '../../../shared/operation/form-page.ts';
import { resource } from '../../../shared/operation/operation.ts';
import { linkToken } from '../fields.ts';
import { invalidLink } from '../page.ts';

export const unsubscribe = resource({
  id: 'unsubscribe',
  method: 'POST',
  path: '/unsubscribe',
  summary: 'Dejar de recibir un correo',
  description:
    'Formulario de la página, y lo que envían los programas de correo con un botón propio (RFC 8058). No necesita sesión.',
  access: 'anonymous',
  body: 'form',
  rate: 'write',
  standing: 'chosen',
  alsoAnswers: { 410: 'El enlace no vale.' },
  request: z.object({
    token: linkToken,
    'List-Unsubscribe': z
      .string()
      .max(100)
      .optional()
      .meta({ description: 'La envían los programas de correo: One-Click.' }),
  }),
  page: 'text/html',
  response: htmlBody,
  example: {
    request: { token: '…', 'List-Unsubscribe': 'One-Click' },
    response: '<!doctype html>…',
  },
  run: async ({ token = '' }, { stores }) => {
    const link = await stores.mails.readUnsubscribeToken(token);
    if (!link) return invalidLink();
    await stores.mails.unsubscribe(link);
    return donePage('Hecho', 'No recibirá más estos correos. Puede volver a elegirlos en su programa.');
  },
});
