import * as z from 'zod';
import { conflict, notFound } from '../../../shared/kernel/errors.ts';
import { bool, digits, integer, text } from '../../../shared/kernel/fields.ts';
import { resource } from '../../../shared/operation/operation.ts';
import {
  MAX_PER_PAGE,
  pageFields,
  pageOf,
  paginated,
  perPage,
} from '../../../shared/operation/pagination.ts';
import type { Ports } from '../../../shared/operation/ports.ts';
import { notClients } from '../../../shared/operation/signed-in.ts';
import type { ClientPage } from '../../../shared/stores/clients/clients.ts';
import type { Variant } from './fields.ts';
import { changeRequest, current, customerID } from './fields.ts';
import { save } from './saving.ts';

export const listClients = <Sent extends z.ZodObject, Shape extends z.ZodType>(
  variant: Variant<Sent, Shape>,
) => {
  const { maxPerPage } = variant;
  return resource({
    id: 'listClients',
    method: 'GET',
    path: '/',
    summary: 'Listar clientes',
    description:
      'Por orden de alta. Un search que sea el e-mail completo de un cliente devuelve ese cliente. Si no, cada palabra ' +
      'de search debe ser el comienzo de una palabra del e-mail, el nombre, el CIF, la razón social o el external_id del ' +
      'cliente, o cualquier parte, de tres caracteres o más, del e-mail, el CIF o el external_id (de sus primeros 24 ' +
      'caracteres). Si así no se encuentra ninguno, y search no es un identificador (con cifras o @), basta con que cada ' +
      'palabra esté dentro de una palabra del cliente. No se distinguen acentos ni mayúsculas; cuentan las diez primeras palabras, y de cada una los 16 primeros ' +
      'caracteres. Lo guardado, cambiado o eliminado hace menos de un segundo puede salir todavía como estaba. Una empresa ' +
      'cliente que inicia sesión ve solo la suya.',
    access: 'reads',
    rate: 'read',
    standing: 'document',
    request: z.object({
      search: text(255, 'Texto que se busca.').optional(),
      account: digits(15, 'Régimen y cuenta de cotización: solo los clientes que la tienen.').optional(),
      page: pageFields.page,
      perPage: perPage('Clientes', maxPerPage),
    }),
    response: paginated(variant.resource),
    example: {
      request: { search: 'panadería' },
      response: {
        data: [variant.resourceExample],
        pagination: { page: 1, lastPage: 1, perPage: MAX_PER_PAGE, total: 1 },
      },
    },
    run: async (request, ports) => {
      const { limit, pagination } = pageOf(request, maxPerPage);
      const { search, account, page } = request;
      const wanted = { search, account, page: page || 1, perPage: limit };
      const { clients, total } = await visibleClients(wanted, ports);
      return {
        data: { data: clients.map((client) => variant.show(client)), pagination: pagination(total) },
      };
    },
  });
};

/** A page of the clients that the caller may see; `account` (15 digits) selects those with this contribution account. */
const visibleClients = async (
  wanted: { search?: string | undefined; account?: string | undefined; page: number; perPage: number },
  { caller, stores }: Pick<Ports, 'caller' | 'stores'>,
): Promise<ClientPage> => {
  const { accountId, clientId } = caller;
  if (wanted.account !== undefined) {
    const ids = await stores.clients.clientsWithAccount(accountId, { ccc: wanted.account });
    const own = ids.filter((id) => clientId === undefined || id === clientId);
    const found = await Promise.all(own.map((id) => stores.clients.findClient(accountId, id)));
    const clients = found.filter((client) => client !== undefined);
    const begin = (wanted.page - 1) * wanted.perPage;
    return { clients: clients.slice(begin, begin + wanted.perPage), total: clients.length };
  }
  if (clientId === undefined) return stores.clients.listClients(accountId, wanted);
  const own = await stores.clients.findClient(accountId, clientId);
  const found = own && (await stores.clients.isFound(own, wanted.search ?? '')) ? [own] : [];
  return { clients: wanted.page === 1 ? found : [], total: found.length };
};

export const getClient = resource({
  id: 'getClient',
  method: 'GET',
  path: '/{customerID}',
  summary: 'Consultar un cliente',
  access: 'reads',
  rate: 'read',
  standing: 'chosen',
  request: z.object({ customerID }),
  response: current.resource,
  example: { request: { customerID: 10_000 }, response: current.resourceExample },
  run: async ({ customerID: clientId }, { caller, stores }) => {
    const isOwn = caller.clientId === undefined || caller.clientId === clientId;
    const client = isOwn ? await stores.clients.findClient(caller.accountId, clientId) : undefined;
    if (!client) throw notFound('El cliente no existe.');
    return { data: current.show(client) };
  },
});

export const changeClient = resource({
  id: 'changeClient',
  method: 'PATCH',
  path: '/{customerID}',
  summary: 'Cambiar un cliente',
  description:
    'Solo cambian los campos que se envían. El CIF y el e-mail de acceso no se pueden cambiar: con ' +
    'otros, es otro cliente. Las cuentas de cotización se añaden con POST /customer y el mismo CIF.',
  access: 'owner',
  noted: { kind: 'company', object: ({ customerID }) => customerID },
  admits: notClients,
  rate: 'write',
  standing: 'chosen',
  request: changeRequest,
  response: current.resource,
  example: {
    request: { customerID: 10_000, direccion: 'Calle Mayor 1, Madrid' },
    response: current.resourceExample,
  },
  run: async (request, { caller, stores }) => {
    const client = await stores.clients.changeClient(caller.accountId, request.customerID, {
      name: request.name,
      companyName: request.razon_social,
      postcode: request.codigo_postal,
      address: request.direccion,
      externalId: request.external_id,
      alternatives: request.alternativo,
    });
    if (!client) throw notFound('El cliente no existe.');
    return { data: current.show(client), message: 'Cliente cambiado.' };
  },
});

export const removeClientAccount = resource({
  id: 'removeClientAccount',
  method: 'DELETE',
  path: '/{customerID}/accounts/{account}',
  summary: 'Quitar una cuenta de cotización a un cliente',
  description:
    'Los trámites que se hicieron en ella siguen siendo del cliente. En la Seguridad Social no cambia nada. Un cliente tiene una ' +
    'cuenta como mínimo: la última no se quita (409).',
  access: 'owner',
  noted: { kind: 'company', object: ({ customerID }) => customerID },
  admits: notClients,
  rate: 'write',
  standing: 'chosen',
  alsoAnswers: { 409: 'Es la única cuenta del cliente.' },
  request: z.object({ customerID, account: integer('Identificador de la cuenta, el id que da el cliente.') }),
  response: current.resource,
  example: { request: { customerID: 10_000, account: 2 }, response: current.resourceExample },
  run: async ({ customerID: clientId, account }, { caller, stores }) => {
    const client = await stores.clients.removeContributionAccount(caller.accountId, clientId, account);
    if (client === 'last') throw conflict('Es la única cuenta de cotización del cliente.');
    if (!client) throw notFound('El cliente, o su cuenta, no existe.');
    return { data: current.show(client), message: 'Cuenta quitada.' };
  },
});

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
    noted: { kind: 'company' },
    admits: notClients,
    rate: 'write',
    standing: 'document',
    request: variant.request,
    response: variant.resource,
    example: { request: variant.requestExample, response: variant.resourceExample },
    run: async (request, ports) => {
      const { wanted, notify } = variant.read(request);
      const { client, message } = await save(wanted, notify, ports);
      ports.acts.about(client.id);
      return { data: variant.show(client), message };
    },
  });

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
    noted: { kind: 'company', object: ({ customerID }) => customerID, values: ['active'] },
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
    noted: { kind: 'company', object: ({ customerID }) => customerID },
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
