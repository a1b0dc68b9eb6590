import * as z from 'zod';
import { code, date, integer, obtenerIdc } from '../../../shared/kernel/fields.ts';
import { exampleFile } from '../../../shared/operation/answer-fields.ts';
import { submission } from '../../../shared/operation/operation.ts';
import { movementAct } from '../acts.ts';
import { exampleWorker, fileAndIdc } from '../fields.ts';
import {
  bajaReply,
  fileBaja,
  holidaysNeedIndicator,
  lookUpBaja,
  terminationFact,
  terminationFields,
} from '../termination.ts';

export const deregisterEmployee = submission({
  id: 'deregisterEmployee',
  method: 'POST',
  path: '/baja',
  summary: 'Dar de baja a un trabajador',
  description:
    'Si la Seguridad Social acepta la baja pero no devuelve el duplicado, se busca el TA de esa fecha; si tampoco se ' +
    'encuentra, se responde 502 y debe comprobarse la baja antes de volver a enviarla.',
  authority: 'tgss',
  // The interface: N or nothing is no.
  content: ({ inactividad_z, ...request }) =>
    inactividad_z === 'S' ? { ...request, inactividad_z } : request,
  acts: (request) => [movementAct('baja', request)],
  dryRun: 'confirmation',
  rate: 'write',
  standing: 'document',
  request: z
    .object({
      ...terminationFields,
      inactividad_z: code({ S: 'sí', N: 'no' }, 'Inactividad: S sí, N no.').optional(),
      dias_trabajados: integer('Días trabajados en el mes de la baja.', 31).optional(),
      fecha_fin_temporal: date('Fin del contrato temporal.').optional(),
      obtener_idc: obtenerIdc,
    })
    .check(holidaysNeedIndicator),
  response: fileAndIdc,
  example: {
    request: { ...exampleWorker, situacion: '93', fecha_real: '2026-12-31', duplicate: 1 },
    response: { file: exampleFile('ta-baja.pdf') },
  },
  run: fileBaja,
  replyAgain: (request, _, ports) => bajaReply({}, request, ports),
  emits: terminationFact,
  lookUp: { find: lookUpBaja },
});
