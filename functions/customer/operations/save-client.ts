import type * as z from 'zod';
import { resource } from '../../../shared/operation/operation.ts';
import { notClients } from '../../../shared/operation/signed-in.ts';
import { save } from '../saving.ts';
import type { Variant } from '../variant.ts';

export const saveClient = <Sent extends z.ZodObject, Shape extends z.ZodType>(
  variant: Variant<Sent, Shape>,
) =>
  resource({
    id: 'saveClient',
    method: 'POST',
    path: '/',
    summary: 'Guardar un cliente',
    description:
      'Si ya existe una empresa con ese CIF no se crea otra: se le añaden las cuentas de cotización que le falten, no ' +
      'cambia nada más de ella, y la respuesta es esa empresa con un mensaje que lo dice. Un cliente nuevo con acceso y ' +
      'sin contraseña recibe un e-mail con un enlace para crearla; con un token de programa solo se crea así (422 con ' +
      'password). Una cuenta admite un máximo de clientes (422), y cada ' +
      'usuario, un máximo de clientes con contraseña por hora (429).',
    access: 'owner',
    admits: notClients,
    rate: 'write',
    standing: 'document',
    request: variant.request,
    response: variant.resource,
    example: { request: variant.requestExample, response: variant.resourceExample },
    run: async (request, ports) => {
      const { wanted, notify } = variant.read(request);
      const { client, message } = await save(wanted, notify, ports);
      return { data: variant.show(client), message };
    },
  });
