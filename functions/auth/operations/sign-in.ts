import * as z from 'zod';
import { clientInactive, ServiceError, tooManyRequests } from '../../../shared/kernel/errors.ts';
import { password, text } from '../../../shared/kernel/fields.ts';
import { madridTime } from '../../../shared/kernel/spanish-time.ts';
import { resource } from '../../../shared/operation/operation.ts';
import { code, codeNeeded } from '../second-factor.ts';

const WRONG =
  'El e-mail o la contraseña no son correctos, o la contraseña está bloqueada por demasiados intentos fallidos.';

/** The same for an unknown e-mail, a wrong password and a locked one, so that it does not show which e-mails exist. */
const wrongCredentials = () => new ServiceError(401, WRONG);

export const signIn = resource({
  id: 'signIn',
  method: 'POST',
  path: '/login',
  summary: 'Iniciar sesión',
  description:
    'Devuelve el token que las demás operaciones envían en la cabecera Authorization. Tras 10 intentos fallidos con ' +
    'un mismo e-mail desde una misma red en 15 minutos responde 429, con una espera que crece con cada intento fallido ' +
    'más. Desde redes en las que ese e-mail nunca inició sesión se admiten 50 intentos fallidos al día y 100 a la semana ' +
    'entre todas. Una contraseña de menos de 12 caracteres se bloquea tras 10 intentos fallidos en total, hasta que se ' +
    'activa el cliente (PUT /customer/{customerID}/activate). Una contraseña nueva anula esperas y bloqueos. Quien tiene ' +
    'segundo factor envía también code; si falta o no es correcto, el 401 lo dice en errors.code y cuenta como un intento.',
  access: 'anonymous',
  runsDuringRateLimitCheck: true,
  rate: 'write',
  alsoAnswers: { 401: WRONG, 403: 'El cliente está inactivo.' },
  standing: 'document',
  request: z.object({
    email: text(254, 'E-mail del usuario.'),
    password: password('Contraseña.'),
    code: code.optional(),
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
  run: async ({ email, password, code }, { stores, ip, now, admitted }) => {
    const [user, origin] = await Promise.all([
      stores.accounts.findLogin(email),
      stores.signIns.readOrigin(email, ip, now),
      admitted(),
    ]);
    // The hash after the user: with one that was replaced meanwhile, the session that begins is of an earlier generation.
    const [attempt, hash, account, client, factor] = await Promise.all([
      stores.signIns.countTry(origin, user, now),
      user && stores.passwords.findPasswordHash(user),
      user && stores.accounts.findAccount(user.accountId),
      user?.clientId === undefined
        ? undefined
        : stores.clients.findClientBrief(user.accountId, user.clientId),
      user?.hasSecondFactor ? stores.secondFactors.findSecondFactor(user.id) : undefined,
    ]);
    if (attempt.wait > 0) throw tooManyRequests(attempt.wait);
    // A locked one is compared with none: who may not use a password does not learn whether it is right.
    const isRight = await stores.passwords.verifyPassword(password, attempt.isLocked ? undefined : hash);
    if (!isRight || !user || account?.disabled !== false) throw wrongCredentials();
    if (user.clientId !== undefined && !client?.active) {
      await attempt.succeed();
      throw clientInactive();
    }
    const use = user.hasSecondFactor && (await stores.secondFactors.useOfCode(factor, code ?? '', now));
    // The try stays counted.
    if (user.hasSecondFactor && !use) throw codeNeeded(code);
    const [session] = await Promise.all([
      use
        ? stores.sessions.beginSessionWithCode({ user, account, use }, now)
        : stores.sessions.beginSession(user, account, now),
      attempt.succeed(),
    ]);
    if (!session) throw codeNeeded(code);
    const { token, expires } = session;
    return {
      data: { access_token: token, token_type: 'bearer' as const, expires_in: madridTime(expires) },
    };
  },
});
