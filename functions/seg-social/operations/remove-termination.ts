import * as z from 'zod';
import { removeScheduled } from '../../../shared/authorities/tgss/jacada/remove-scheduled.ts';
import { removeTermination } from '../../../shared/authorities/tgss/jacada/remove-termination.ts';
import { situations } from '../../../shared/authorities/tgss/jacada/situations/situations.ts';
import { ccc, date, dni, noData, nss, regimen, test } from '../../../shared/fields.ts';
import { submission } from '../../../shared/operation.ts';
import { madridDay } from '../../../shared/spanish-time.ts';
import { exampleWorkerWithoutKind } from '../fields.ts';

export const removeTerminationRecord = submission({
  method: 'DELETE',
  path: '/baja',
  summary: 'Eliminar una baja',
  description:
    'Una baja futura se elimina como movimiento previo. Tras eliminarla, el trabajador sigue de alta.',
  authority: 'tgss',
  dryRun: 'confirmation',
  rate: 'write',
  standing: 'chosen',
  request: z.object({ test, regimen, ccc, dni, nss, fecha_real: date('Fecha real de la baja.') }),
  response: noData,
  example: { request: { ...exampleWorkerWithoutKind, fecha_real: '2025-12-31' }, response: [] },
  run: async (request, { tgss, now }) => {
    const { regimen, ccc, nss, fecha_real } = request;
    const today = madridDay(now);
    if (fecha_real > today) {
      // No look-up if no answer comes: no known query shows every future movement.
      await tgss.submit(removeScheduled, { regimen, ccc, nss, kind: 'Baja', fecha_real });
      return {};
    }
    // The authority asked to confirm, so the termination existed. The look-up checks that the worker is registered
    // again.
    await tgss.submit(removeTermination, request, async () => {
      const { records } = await tgss.read(situations, { regimen, ccc, nss, offset: 0, limit: 1 });
      const [latest] = records;
      const isBack = latest?.fecha_baja === '' && latest.fecha_alta <= fecha_real;
      return isBack ? {} : undefined;
    });
    return {};
  },
});
