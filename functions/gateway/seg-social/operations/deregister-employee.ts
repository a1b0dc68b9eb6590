import * as z from 'zod';
import type { SubmittingPort } from '../../../../shared/authorities/authority-port.ts';
import { ServiceError } from '../../../../shared/kernel/errors.ts';
import { code, date, integer, obtenerIdc } from '../../../../shared/kernel/fields.ts';
import { slashedDate } from '../../../../shared/kernel/spanish-time.ts';
import { exampleFile } from '../../../../shared/operation/answer-fields.ts';
import { submission } from '../../../../shared/operation/operation.ts';
import { movementAct } from '../acts.ts';
import { exampleWorker, fileAndIdc } from '../fields.ts';
import { latestOf } from '../latest-situation.ts';
import {
  bajaReply,
  fileBaja,
  holidaysNeedIndicator,
  lookUpBaja,
  terminationFact,
  terminationFields,
} from '../termination.ts';

/** How the Tesorería refuses a value that it does not take, without the name of its field. */
const WRONG_VALUE = /^0007\*/;
const isWrongValue = (error: unknown): error is ServiceError =>
  error instanceof ServiceError && (error.errors.tgss ?? []).some((message) => WRONG_VALUE.test(message));

/** A refusal with the field that it is about, if that is known. */
const withField = (error: ServiceError, fault: string | undefined): ServiceError => {
  const { status, message, errors, effect, entries } = error;
  return fault
    ? new ServiceError(status, message, {
        errors: { ...errors, inactividad_z: [`inactividad_z: ${fault}`] },
        effect,
        entries,
      })
    : error;
};

/**
 * With inactivity, a termination is of the day of its registration.
 * @returns that it is of another day, in Spanish
 * @throws ServiceError if the registration cannot be read
 */
const otherDay = async (
  request: Parameters<typeof fileBaja>[0] & { dni: string },
  { tgss }: { tgss: SubmittingPort },
): Promise<string | undefined> => {
  const { fecha_alta, fecha_baja } = (await latestOf(request, {}, tgss))?.of ?? {};
  if (!fecha_alta || fecha_baja || fecha_alta === request.fecha_real) return undefined;
  return `Con inactividad S, la baja es del día del alta (${slashedDate(fecha_alta)}), y esta es del ${slashedDate(request.fecha_real)}.`;
};

const NOT_READ =
  'Con inactividad S, la baja es del día del alta, que no se ha podido consultar: compruébelo antes de presentar.';

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
  run: async (request, ports) => {
    if (request.inactividad_z !== 'S') return fileBaja(request, ports);
    const reply = await fileBaja(request, ports).catch(async (error: unknown) => {
      throw isWrongValue(error)
        ? withField(error, await otherDay(request, ports).catch(() => undefined))
        : error;
    });
    // What was filed has an answer with data.
    const warning =
      reply.data === undefined ? await otherDay(request, ports).catch(() => NOT_READ) : undefined;
    return warning ? { ...reply, warnings: [warning] } : reply;
  },
  replyAgain: (request, _, ports) => bajaReply({}, request, ports),
  emits: terminationFact,
  lookUp: { find: lookUpBaja },
});
