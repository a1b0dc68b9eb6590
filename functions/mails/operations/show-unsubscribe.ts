import * as z from 'zod';
import { htmlBody } from '../../../shared/operation/form-page.ts';
import { resource } from '../../../shared/operation/operation.ts';
import { linkToken } from '../fields.ts';
import { invalidLink, unsubscribeForm } from '../page.ts';

export const showUnsubscribe = resource({
  id: 'showUnsubscribe',
  method: 'GET',
  path: '/unsubscribe',
  summary: 'Página para dejar de recibir un correo',
  description:
    'A la que lleva el enlace de cada correo. Abrirla no cambia nada: los filtros de correo abren enlaces.',
  access: 'anonymous',
  rate: 'read',
  standing: 'chosen',
  alsoAnswers: { 410: 'El enlace no vale.' },
  request: z.object({ token: linkToken }),
  page: 'text/html',
  response: htmlBody,
  example: { request: { token: '…' }, response: '<!doctype html>…' },
  run: async ({ token = '' }, { stores }) => {
    const link = await stores.mails.readUnsubscribeToken(token);
    return link ? unsubscribeForm(link.kind, token) : invalidLink();
  },
});
