import * as z from 'zod';
import { ROLES, roleOf } from '../../../shared/kernel/roles.ts';
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
    name: z.string(),
    email: z.string(),
    created_at: instant,
    updated_at: instant,
    role: z.enum(ROLES).nullable().meta({ description: 'Rol del usuario; null en una empresa cliente.' }),
    second_factor: z.boolean().meta({ description: 'Si inicia sesión también con un código.' }),
  }),
  example: {
    request: {},
    response: {
      name: 'Nóminas de Ejemplo',
      email: 'nominas@example.com',
      created_at: '2026-01-15 09:30:00',
      updated_at: '2026-01-15 09:30:00',
      role: 'owner',
      second_factor: false,
    },
  },
  run: async (_, { user }) => {
    return {
      data: {
        name: user.name,
        email: user.email,
        created_at: madridTime(new Date(user.createdAt)),
        updated_at: madridTime(new Date(user.updatedAt)),
        role: user.clientId === undefined ? roleOf(user) : null,
        second_factor: user.hasSecondFactor ?? false,
      },
    };
  },
});
