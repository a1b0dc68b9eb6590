import * as z from 'zod';
import { conflict } from '../../../shared/kernel/errors.ts';
import { resource } from '../../../shared/operation/operation.ts';
import { onlyUsers } from '../../../shared/operation/signed-in.ts';
import { toUserResource, userExample, userId, userResource } from '../fields.ts';

export const resetSecondFactor = resource({
  id: 'resetSecondFactor',
  method: 'DELETE',
  path: '/{userId}/second-factor',
  summary: 'Quitar el segundo factor a otro usuario',
  description:
    'Para quien perdió el teléfono y los códigos de recuperación, que recibe un e-mail. El propio se desactiva con un código.',
  access: 'owner',
  admits: onlyUsers,
  rate: 'write',
  standing: 'chosen',
  alsoAnswers: { 409: 'Es el segundo factor propio.' },
  request: z.object({ userId }),
  response: userResource,
  example: { request: { userId: userExample.id }, response: userExample },
  run: async ({ userId }, { caller, stores }) => {
    if (userId === caller.userId)
      throw conflict('El segundo factor propio se desactiva con un código: DELETE /auth/second-factor.');
    const user = await stores.users.ownUser(caller.accountId, userId);
    await stores.secondFactors.removeSecondFactor(user);
    return { data: { ...toUserResource(user), second_factor: false } };
  },
});
