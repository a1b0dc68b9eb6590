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
    'un mismo e-mail desde una misma red en 15 minutos responde 429, con una espera que crece con cada intento fallido ' +
    'más. Una contraseña nueva anula la espera.',
  access: 'anonymous',
  isAdmittedBeside: true,
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
  run: async ({ email, password }, { stores, ip, now, admitted }) => {
    const [user] = await Promise.all([stores.accounts.findLogin(email), admitted()]);
    // The hash after the user: with one that was replaced meanwhile, the session that begins is of an earlier generation.
    const [attempt, hash, account] = await Promise.all([
      stores.signIns.countTry({ email, ip, user }, now),
      user && stores.passwords.findPasswordHash(user.id),
      user && stores.accounts.findAccount(user.accountId),
    ]);
    if (attempt.wait > 0) throw tooManyRequests(attempt.wait);
    const isRight = await stores.passwords.verifyPassword(password, hash);
    // A disabled account too: whether a password is right is told to nobody who may not use it.
    if (!isRight || !user || account?.disabled !== false) {
      await attempt.fail();
      throw wrongCredentials();
    }
    const [{ token, expires }] = await Promise.all([
      stores.sessions.beginSession(user, now),
      attempt.succeed(),
    ]);
    return {
      data: { access_token: token, token_type: 'bearer' as const, expires_in: madridTime(expires) },
    };
  },
});
