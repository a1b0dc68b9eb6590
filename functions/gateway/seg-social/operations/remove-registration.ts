import * as z from 'zod';
import { removeScheduled } from '../../../../shared/authorities/tgss/jacada/remove-scheduled.ts';
import { removeRegistration } from '../../../../shared/authorities/tgss/prosa/remove-registration.ts';
import { invalid } from '../../../../shared/kernel/errors.ts';
import { ccc, date, dni, noData, nss, regimen, test } from '../../../../shared/kernel/fields.ts';
import { madridDay } from '../../../../shared/kernel/spanish-time.ts';
import { submission } from '../../../../shared/operation/operation.ts';
import { movementAct } from '../acts.ts';
import { removedFact } from '../facts.ts';
import { exampleWorkerWithoutKind, upTo } from '../fields.ts';
import { recordsOf } from '../removal.ts';

export const removeRegistrationRecord = submission({
  id: 'removeRegistration',
  method: 'DELETE',
  path: '/alta',
  summary: 'Eliminar un alta',
  description:
    'Un alta futura se elimina como movimiento previo. Una de hoy o pasada, solo si es la que está en vigor.',
  authority: 'tgss',
  acts: (request) => [movementAct('alta', request, 'removed')],
  dryRun: 'confirmation',
  dryRunEnds: 'form',
  rate: 'write',
  standing: 'chosen',
  request: z.object({
    test,
    regimen: upTo(4, regimen),
    ccc: upTo(11, ccc),
    dni,
    nss: upTo(12, nss),
    fecha_real: date('Fecha real del alta.'),
  }),
  response: noData,
  example: { request: { ...exampleWorkerWithoutKind, fecha_real: '2025-11-03' }, response: [] },
  run: async ({ regimen, ccc, nss, dni, fecha_real }, { tgss, authorityNow }) => {
    const today = madridDay(authorityNow);
    const worker = { regimen, ccc, nss };
    const records = await recordsOf({ ...worker, dni }, tgss);
    if (fecha_real > today) {
      await tgss.submit(removeScheduled, { ...worker, kind: 'Alta', fecha_real });
      return {};
    }
    // The authority removes the registration in force and does not ask for its date, so it is compared first.
    const latest = records.find(({ fecha_alta }) => fecha_alta <= today);
    if (latest?.fecha_alta !== fecha_real)
      throw invalid(hasEnded(latest, today) ? NONE_IN_FORCE : ANOTHER_DATE);
    await tgss.submit(removeRegistration, { ...worker, dni });
    return {};
  },
  emits: (request) => [removedFact('alta', request, request.fecha_real)],
  lookUp: { none: 'That a registration is not found does not prove that it was removed.' },
});

const NONE_IN_FORCE = {
  nss: ['El trabajador no está de alta en esa cuenta: el alta no existe o ya se ha eliminado.'],
};
const ANOTHER_DATE = { fecha_real: ['No es la fecha real del alta en vigor.'] };

/** There is no registration, or it ended with a termination. */
const hasEnded = (registration: { fecha_baja: string } | undefined, today: string): boolean =>
  registration === undefined || (registration.fecha_baja !== '' && registration.fecha_baja < today);
