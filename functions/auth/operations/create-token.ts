import * as z from 'zod';
import { integer, role, text } from '../../../shared/kernel/fields.ts';
import { API_TOKEN_DAYS } from '../../../shared/kernel/roles.ts';
import { resource } from '../../../shared/operation/operation.ts';
import { onlySignedIn } from '../../../shared/operation/signed-in.ts';
import { tokenExample, tokenResource, toTokenResource } from '../fields.ts';

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
