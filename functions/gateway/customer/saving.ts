import { limitsOfStage } from '../../../shared/kernel/config.ts';
import { invalid, limitReached, tooManyDerivations } from '../../../shared/kernel/errors.ts';
import { logger } from '../../../shared/kernel/log.ts';
import { passwordPage } from '../../../shared/operation/form-page.ts';
import type { ResourcePorts } from '../../../shared/operation/ports.ts';
import {
  type Client,
  MAX_CONTRIBUTION_ACCOUNTS,
  type NewClient,
} from '../../../shared/stores/clients/company.ts';

/**
 * Saves a client company. One that is new and can sign in gets a mail: without a password the link to make one, with a
 * password the notice that it can sign in. If the mail cannot be sent, the client stays saved and the message says so.
 * @returns the client, a message if there is something to say, and how many contribution accounts were added to one that existed
 * @param notify whether to send that mail; if it is left open, only the link is sent
 * @throws ServiceError 422 on an e-mail that exists, a password from a caller with an API token, too many contribution
 *   accounts or too many clients; 429 where too many passwords were hashed for the caller
 */
export const save = async (
  wanted: NewClient,
  notify: boolean | undefined,
  { caller, stores, origin, now }: Pick<ResourcePorts, 'caller' | 'stores' | 'origin' | 'now'>,
): Promise<{ client: Client; message?: string; added?: number }> => {
  if (wanted.access?.password !== undefined) {
    if (caller.apiToken) throw invalid({ 'access.password': [BY_INVITATION] });
    const wait = await stores.budgets.takeDerivation(caller.userId, now);
    if (wait > 0) throw tooManyDerivations(wait);
  }
  const saved = await stores.clients.saveClient(caller.accountId, wanted, now);
  switch (saved.outcome) {
    case 'email-taken':
      throw invalid({ 'access.email': ['El e-mail ya existe en el servicio.'] });
    case 'too-many-contribution-accounts':
      throw invalid({
        'profile.account': [
          `Una empresa admite como máximo ${MAX_CONTRIBUTION_ACCOUNTS} cuentas de cotización.`,
        ],
      });
    case 'too-many-clients':
      throw limitReached(
        `La cuenta ya tiene ${limitsOfStage().clients} clientes, el máximo: elimine alguno antes de guardar otro.`,
      );
    case 'extended':
      return { client: saved.client, message: extended(saved.added), added: saved.added };
    case 'created': {
      const { client } = saved;
      const { userId, name, email, alternatives } = client;
      const hasPassword = wanted.access?.password !== undefined;
      if (!userId || email === undefined || !(notify ?? !hasPassword)) return { client };
      const { accountId } = caller;
      const company = { accountId, name, email, ...(alternatives && { alternatives }) };
      try {
        const isSent = hasPassword
          ? await stores.clients.announceClient(company, now)
          : await stores.clients.inviteClient(
              { ...company, clientId: client.id, userId },
              passwordPage(origin),
              now,
            );
        return { client, ...(!isSent && { message: noMailsLeft(hasPassword) }) };
      } catch (error) {
        // Only the error's name: its message may contain an address, which is personal data.
        logger.error('a mail to a new client could not be sent', { cause: (error as Error).name });
        return { client, message: `Cliente guardado, pero no se ha podido enviar ${mailTo(hasPassword)}.` };
      }
    }
  }
};

/** An API token that gets into wrong hands must not leave a password behind that still works when it is revoked. */
const BY_INVITATION =
  'Con un token de programa no se envía la contraseña de un cliente: el cliente la crea con el enlace que recibe.';

const mailTo = (hasPassword: boolean): string =>
  hasPassword ? 'el aviso de su acceso' : 'el e-mail para crear la contraseña';

const noMailsLeft = (hasPassword: boolean): string =>
  `Cliente guardado, pero no se ha enviado ${mailTo(hasPassword)}: se ha alcanzado el máximo diario de e-mails de la ` +
  'cuenta, o a esa dirección.' +
  (hasPassword ? '' : ' El cliente puede pedirlo en la página de contraseñas.');

const extended = (added: number): string => {
  if (added === 0) return 'La empresa ya existía y tenía todas las cuentas de cotización enviadas.';
  return added === 1
    ? 'La empresa ya existía: se le ha añadido 1 cuenta de cotización.'
    : `La empresa ya existía: se le han añadido ${added} cuentas de cotización.`;
};
