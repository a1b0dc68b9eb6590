import * as z from 'zod';
import {
  clientInactive,
  invalid,
  notFound,
  ServiceError,
  tooManyRequests,
} from '../../../shared/kernel/errors.ts';
import { integer, noData, password, role, text } from '../../../shared/kernel/fields.ts';
import { API_TOKEN_DAYS, PREVIEWS, ROLES, roleOf } from '../../../shared/kernel/roles.ts';
import { madridTime } from '../../../shared/kernel/spanish-time.ts';
import { resource } from '../../../shared/operation/operation.ts';
import type { ResourcePorts } from '../../../shared/operation/ports.ts';
import { onlySignedIn, onlyUsers } from '../../../shared/operation/signed-in.ts';
import { instant, tokenExample, tokenResource, toTokenResource } from './fields.ts';
import { checkCode, checkPassword, code, codeNeeded } from './second-factor.ts';

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
    'Devuelve el token que las demás operaciones envían en la cabecera Authorization. Tras 10 ' +
    'intentos fallidos con un mismo e-mail desde una misma red en 15 minutos responde 429, y la ' +
    'espera crece con cada nuevo intento fallido. Desde las redes en las que ese e-mail nunca ha ' +
    'iniciado sesión se admiten, entre todas, 50 intentos fallidos al día y 100 a la semana. Una ' +
    'contraseña de menos de 12 caracteres se bloquea tras 10 intentos fallidos en total, hasta que ' +
    'se activa el cliente (PUT /customer/{customerID}/activate). Una contraseña nueva anula esperas ' +
    'y bloqueos. Quien tiene segundo factor envía también code. Si falta o no es correcto, el 401 lo ' +
    'dice en errors.code y cuenta como un intento.',
  access: 'anonymous',
  noted: { kind: 'signIn' },
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
  run: async ({ email, password, code }, { stores, acts, ip, now, admitted }) => {
    const [user, origin] = await Promise.all([
      stores.accounts.findLogin(email),
      stores.signIns.readOrigin(email, ip, now),
      admitted(),
    ]);
    // The user is read before the hash: if the password is replaced in between, the session belongs to an earlier generation.
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
    const isKept = account?.disabled === false;
    if (!isRight || !user || !isKept) {
      await acts.refused(isKept ? user : undefined, 'password');
      throw wrongCredentials();
    }
    if (user.clientId !== undefined && !client?.active) {
      await Promise.all([attempt.succeed(), acts.refused(user, 'inactive')]);
      throw clientInactive();
    }
    const use = user.hasSecondFactor && (await stores.secondFactors.useOfCode(factor, code ?? '', now));
    // The try stays counted.
    if (user.hasSecondFactor && !use) {
      await acts.refused(user, code ? 'code' : 'noCode');
      throw codeNeeded(code);
    }
    const also = acts.ended(user, 'done');
    const [session] = await Promise.all([
      use
        ? stores.sessions.beginSessionWithCode({ user, account, use }, now, also)
        : stores.sessions.beginSession(user, account, now, also),
      attempt.succeed(),
    ]);
    if (!session) {
      await acts.refused(user, 'code');
      throw codeNeeded(code);
    }
    const { token, expires } = session;
    return {
      data: { access_token: token, token_type: 'bearer' as const, expires_in: madridTime(expires) },
    };
  },
});

export const signOut = resource({
  id: 'signOut',
  method: 'GET',
  path: '/logout',
  summary: 'Cerrar la sesión',
  description: 'El token deja de valer de inmediato; también si es un token de programa.',
  access: 'reads',
  noted: { kind: 'signOut' },
  isBeforeSecondFactor: true,
  rate: 'read',
  standing: 'document',
  request: z.object({}),
  response: noData,
  example: { request: {}, response: [] },
  run: async (_, { caller, stores }) => {
    await stores.sessions.endSession(caller);
    return { message: 'Sesión cerrada.' };
  },
});

/** Who has the session. */
const meResource = z.object({
  id: z.string().meta({ description: 'Identificador del usuario.' }),
  name: z.string(),
  email: z.string(),
  created_at: instant,
  updated_at: instant,
  role: z.enum(ROLES).nullable().meta({ description: 'Rol del usuario; null en una empresa cliente.' }),
  second_factor: z.boolean().meta({ description: 'Si inicia sesión también con un código.' }),
  preview: z.enum(PREVIEWS).meta({ description: 'Qué simulacro exige la cuenta antes de presentar.' }),
  operator: z.boolean().meta({ description: 'Si su cuenta es de quien opera este servicio.' }),
});

const meExample: z.output<typeof meResource> = {
  id: '2f0c4f0e-6b0e-4d7e-9d53-0a4e5c1f7b21',
  name: 'Nóminas de Ejemplo',
  email: 'nominas@example.com',
  created_at: '2026-01-15 09:30:00',
  updated_at: '2026-01-15 09:30:00',
  role: 'owner',
  second_factor: false,
  preview: 'optional',
  operator: false,
};

const toMeResource = ({
  user,
  previews,
  isOperator,
}: Pick<ResourcePorts, 'user' | 'previews' | 'isOperator'>): z.output<typeof meResource> => ({
  id: user.id,
  name: user.name,
  email: user.email,
  created_at: madridTime(new Date(user.createdAt)),
  updated_at: madridTime(new Date(user.updatedAt)),
  role: user.clientId === undefined ? roleOf(user) : null,
  second_factor: user.hasSecondFactor ?? false,
  preview: previews,
  operator: isOperator,
});

export const getSession = resource({
  id: 'getSession',
  method: 'GET',
  path: '/',
  summary: 'Obtener la sesión',
  access: 'reads',
  isBeforeSecondFactor: true,
  rate: 'read',
  standing: 'document',
  request: z.object({}),
  response: meResource,
  example: { request: {}, response: meExample },
  run: async (_, ports) => ({ data: toMeResource(ports) }),
});

export const changeMe = resource({
  id: 'changeMe',
  method: 'PATCH',
  path: '/',
  summary: 'Cambiar el nombre propio',
  description: 'El del usuario de la sesión, con cualquier rol.',
  access: 'reads',
  noted: { kind: 'user', object: (_, data) => data?.id },
  admits: onlyUsers,
  rate: 'write',
  standing: 'chosen',
  request: z.object({ name: text(100, 'Nombre de la persona.') }),
  response: meResource,
  example: { request: { name: meExample.name }, response: meExample },
  run: async ({ name }, { user, previews, isOperator, stores, now }) => {
    const updatedAt = await stores.accounts.renameUser(user.id, name, now);
    return { data: toMeResource({ user: { ...user, name, updatedAt }, previews, isOperator }) };
  },
});

export const beginSecondFactor = resource({
  id: 'beginSecondFactor',
  method: 'POST',
  path: '/second-factor',
  summary: 'Empezar a activar el segundo factor',
  description:
    'Devuelve el secreto para una aplicación de códigos (TOTP: 6 cifras, 30 segundos, SHA-1), también como dirección para ' +
    'un código QR. No cuenta hasta que se confirma con la contraseña y un código (PUT). Los tokens de programa no llevan segundo factor.',
  access: 'reads',
  noted: { none: 'it counts only once it is confirmed, which is noted' },
  isBeforeSecondFactor: true,
  admits: onlySignedIn,
  rate: 'write',
  standing: 'chosen',
  alsoAnswers: { 409: 'El segundo factor ya está activado.' },
  request: z.object({}),
  response: z.object({
    secret: z.string().meta({ description: 'Secreto, en base 32. Solo se muestra aquí.' }),
    uri: z.string().meta({ description: 'Dirección otpauth:// con el secreto.' }),
  }),
  example: {
    request: {},
    response: {
      secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
      uri: 'otpauth://totp/Pasarela:nominas%40example.com?issuer=Pasarela&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30',
    },
  },
  run: async (_, { user, stores }) => ({ data: await stores.secondFactors.beginSecondFactor(user) }),
});

export const confirmSecondFactor = resource({
  id: 'confirmSecondFactor',
  method: 'PUT',
  path: '/second-factor',
  summary: 'Activar el segundo factor con la contraseña y un código',
  description:
    'Desde ahora se inicia sesión también con un código. Devuelve los códigos de recuperación, cada uno para una vez; las ' +
    'sesiones abiertas siguen, y el usuario recibe un e-mail. Tras diez contraseñas o códigos equivocados en una sesión, hay que ' +
    'esperar (429); no cuentan como intentos de iniciar sesión.',
  access: 'reads',
  noted: { kind: 'secondFactor' },
  isBeforeSecondFactor: true,
  admits: onlySignedIn,
  rate: 'write',
  standing: 'chosen',
  alsoAnswers: { 409: 'El segundo factor ya está activado.' },
  request: z.object({ code, password: password('Contraseña con la que el usuario inicia sesión.') }),
  response: z.object({
    recovery_codes: z.array(z.string()).meta({ description: 'Guárdelos: no se vuelven a mostrar.' }),
  }),
  example: {
    request: { code: '123456', password: 'una contraseña larga' },
    response: { recovery_codes: ['K7QF-2M4X-ZC3A-P6TB'] },
  },
  run: async ({ code, password }, ports) => {
    const { user, stores, now } = ports;
    const attempt = await checkPassword(password, ports);
    const codes = await stores.secondFactors.confirmSecondFactor(user, code, now);
    if (!codes) throw invalid({ code: ['No es el código del secreto que se dio al empezar.'] });
    await attempt.succeed();
    return { data: { recovery_codes: codes }, message: 'Segundo factor activado.' };
  },
});

export const disableSecondFactor = resource({
  id: 'disableSecondFactor',
  method: 'DELETE',
  path: '/second-factor',
  summary: 'Desactivar el segundo factor con un código',
  description:
    'Tras diez códigos equivocados en una sesión, hay que esperar (429); no cuentan como intentos de iniciar sesión.',
  access: 'reads',
  noted: { kind: 'secondFactor' },
  admits: onlySignedIn,
  rate: 'write',
  standing: 'chosen',
  request: z.object({ code }),
  response: noData,
  example: { request: { code: '123456' }, response: [] },
  run: async ({ code }, ports) => {
    await checkCode(code, ports);
    await ports.stores.secondFactors.removeSecondFactor(ports.user);
    return { message: 'Segundo factor desactivado.' };
  },
});

export const listTokens = resource({
  id: 'listTokens',
  method: 'GET',
  path: '/tokens',
  summary: 'Listar los tokens de programa',
  description:
    'Los que valen, del más antiguo al más reciente. El texto de un token solo se muestra al crearlo.',
  access: 'reads',
  admits: onlySignedIn,
  rate: 'read',
  standing: 'chosen',
  request: z.object({}),
  response: z.array(tokenResource),
  example: { request: {}, response: [tokenExample] },
  run: async (_, { user, stores, now }) => {
    return { data: (await stores.apiTokens.listApiTokens(user, now)).map(toTokenResource) };
  },
});

export const createToken = resource({
  id: 'createToken',
  method: 'POST',
  path: '/tokens',
  summary: 'Crear un token de programa',
  description:
    'Un token para un programa, que lo usa durante meses en lugar de iniciar sesión. Se envía en la cabecera ' +
    'Authorization como el de una sesión y actúa con el rol que su usuario tenga en cada momento, o con uno menor (role), ' +
    'sin segundo factor; no gestiona tokens ni usuarios ni pone contraseña a un cliente. Su texto solo se muestra en esta respuesta. Deja de valer cuando caduca, se revoca, se crea una ' +
    'contraseña nueva, o el operador cierra las sesiones del usuario o desactiva la cuenta. Un usuario tiene 20 como máximo.',
  access: 'owner',
  noted: { kind: 'token', object: (_, data) => data?.id, values: ['days', 'role'] },
  admits: onlySignedIn,
  rate: 'write',
  standing: 'chosen',
  request: z.object({
    name: text(100, 'Nombre con el que reconocerlo.'),
    days: integer(
      `Días durante los que vale, de 1 a ${API_TOKEN_DAYS}; ${API_TOKEN_DAYS} si se omite.`,
      API_TOKEN_DAYS,
    )
      .refine((days) => days > 0, { error: 'No puede ser menor que 1.' })
      .optional(),
    role: role('Rol máximo con que actúa; si se omite, el de su usuario.').optional(),
  }),
  response: tokenResource.extend({
    access_token: z.string().meta({ description: 'El token. Guárdelo: no se vuelve a mostrar.' }),
    token_type: z.literal('bearer'),
  }),
  example: {
    request: { name: 'Programa de nóminas', days: API_TOKEN_DAYS },
    response: { ...tokenExample, access_token: 'eyJhbGciOiJIUzI1NiIsImtpZCI6…', token_type: 'bearer' },
  },
  run: async ({ name, days = API_TOKEN_DAYS, role }, { user, stores, now }) => {
    const { token, row } = await stores.apiTokens.createApiToken(user, { name, days, role }, now);
    return { data: { ...toTokenResource(row), access_token: token, token_type: 'bearer' as const } };
  },
});

export const revokeToken = resource({
  id: 'revokeToken',
  method: 'DELETE',
  path: '/tokens/{tokenId}',
  summary: 'Revocar un token de programa',
  description: 'El token deja de valer de inmediato.',
  access: 'reads',
  noted: { kind: 'token', object: ({ tokenId }) => tokenId },
  admits: onlySignedIn,
  rate: 'write',
  standing: 'chosen',
  request: z.object({ tokenId: z.string().max(100).meta({ description: 'Identificador del token.' }) }),
  response: noData,
  example: { request: { tokenId: tokenExample.id }, response: [] },
  run: async ({ tokenId }, { caller, stores }) => {
    if (!(await stores.apiTokens.deleteApiToken(caller.accountId, caller.userId, tokenId)))
      throw notFound('El token no existe.');
    return { message: 'Token revocado.' };
  },
});
