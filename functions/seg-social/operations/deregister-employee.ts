import * as z from 'zod';
import { afterAcceptance } from '../../../shared/after-acceptance.ts';
import type { Accepted } from '../../../shared/authorities/tgss/accepted.ts';
import { type BajaInput, baja } from '../../../shared/authorities/tgss/jacada/baja.ts';
import { contributionData } from '../../../shared/authorities/tgss/jacada/contribution-data.ts';
import { code, date, integer, obtenerIdc } from '../../../shared/fields.ts';
import { type Reply, submission } from '../../../shared/operation.ts';
import type { Ports, ReadingPort } from '../../../shared/ports.ts';
import { exampleFile, exampleWorker, fileAndIdc } from '../fields.ts';
import { findBaja } from '../look-ups.ts';
import { acceptedReply } from '../replies.ts';
import { holidaysNeedIndicator, terminated, terminationFields } from '../termination.ts';

export const deregisterEmployee = submission({
  method: 'POST',
  path: '/baja',
  summary: 'Dar de baja a un trabajador',
  description:
    'Si la Seguridad Social acepta la baja pero no devuelve el duplicado, se busca el TA de esa fecha; si tampoco se ' +
    'encuentra, se responde 502 y debe comprobarse la baja antes de volver a enviarla.',
  authority: 'tgss',
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
  run: async (request, ports) => {
    const done = await ports.tgss.submit(baja, request);
    return done ? bajaReply(done, request, ports) : {};
  },
  lookUp: {
    find: async (request, { since }, ports) => {
      const done = await findBaja(ports.tgss, request, since);
      return done && bajaReply(done, request, ports);
    },
  },
});

/** The reply to a termination that took effect. */
const bajaReply = async (
  done: Accepted,
  request: BajaInput & { duplicate: boolean; obtener_idc: boolean },
  ports: Ports & { tgss: ReadingPort },
): Promise<Reply<z.output<typeof fileAndIdc>>> => {
  const { tgss, keep } = ports;
  const { file, lookedUp } = await terminated(done, request, ports);
  const idc = request.obtener_idc
    ? await afterAcceptance('el IDC', async () => {
        const report = await tgss.read(contributionData, { ...request, date: request.fecha_real });
        return keep(report.document);
      })
    : {};
  // A TA that was looked up proves that the termination took effect, so it is returned in any case.
  return acceptedReply('La baja', request.duplicate || lookedUp ? { value: file } : {}, idc);
};
