import * as z from 'zod';
import { resource } from '../../../shared/operation/operation.ts';
import { onlyUsers } from '../../../shared/operation/signed-in.ts';
import { toUserResource, userExample, userId, userResource } from '../fields.ts';

export const removeUser = resource({
  id: 'removeUser',
  method: 'DELETE',
  path: '/{userId}',
  summary: 'Eliminar un usuario',
  description:
    'Sus sesiones, tokens de programa y dirección de calendario dejan de valer de inmediato, y lo que tenía en espera no se ' +
    'presenta. A los webhooks que creó o confirmó no se les envía nada más hasta que otro usuario los active. Los trámites que ' +
    'hizo lo siguen nombrando. Devuelve el usuario como era.',
  access: 'owner',
  admits: onlyUsers,
  rate: 'write',
  standing: 'chosen',
  alsoAnswers: { 409: 'Es el último usuario con el rol owner.' },
  request: z.object({ userId }),
  response: userResource,
  example: { request: { userId: userExample.id }, response: userExample },
  run: async ({ userId }, { caller, stores, now }) => ({
    data: toUserResource(await stores.users.removeUser(caller.accountId, userId, now)),
    message: 'Usuario eliminado.',
  }),
});
