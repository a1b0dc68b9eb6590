import { createHash } from 'node:crypto';
import * as z from 'zod';
import { situations } from '../../../shared/authorities/tgss/jacada/situations/situations.ts';
import { workerOfCcc } from '../../../shared/authorities/tgss/jacada/worker-of-ccc.ts';
import { invalid, refused } from '../../../shared/errors.ts';
import { ccc, date, dni, flag, integer, month, regimen } from '../../../shared/fields.ts';
import { reading } from '../../../shared/operation.ts';
import type { Ports } from '../../../shared/ports.ts';
import { exampleSituation, exampleWorker, situationRecord } from '../fields.ts';

/** Most records in an answer, defined by the interface. */
const PAGE = 10;

export const listEmployeeSituations = reading({
  method: 'GET',
  path: '/employee-situations',
  summary: 'Consultar las situaciones de un trabajador',
  description:
    'Devuelve 10 registros como máximo. Si hay más, la respuesta lleva limitReached, continueFrom y continueToken: ' +
    'repita la petición con continueToken (o con offset) para obtener los siguientes.',
  authority: 'tgss',
  rate: 'heavy',
  standing: 'document',
  request: z.object({
    regimen,
    ccc,
    dni,
    startDate: date('Fecha de alta.').optional(),
    first: flag('Con valor 1, solo el registro más reciente.'),
    getConvenio: flag('Con valor 1, incluye los convenios colectivos.'),
    pl_period: month('Consulta las peculiaridades de ese mes.').optional(),
    getDatos: flag('Con valor 1, incluye la CNO.'),
    offset: integer('Registros que se saltan; 0 si se omite.', 100_000).optional(),
    continueToken: z
      .string()
      .max(2000)
      .optional()
      .meta({ description: 'Token de la respuesta anterior; con él no hace falta offset.' }),
  }),
  response: z.array(situationRecord),
  example: {
    request: { regimen: exampleWorker.regimen, ccc: exampleWorker.ccc, dni: exampleWorker.dni },
    response: [exampleSituation],
  },
  run: async (request, { tgss, continuation }) => {
    const { regimen, ccc, dni } = request;
    const from =
      request.continueToken === undefined
        ? { offset: request.offset ?? 0 }
        : await resume(request.continueToken, request, continuation);
    const nss = from.nss ?? (await tgss.read(workerOfCcc, { regimen, ccc, dni }));
    if (!nss) throw refused('tgss', ['NO EXISTEN DATOS PARA ESTA CONSULTA']);
    const limit = request.first ? 1 : PAGE;
    const { records, more } = await tgss.read(situations, { ...request, nss, offset: from.offset, limit });
    if (!more || request.first) return { data: records };
    const offset = from.offset + records.length;
    const continueToken = await continuation.issue({ offset, nss, query: digestOf(request) });
    return {
      data: records,
      message: `Resultado limitado a ${PAGE} registros. Repita la petición con continueToken para obtener los siguientes.`,
      beside: {
        limitReached: true,
        continueFrom: { regimen, ccc, nss, dni, offset, continueToken },
        continueToken,
      },
    };
  },
});

/** A token is only valid for the worker and contribution account that it was issued for. */
const digestOf = ({ regimen, ccc, dni, startDate }: Record<string, unknown>) =>
  createHash('sha256')
    .update(JSON.stringify([regimen, ccc, dni, startDate]))
    .digest('base64url');

const resume = async (
  token: string,
  request: Record<string, unknown>,
  continuation: Ports['continuation'],
): Promise<{ offset: number; nss?: string }> => {
  const { offset, nss, query } = (await continuation.read(token)) ?? {};
  if (query !== digestOf(request) || typeof offset !== 'number' || typeof nss !== 'string')
    throw invalid({ continueToken: ['El token no es de esta consulta o ha caducado.'] });
  return { offset, nss };
};
