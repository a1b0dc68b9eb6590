import * as z from 'zod';
import { madridTime } from '../../../shared/kernel/spanish-time.ts';
import { resource } from '../../../shared/operation/operation.ts';
import { instant } from '../fields.ts';

export const getSession = resource({
  id: 'getSession',
  method: 'GET',
  path: '/',
  summary: 'Obtener la sesión',
  access: 'session',
  rate: 'read',
  standing: 'document',
  request: z.object({}),
  response: z.object({ name: z.string(), email: z.string(), created_at: instant, updated_at: instant }),
  example: {
    request: {},
    response: {
      name: 'Nóminas de Ejemplo',
      email: 'nominas@example.com',
      created_at: '2026-01-15 09:30:00',
      updated_at: '2026-01-15 09:30:00',
    },
  },
  run: async (_, { user }) => {
    return {
      data: {
        name: user.name,
        email: user.email,
        created_at: madridTime(new Date(user.createdAt)),
        updated_at: madridTime(new Date(user.updatedAt)),
      },
    };
  },
});
