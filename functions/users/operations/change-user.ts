import * as z from 'zod';
import { role, text } from '../../../shared/kernel/fields.ts';
import { resource } from '../../../shared/operation/operation.ts';
import { onlyUsers } from '../../../shared/operation/signed-in.ts';
import { toUserResource, userExample, userId, userResource } from '../fields.ts';

export const changeUser = resource({
  id: 'changeUser',
  method: 'PATCH',
  path: '/{userId}',
  summary: 'Cambiar el nombre o el rol de un usuario',
  description: 'El rol nuevo vale desde la siguiente petición, también para sus tokens de programa.',
  access: 'owner',
  admits: onlyUsers,
  rate: 'write',
  standing: 'chosen',
  alsoAnswers: { 409: 'Es el último usuario con el rol owner.' },
  request: z.object({
    userId,
    name: text(100, 'Nombre de la persona.').optional(),
    role: role('Qué puede hacer.').optional(),
  }),
  response: userResource,
  example: {
    request: { userId: userExample.id, role: 'reads' },
    response: { ...userExample, role: 'reads' },
  },
  run: async ({ userId, ...wanted }, { caller, stores, now }) => {
    return {
      data: toUserResource(await stores.users.changeUser(caller.accountId, userId, { ...wanted, now })),
    };
  },
});
