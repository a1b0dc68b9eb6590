import * as z from 'zod';
import { notFound } from '../../../shared/kernel/errors.ts';
import { bool } from '../../../shared/kernel/fields.ts';
import { resource } from '../../../shared/operation/operation.ts';
import { notClients } from '../../../shared/operation/signed-in.ts';
import { customerID } from '../fields.ts';
import type { Variant } from '../variant.ts';

export const activateClient = <Sent extends z.ZodObject, Shape extends z.ZodType>(
  variant: Variant<Sent, Shape>,
) =>
  resource({
    id: 'activateClient',
    method: 'PUT',
    path: '/{customerID}/activate',
    summary: 'Activar o desactivar un cliente',
    description:
      'Mientras un cliente está inactivo, ni sus certificados ni su sesión sirven. Activarlo desbloquea también su ' +
      'contraseña, si se bloqueó tras demasiados intentos fallidos. Devuelve el cliente como queda.',
    access: 'owner',
    admits: notClients,
    rate: 'write',
    standing: 'document',
    request: z.object({ customerID, active: bool('Verdadero activa el cliente, falso lo desactiva.') }),
    response: variant.resource,
    example: { request: { customerID: 10_000, active: true }, response: variant.resourceExample },
    run: async ({ customerID: clientId, active }, { caller, stores }) => {
      const client = await stores.clients.setClientActive(caller.accountId, clientId, active);
      if (!client) throw notFound('El cliente no existe.');
      return {
        data: variant.show(client),
        message: active ? 'Cliente activado.' : 'Cliente desactivado.',
      };
    },
  });
