import * as z from 'zod';
import { email, role, text } from '../../../shared/kernel/fields.ts';
import { logger } from '../../../shared/kernel/log.ts';
import { passwordPage } from '../../../shared/operation/form-page.ts';
import { resource } from '../../../shared/operation/operation.ts';
import { onlyUsers } from '../../../shared/operation/signed-in.ts';
import { toUserResource, userExample, userResource } from '../fields.ts';

const NOT_SENT =
  'Usuario guardado, pero no se ha podido enviar la invitación. Puede pedir el enlace en la página de contraseñas.';

export const inviteUser = resource({
  id: 'inviteUser',
  method: 'POST',
  path: '/',
  summary: 'Invitar a un usuario',
  description:
    'Recibe un e-mail que nombra a la cuenta, con un enlace para crear su contraseña; vale un día, y puede pedir otro en la ' +
    'página de contraseñas. Una cuenta admite 100 usuarios (422). El e-mail no se cambia después: se invita al nuevo y se ' +
    'elimina el anterior.',
  access: 'owner',
  admits: onlyUsers,
  rate: 'write',
  standing: 'chosen',
  request: z.object({
    name: text(100, 'Nombre de la persona.'),
    email: email(254, 'E-mail con el que iniciará sesión; no puede existir ya en el servicio.'),
    role: role('Qué podrá hacer.'),
  }),
  response: userResource,
  example: {
    request: { name: 'Lucía Martín', email: 'lucia@example.com', role: 'files' },
    response: userExample,
  },
  run: async (wanted, { caller, stores, origin, now }) => {
    const user = await stores.users.addUser(caller.accountId, wanted, now);
    const isSent = await stores.users.inviteUser(user, passwordPage(origin), now).catch((error: Error) => {
      // Only the error's name: its message may contain an address, which is personal data.
      logger.error('a mail to a new user could not be sent', { cause: error.name });
      return false;
    });
    return { data: toUserResource(user), ...(!isSent && { message: NOT_SENT }) };
  },
});
