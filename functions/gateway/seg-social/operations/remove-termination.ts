import * as z from 'zod';
import { removeScheduled } from '../../../../shared/authorities/tgss/jacada/remove-scheduled.ts';
import { removeTermination } from '../../../../shared/authorities/tgss/jacada/remove-termination.ts';
import { situations } from '../../../../shared/authorities/tgss/jacada/situations/situations.ts';
import { ccc, date, dni, noData, nss, regimen, test } from '../../../../shared/kernel/fields.ts';
import { madridDay } from '../../../../shared/kernel/spanish-time.ts';
import { submission } from '../../../../shared/operation/operation.ts';
import { movementAct } from '../acts.ts';
import { removedFact } from '../facts.ts';
import { exampleWorkerWithoutKind } from '../fields.ts';
import { recordsOf } from '../removal.ts';

export const removeTerminationRecord = submission({
  id: 'removeTermination',
  method: 'DELETE',
  path: '/baja',
  summary: 'Eliminar una baja',
  description:
    'Una baja futura se elimina como movimiento previo. Tras eliminarla, el trabajador sigue de alta.',
  authority: 'tgss',
  acts: (request) => [movementAct('baja', request, 'removed')],
  dryRun: 'confirmation',
  rate: 'write',
  standing: 'chosen',
  request: z.object({ test, regimen, ccc, dni, nss, fecha_real: date('Fecha real de la baja.') }),
  response: noData,
  example: { request: { ...exampleWorkerWithoutKind, fecha_real: '2025-12-31' }, response: [] },
  run: async (request, { tgss, authorityNow }) => {
    const { regimen, ccc, nss, fecha_real } = request;
    const today = madridDay(authorityNow);
    if (fecha_real > today) {
      await recordsOf(request, tgss);
      await tgss.submit(removeScheduled, { regimen, ccc, nss, kind: 'Baja', fecha_real });
      return {};
    }
    await tgss.submit(removeTermination, request);
    return {};
  },
  emits: (request) => [removedFact('baja', request, request.fecha_real)],
  lookUp: {
    // The authority asked to confirm, so the termination existed; if the worker is registered again, it is gone.
    find: async ({ regimen, ccc, nss, fecha_real }, { since }, { tgss }) => {
      // No known query shows every movement of the future.
      if (fecha_real > madridDay(since)) return undefined;
      const { records } = await tgss.read(situations, { regimen, ccc, nss, offset: 0, limit: 1 });
      const [latest] = records;
      return latest?.fecha_baja === '' && latest.fecha_alta <= fecha_real ? {} : undefined;
    },
  },
});
