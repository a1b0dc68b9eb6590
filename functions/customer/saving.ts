import { invalid } from '../../shared/errors.ts';
import type { Ports } from '../../shared/ports.ts';
import { logger } from '../../shared/serving/log.ts';
import { type Client, MAX_ACCOUNTS, type NewClient } from '../../shared/stores/client-company.ts';
import { reachOf } from './roles.ts';

/** Where the link in a mail leads: the page that makes a password. */
const PASSWORD_PAGE = '/api/v4/password';

/**
 * Saves a client company, and sends it the link to make its password where it can sign in, has no password and is to
 * be notified. A mail that cannot be sent does not undo what was saved: the message says so.
 * @throws ServiceError 403 to a client company, 422 on an e-mail that exists and on more accounts than a client holds
 */
export const save = async (
  wanted: NewClient,
  notify: boolean,
  { caller, stores, origin, now }: Pick<Ports, 'caller' | 'stores' | 'origin' | 'now'>,
): Promise<{ client: Client; message?: string }> => {
  reachOf(caller, 'save');
  const saved = await stores.clients.saveClient(caller.accountId, wanted, now);
  switch (saved.outcome) {
    case 'email-taken':
      throw invalid({ 'access.email': ['El e-mail ya existe en el servicio.'] });
    case 'too-many-accounts':
      throw invalid({
        'profile.account': [`Una empresa admite como máximo ${MAX_ACCOUNTS} cuentas de cotización.`],
      });
    case 'extended':
      return { client: saved.client, message: extended(saved.added) };
    case 'created': {
      const { client } = saved;
      const { userId, name, email, alternatives } = client;
      if (!notify || !userId || wanted.access?.password !== undefined) return { client };
      try {
        const invited = { userId, name, email, ...(alternatives && { alternatives }) };
        await stores.clients.inviteClient(invited, origin + PASSWORD_PAGE, now);
        return { client };
      } catch (error) {
        // Its name only: what the mail service says of an address is personal data.
        logger.error('an invitation could not be sent', { cause: (error as Error).name });
        return {
          client,
          message: 'Cliente guardado, pero no se ha podido enviar el e-mail para crear la contraseña.',
        };
      }
    }
  }
};

const extended = (added: number): string => {
  if (added === 0) return 'La empresa ya existía y tenía todas las cuentas de cotización enviadas.';
  return added === 1
    ? 'La empresa ya existía: se le ha añadido 1 cuenta de cotización.'
    : `La empresa ya existía: se le han añadido ${added} cuentas de cotización.`;
};
