import * as z from 'zod';
import { baja } from '../../../shared/authorities/tgss/baja.ts';
import { contributionData } from '../../../shared/authorities/tgss/contribution-data.ts';
import { duplicateTa } from '../../../shared/authorities/tgss/duplicate-ta.ts';
import { ServiceError } from '../../../shared/errors.ts';
import {
  code,
  date,
  digits,
  digitsUpTo,
  duplicate,
  integer,
  obtenerIdc,
  test,
} from '../../../shared/fields.ts';
import { submission } from '../../../shared/operation.ts';
import { mandatory } from '../../../shared/rules.ts';
import {
  acceptedReply,
  accountAndWorker,
  afterAcceptance,
  exampleFile,
  exampleWorker,
  fileAndIdc,
} from '../fields.ts';

/** The interface fixes this message: the termination may have been made, so it must be checked first. */
const duplicateNotObtained = () =>
  new ServiceError(
    502,
    'Duplicado no obtenido. Por favor, verifique si la operación se realizó correctamente.',
  );

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
      test,
      ...accountAndWorker,
      situacion: digits(2, 'Clave de situación.'),
      fecha_real: date('Fecha real de la baja.'),
      fecha_vacaciones: date('Fin de las vacaciones retribuidas y no disfrutadas.').optional(),
      indicativoSAA: digitsUpTo(3, 'Indicativo SAA; obligatorio al comunicar vacaciones.').optional(),
      duplicate,
      inactividad_z: code({ S: 'sí', N: 'no' }, 'Inactividad: S sí, N no.').optional(),
      dias_trabajados: integer('Días trabajados en el mes de la baja.', 31).optional(),
      fecha_fin_temporal: date('Fin del contrato temporal.').optional(),
      obtener_idc: obtenerIdc,
    })
    .check(
      mandatory(
        'indicativoSAA',
        'fecha_vacaciones',
        ({ fecha_vacaciones }) => fecha_vacaciones !== undefined,
      ),
    ),
  response: fileAndIdc,
  example: {
    request: { ...exampleWorker, situacion: '93', fecha_real: '2026-12-31', duplicate: 1 },
    response: { file: exampleFile('ta-baja.pdf') },
  },
  run: async (request, { tgss, keep }) => {
    const ta = { ...request, date: request.fecha_real, movType: 'BAJA' as const };
    const done = await tgss.submit(baja, request, async () => {
      const document = await tgss.read(duplicateTa, ta);
      return document && { document };
    });
    if (!done) return {};
    const document = done.document ?? (await tgss.read(duplicateTa, ta).catch(notFound));
    if (!document) throw duplicateNotObtained();
    const kept = await keep(document);
    const idc = request.obtener_idc
      ? await afterAcceptance('el IDC', async () => {
          const report = await tgss.read(contributionData, { ...request, date: request.fecha_real });
          return keep(report.document);
        })
      : {};
    // The TA that had to be looked up is the proof that the termination was made, so it is given in any case.
    return acceptedReply('La baja', request.duplicate || !done.document ? { value: kept } : {}, idc);
  },
});

/** The look-up is a help: whatever keeps it from finding the TA, the answer is the same. */
const notFound = (error: unknown) => {
  if (error instanceof ServiceError) return undefined;
  throw error;
};
