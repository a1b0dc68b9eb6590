import { forbidden, notForClients, notFound } from '../kernel/errors.ts';
import type { Caller, Ports } from './ports.ts';

/**
 * An API token that gets into wrong hands must not make anything that is stronger, or outlives it.
 * @throws ServiceError 403 to a caller with an API token
 */
export const onlySignedIn = ({ apiToken }: Caller): void => {
  if (apiToken)
    throw forbidden(
      'Los tokens de programa, los usuarios, los correos y el segundo factor solo se gestionan con una sesión iniciada con contraseña.',
    );
};

/** @throws ServiceError 403 to a client company */
export const notClients = ({ clientId }: Caller): void => {
  if (clientId !== undefined) throw notForClients();
};

/** @throws ServiceError 403 to a caller with an API token, and to a client company */
export const onlyUsers = (caller: Caller): void => {
  notClients(caller);
  onlySignedIn(caller);
};

/**
 * Owner of the resources of a call: the account itself (0), or a client company. A client company that signed in can
 * act only for itself.
 * @throws ServiceError 404 when the account has no such client, or a client company names another one
 */
export const ownerOf = async (
  wanted: number | undefined,
  { caller, stores }: Pick<Ports, 'caller' | 'stores'>,
): Promise<{ clientId: number; active: boolean }> => {
  const clientId = wanted ?? caller.clientId ?? 0;
  if (clientId === 0 && wanted === undefined) return { clientId, active: true };
  if (caller.clientId !== undefined && caller.clientId !== clientId) throw notFound('El cliente no existe.');
  const client = await stores.clients.findClientBrief(caller.accountId, clientId);
  if (!client) throw notFound('El cliente no existe.');
  return { clientId, active: client.active };
};
