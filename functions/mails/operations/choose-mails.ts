import * as z from 'zod';
import { bool } from '../../../shared/kernel/fields.ts';
import { resource } from '../../../shared/operation/operation.ts';
import { onlySignedIn } from '../../../shared/operation/signed-in.ts';
import { mailsExample, mailsResource, ofEachKind, toMailsResource } from '../fields.ts';

export const chooseMails = resource({
  id: 'chooseMails',
  method: 'PUT',
  path: '/',
  summary: 'Elegir qué correos se reciben',
  description:
    'Los del propio usuario; lo que no se envía queda como estaba. Cada correo tiene un enlace para dejar de recibirlo. No se ' +
    'puede con un token de programa.',
  access: 'reads',
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
