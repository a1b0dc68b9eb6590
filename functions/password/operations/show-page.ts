import * as z from 'zod';
import { htmlBody } from '../../../shared/operation/form-page.ts';
import { resource } from '../../../shared/operation/operation.ts';
import { formField } from '../fields.ts';
import { invalidLink, linkForm, passwordForm } from '../page.ts';

export const showPage = resource({
  id: 'showPage',
  method: 'GET',
  path: '/',
  summary: 'Página para crear la contraseña, o para pedir el enlace con el que se crea',
  access: 'anonymous',
  rate: 'read',
  standing: 'chosen',
  alsoAnswers: { 410: 'El enlace ya se ha usado o ha caducado.' },
  request: z.object({ token: formField('Código del enlace recibido por e-mail.') }),
  page: 'text/html',
  response: htmlBody,
  example: { request: {}, response: '<!doctype html>…' },
  run: async ({ token }, { stores, now }) => {
    if (token === undefined) return linkForm();
    return (await stores.links.isLinkGood(token, now)) ? passwordForm(token) : invalidLink();
  },
});
