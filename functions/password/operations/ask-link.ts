import * as z from 'zod';
import { donePage, htmlBody, passwordPage } from '../../../shared/operation/form-page.ts';
import { resource } from '../../../shared/operation/operation.ts';
import { formField, MAX_EMAIL } from '../fields.ts';
import { linkForm } from '../page.ts';

/** Time of an answer, in milliseconds, so that it does not show which e-mails exist. Sending a mail ends before. */
const MIN_ANSWER_MS = 3_000;

export const askLink = resource({
  id: 'askLink',
  method: 'POST',
  path: '/forgotten',
  summary: 'Pedir un enlace para crear una contraseña nueva',
  description:
    'Formulario. La respuesta es la misma exista o no el e-mail; como máximo un enlace por minuto, y cinco al día, desde la ' +
    'misma red.',
  access: 'anonymous',
  body: 'form',
  rate: 'write',
  standing: 'chosen',
  request: z.object({ email: formField('E-mail con el que se inicia sesión.') }),
  page: 'text/html',
  response: htmlBody,
  example: { request: { email: 'nominas@example.com' }, response: '<!doctype html>…' },
  run: async ({ email }, { stores, origin, ip, now }) => {
    if (!email || email.length > MAX_EMAIL || !/^\S+@\S+$/.test(email))
      return linkForm(['Escriba un e-mail válido.'], 422, 'forgotten');
    await Promise.all([
      stores.passwordLinks.sendPasswordLink({ email, ip, page: passwordPage(origin) }, now),
      new Promise((resolve) => setTimeout(resolve, MIN_ANSWER_MS)),
    ]);
    return donePage('Enlace pedido', 'Si el e-mail tiene acceso, recibirá un enlace en unos minutos.');
  },
});
