import * as z from 'zod';
import { PREVIEWS, ROLES, roleOf } from '../../../shared/kernel/roles.ts';
import { madridTime } from '../../../shared/kernel/spanish-time.ts';
import { resource } from '../../../shared/operation/operation.ts';
import { instant } from '../fields.ts';

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
  response: z.object({
    id: z.string().meta({ description: 'Identificador del usuario.' }),
    name: z.string(),
    email: z.string(),
    created_at: instant,
    updated_at: instant,
    role: z.enum(ROLES).nullable().meta({ description: 'Rol del usuario; null en una empresa cliente.' }),
    second_factor: z.boolean().meta({ description: 'Si inicia sesión también con un código.' }),
    preview: z.enum(PREVIEWS).meta({ description: 'Qué simulacro exige la cuenta antes de presentar.' }),
    operator: z.boolean().meta({ description: 'Si su cuenta es de quien opera este servicio.' }),
  }),
  example: {
    request: {},
    response: {
      id: '2f0c4f0e-6b0e-4d7e-9d53-0a4e5c1f7b21',
      name: 'Nóminas de Ejemplo',
      email: 'nominas@example.com',
      created_at: '2026-01-15 09:30:00',
      updated_at: '2026-01-15 09:30:00',
      role: 'owner',
      second_factor: false,
      preview: 'optional',
      operator: false,
    },
  },
  run: async (_, { user, previews, isOperator }) => {
    return {
      data: {
        id: user.id,
        name: user.name,
        email: user.email,
        created_at: madridTime(new Date(user.createdAt)),
        updated_at: madridTime(new Date(user.updatedAt)),
        role: user.clientId === undefined ? roleOf(user) : null,
        second_factor: user.hasSecondFactor ?? false,
        preview: previews,
        operator: isOperator,
      },
    };
  },
});
