import * as z from 'zod';
import { API_TOKEN_DAYS } from '../../../shared/kernel/api-tokens.ts';
import { integer, text } from '../../../shared/kernel/fields.ts';
import { resource } from '../../../shared/operation/operation.ts';
import { onlySignedIn, tokenExample, tokenResource, toTokenResource } from '../fields.ts';

export const createToken = resource({
  id: 'createToken',
  method: 'POST',
  path: '/tokens',
  summary: 'Crear un token de programa',
  description:
    'Un token para un programa, que lo usa durante meses en lugar de iniciar sesión. Se envía en la cabecera ' +
    'Authorization como el de una sesión y tiene los derechos de su usuario, salvo gestionar tokens y poner contraseña a ' +
    'un cliente. Su texto solo se muestra en esta respuesta. Deja de valer cuando caduca, se revoca, se crea una ' +
    'contraseña nueva, o el operador cierra las sesiones del usuario o desactiva la cuenta. Un usuario tiene 20 como máximo.',
  access: 'session',
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
  }),
  response: tokenResource.extend({
    access_token: z.string().meta({ description: 'El token. Guárdelo: no se vuelve a mostrar.' }),
    token_type: z.literal('bearer'),
  }),
  example: {
    request: { name: 'Programa de nóminas', days: API_TOKEN_DAYS },
    response: { ...tokenExample, access_token: 'eyJhbGciOiJIUzI1NiIsImtpZCI6…', token_type: 'bearer' },
  },
  run: async ({ name, days = API_TOKEN_DAYS }, { user, stores, now }) => {
    const { token, row } = await stores.apiTokens.createApiToken(user, { name, days }, now);
    return { data: { ...toTokenResource(row), access_token: token, token_type: 'bearer' as const } };
  },
});
