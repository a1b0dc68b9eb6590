import * as z from 'zod';
import { AUTHORITY_LABEL } from '../../../shared/kernel/authority-errors.ts';
import { AUTHORITIES } from '../../../shared/kernel/errors.ts';
import { answerTextOrNull, isoOrNull } from '../../../shared/operation/answer-fields.ts';
import { resource } from '../../../shared/operation/operation.ts';

/** Seconds for which anybody may keep the answer: this service believes what it has read as long. */
const FRESH_SECONDS = 5;

const status = z
  .object({
    authority: z.enum(AUTHORITIES).meta({ description: 'Organismo.' }),
    name: z.string().meta({ description: 'Su nombre.' }),
    state: z.enum(['up', 'slow', 'down', 'maintenance']).meta({
      description:
        'up (responde), slow (tarda en responder), down (no responde o da errores a varios usuarios de este servicio) o ' +
        'maintenance (anuncia que no está operativo, o quien administra este servicio ha puesto en pausa las peticiones).',
    }),
    since: answerTextOrNull('Desde cuándo, ISO 8601; null si responde.'),
    until: answerTextOrNull('Hasta cuándo, si se sabe, ISO 8601.'),
    message: answerTextOrNull('Qué ocurre, si lo indica quien administra el servicio.'),
  })
  .meta({ id: 'AuthorityStatus' });

export const getStatus = resource({
  id: 'getStatus',
  method: 'GET',
  path: '/status',
  summary: 'Estado de los organismos',
  description:
    'Cómo responde cada organismo, según lo que observan las peticiones de todos los usuarios. No se consulta al organismo.',
  access: 'anonymous',
  rate: 'read',
  standing: 'chosen',
  request: z.object({}),
  response: z.object({ authorities: z.array(status).meta({ description: 'Uno por organismo.' }) }),
  example: {
    request: {},
    response: {
      authorities: [
        {
          authority: 'tgss',
          name: 'Seguridad Social',
          state: 'maintenance',
          since: '2026-11-21T22:00:00.000Z',
          until: '2026-11-22T06:00:00.000Z',
          message: 'Mantenimiento de Sistema RED hasta mañana a las 7:00.',
        },
        { authority: 'sepe', name: 'SEPE', state: 'up', since: null, until: null, message: null },
        {
          authority: 'aeat',
          name: 'Agencia Tributaria',
          state: 'down',
          since: '2026-11-21T23:15:00.000Z',
          until: null,
          message: null,
        },
      ],
    },
  },
  run: async (_, { stores, now }) => ({
    headers: { 'Cache-Control': `public, max-age=${FRESH_SECONDS}` },
    data: {
      authorities: (await stores.health.statesOf(now)).map(({ authority, state, since, until, message }) => ({
        authority,
        name: AUTHORITY_LABEL[authority],
        state,
        since: isoOrNull(since),
        until: isoOrNull(until),
        message: message ?? null,
      })),
    },
  }),
});
