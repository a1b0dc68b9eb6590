import * as z from 'zod';
import { ServiceError, tooManyRequests } from '../../../shared/errors.ts';
import { password, text } from '../../../shared/fields.ts';
import { resource } from '../../../shared/operation.ts';
import { madridTime } from '../../../shared/spanish-time.ts';

/** The same for an unknown e-mail and for a wrong password, so that it does not show which e-mails exist. */
const wrongCredentials = () => new ServiceError(401, 'El e-mail o la contraseña no son correctos.');

export const signIn = resource({
  id: 'signIn',
  method: 'POST',
  path: '/login',
  summary: 'Iniciar sesión',
  description:
    'Devuelve el token que las demás operaciones envían en la cabecera Authorization. Tras 10 intentos fallidos con ' +
    'un mismo e-mail en 15 minutos, responde 429.',
  access: 'anonymous',
  rate: 'write',
  alsoAnswers: { 401: 'El e-mail o la contraseña no son correctos.' },
  standing: 'document',
  request: z.object({
    email: text(254, 'E-mail del usuario.'),
    password: password('Contraseña.'),
  }),
  response: z.object({
    access_token: z.string().meta({ description: 'Token de acceso.' }),
    token_type: z.literal('bearer'),
    expires_in: z
      .string()
      .meta({ description: 'Instante de caducidad, AAAA-MM-DD HH:MM:SS en hora peninsular.' }),
  }),
  example: {
    request: { email: 'nominas@example.com', password: 'una contraseña larga' },
    response: {
      access_token: 'eyJhbGciOiJIUzI1NiJ9.eyJ…',
      token_type: 'bearer',
      expires_in: '2026-11-22 10:00:00',
    },
  },
  run: async ({ email, password }, { stores, now }) => {
    const refuseWhileBlocked = async () => {
      const wait = await stores.signIns.blockedFor(email, now);
      if (wait > 0) throw tooManyRequests(wait);
    };
    await refuseWhileBlocked();
    const user = await stores.accounts.findUserByEmail(email);
    if (!(await stores.passwords.verifyPassword(password, user?.passwordHash)) || !user) {
      await stores.signIns.countFailure(email, now);
      throw wrongCredentials();
    }
    // Checked again: failures of simultaneous attempts may have been counted while this password was verified.
    await refuseWhileBlocked();
    const { token, expires } = await stores.sessions.beginSession(user, now);
    return {
      data: { access_token: token, token_type: 'bearer' as const, expires_in: madridTime(expires) },
    };
  },
});
