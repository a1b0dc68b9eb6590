import * as z from 'zod';
import { bool } from '../../../shared/kernel/fields.ts';
import type { Reply } from '../../../shared/kernel/reply.ts';
import { alerts, donePage, escaped, formPage, htmlBody } from '../../../shared/operation/form-page.ts';
import { resource } from '../../../shared/operation/operation.ts';
import { onlySignedIn } from '../../../shared/operation/signed-in.ts';
import type { MailKind } from './fields.ts';
import { KIND_TEXT, linkToken, mailsExample, mailsResource, ofEachKind, toMailsResource } from './fields.ts';

export const getMails = resource({
  id: 'getMails',
  method: 'GET',
  path: '/',
  summary: 'Consultar qué correos se reciben',
  description:
    'Los del propio usuario. Quien crea su primera contraseña con el rol owner los recibe todos; los demás, ninguno hasta que los eligen.',
  access: 'reads',
  rate: 'read',
  standing: 'chosen',
  request: z.object({}),
  response: mailsResource,
  example: { request: {}, response: mailsExample },
  run: async (_, { user, stores }) => ({ data: toMailsResource(user, await stores.mails.mailsOf(user)) }),
});

export const chooseMails = resource({
  id: 'chooseMails',
  method: 'PUT',
  path: '/',
  summary: 'Elegir qué correos se reciben',
  description:
    'Los del propio usuario. Los que no se envían quedan como estaban. Cada correo tiene un enlace ' +
    'para dejar de recibirlo. No se puede con un token de programa.',
  access: 'reads',
  noted: { kind: 'setting', values: ['certificates', 'unknown', 'digest'] },
  admits: onlySignedIn,
  rate: 'write',
  standing: 'chosen',
  request: z.object(ofEachKind((description) => bool(description).optional())),
  response: mailsResource,
  example: { request: { certificates: true, unknown: true }, response: mailsExample },
  run: async (wanted, { user, stores, origin, now }) => {
    await stores.mails.chooseMails(user, wanted, { origin, now });
    return { data: toMailsResource(user, await stores.mails.mailsOf(user)) };
  },
});

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

export const unsubscribe = resource({
  id: 'unsubscribe',
  method: 'POST',
  path: '/unsubscribe',
  summary: 'Dejar de recibir un correo',
  description:
    'Formulario de la página, y lo que envían los programas de correo con un botón propio (RFC 8058). No necesita sesión.',
  access: 'anonymous',
  noted: { kind: 'setting' },
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
  run: async ({ token = '' }, { stores, acts }) => {
    const link = await stores.mails.readUnsubscribeToken(token);
    if (!link) return invalidLink();
    const user = await stores.accounts.findUser(link.userId);
    // The link stays valid: only what it changes is noted.
    if (user && !user.removedAt && (await stores.mails.mailsOf(user)).has(link.kind)) {
      await acts.by(user);
      await stores.mails.endMail(user, link.kind);
    }
    return donePage('Hecho', 'No recibirá más estos correos. Puede volver a elegirlos en su programa.');
  },
});

/** The page with the button that ends mails of a kind. */
const unsubscribeForm = (kind: MailKind, token: string): Reply<string> =>
  formPage(
    'Dejar de recibir un correo',
    `<p>Recibe estos correos porque los eligió: ${KIND_TEXT[kind]}.</p>
<form method="post" action="unsubscribe">
<input type="hidden" name="token" value="${escaped(token)}">
<button>Dejar de recibirlos</button>
</form>`,
  );

/** The page for a link with an invalid token. */
const invalidLink = (): Reply<string> =>
  formPage('El enlace no vale', alerts(['El enlace no está completo. Ábralo desde el correo.']), 410);
