import * as z from 'zod';
import { ROLES } from '../../../shared/kernel/roles.ts';
import { madridTime } from '../../../shared/kernel/spanish-time.ts';
import type { ApiToken } from '../../../shared/stores/identity/api-tokens.ts';

/** A point in time, as text. */
export const instant = z.string().meta({ description: 'AAAA-MM-DD HH:MM:SS en hora peninsular.' });

/** An API token as answers have it; its text is only in the answer that makes it. */
export const tokenResource = z.object({
  id: z.string().meta({ description: 'Identificador del token; no es secreto.' }),
  name: z.string().meta({ description: 'Nombre que le dio su usuario.' }),
  role: z
    .enum(ROLES)
    .nullable()
    .meta({ description: 'Rol máximo con que actúa; null si es el de su usuario.' }),
  created_at: instant,
  last_used_at: instant.nullable().meta({
    description: 'Último uso, con una precisión de una hora; null si no se ha usado.',
  }),
  expires_in: z
    .string()
    .meta({ description: 'Instante de caducidad, AAAA-MM-DD HH:MM:SS en hora peninsular.' }),
});

export const tokenExample: z.output<typeof tokenResource> = {
  id: '5f2b1c9d8e7a60413f2e1d0c9b8a7f65',
  name: 'Programa de nóminas',
  role: null,
  created_at: '2026-01-15 09:30:00',
  last_used_at: null,
  expires_in: '2027-02-19 09:30:00',
};

/** The resource of an API token. */
export const toTokenResource = (row: ApiToken): z.output<typeof tokenResource> => ({
  id: row.id,
  name: row.name,
  role: row.role ?? null,
  created_at: madridTime(new Date(row.createdAt)),
  last_used_at: row.lastUsedAt === undefined ? null : madridTime(new Date(row.lastUsedAt)),
  expires_in: madridTime(new Date(row.expires * 1000)),
});
