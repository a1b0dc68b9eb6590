import * as z from 'zod';
import { notFound } from '../../../shared/kernel/errors.ts';
import { resource } from '../../../shared/operation/operation.ts';
import { notClients } from '../../../shared/operation/signed-in.ts';
import { customerID } from '../fields.ts';
import type { Variant } from '../variant.ts';

export const deleteClient = <Sent extends z.ZodObject, Shape extends z.ZodType>(
  variant: Variant<Sent, Shape>,
) =>
  resource({
    id: 'deleteClient',
    method: 'DELETE',
    path: '/{customerID}',
    summary: 'Eliminar un cliente',
    description:
      'Elimina también su usuario, sus certificados y las claves de estos, que dejan de servir de inmediato. ' +
      'Devuelve el cliente como era.',
    access: 'owner',
    admits: notClients,
    rate: 'write',
    standing: 'document',
    request: z.object({ customerID }),
    response: variant.resource,
    example: { request: { customerID: 10_000 }, response: variant.resourceExample },
    run: async (request, { caller, stores }) => {
      const client = await stores.clients.removeClient(caller.accountId, request.customerID);
      if (!client) throw notFound('El cliente no existe.');
      return { data: variant.show(client), message: 'Cliente eliminado.' };
    },
  });
