import * as z from 'zod';
import { ROLES, roleOf } from '../../../shared/kernel/roles.ts';
import { madridTime } from '../../../shared/kernel/spanish-time.ts';
import type { User } from '../../../shared/stores/identity/user-row.ts';

/** `{userId}` of the path. */
export const userId = z.string().max(100).meta({ description: 'Identificador del usuario.' });

/** A user of an account as answers have it. */
export const userResource = z
  .object({
    id: z.string().meta({ description: 'Identificador.' }),
    name: z.string().meta({ description: 'Nombre.' }),
    email: z.string().meta({ description: 'E-mail con el que inicia sesión.' }),
    role: z.enum(ROLES).meta({ description: 'Rol.' }),
    second_factor: z.boolean().meta({ description: 'Si inicia sesión también con un código.' }),
    joined: z.boolean().meta({
      description: 'Si ya ha creado su contraseña; false mientras la invitación está pendiente.',
    }),
    created_at: z.string().meta({ description: 'AAAA-MM-DD HH:MM:SS en hora peninsular.' }),
  })
  .meta({ id: 'User', description: 'Usuario de la cuenta.' });

export const userExample: z.output<typeof userResource> = {
  id: '7d9f3c52-6a0e-4a55-9a44-0c3b8f1e2d60',
  name: 'Lucía Martín',
  email: 'lucia@example.com',
  role: 'files',
  second_factor: false,
  joined: true,
  created_at: '2026-01-15 09:30:00',
};

/** The resource of a user. */
export const toUserResource = (user: User): z.output<typeof userResource> => ({
  id: user.id,
  name: user.name,
  email: user.email,
  role: roleOf(user),
  second_factor: user.hasSecondFactor ?? false,
  joined: user.joinedAt !== undefined,
  created_at: madridTime(new Date(user.createdAt)),
});
