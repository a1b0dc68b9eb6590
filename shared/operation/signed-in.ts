import { forbidden, notForClients } from '../kernel/errors.ts';
import type { Caller } from './ports.ts';

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

/** @throws ServiceError 403 to a caller with an API token, and to a client company */
export const onlyUsers = (caller: Caller): void => {
  if (caller.clientId !== undefined) throw notForClients();
  onlySignedIn(caller);
};
