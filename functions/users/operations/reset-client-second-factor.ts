import * as z from 'zod';
import { notFound } from '../../../shared/kernel/errors.ts';
import { integer } from '../../../shared/kernel/fields.ts';
import { resource } from '../../../shared/operation/operation.ts';
import { onlyUsers } from '../../../shared/operation/signed-in.ts';

export const resetClientSecondFactor = resource({
  id: 'resetClientSecondFactor',
  method: 'DELETE',
  path: '/clients/{clientId}/second-factor',
  summary: 'Quitar el segundo factor a una empresa cliente',
  description:
    'Para la que perdió el teléfono y los códigos de recuperación, o a la que se lo activó quien no debía. Recibe un e-mail, y ' +
    'entra solo con la contraseña.',
  access: 'owner',
  admits: onlyUsers,
  rate: 'write',
  standing: 'chosen',
  alsoAnswers: { 404: 'El cliente no existe, o no tiene acceso.' },
  request: z.object({ clientId: integer('Identificador del cliente.') }),
  response: z.object({
    clientId: z.int().meta({ description: 'Identificador del cliente.' }),
    second_factor: z.boolean().meta({ description: 'Si inicia sesión también con un código.' }),
  }),
  example: { request: { clientId: 10_000 }, response: { clientId: 10_000, second_factor: false } },
  run: async ({ clientId }, { caller, stores }) => {
    const client = await stores.clients.findClient(caller.accountId, clientId);
    const user = client?.userId === undefined ? undefined : await stores.accounts.findUser(client.userId);
    if (user?.clientId !== clientId) throw notFound('El cliente no existe, o no tiene acceso.');
    await stores.secondFactors.removeSecondFactor(user);
    return { data: { clientId, second_factor: false } };
  },
});
