import * as z from 'zod';
import { ccc, date, dni, flag, integer, month, nss, regimen } from '../../../../shared/kernel/fields.ts';
import { plainDocument } from '../../../../shared/kernel/text.ts';
import { continueToken } from '../../../../shared/operation/continuation.ts';
import { reading } from '../../../../shared/operation/operation.ts';
import { NO_FIELD_FOR_CNO, provedPeriod, shownOccupation } from '../facts.ts';
import { exampleCcc, exampleSituation, exampleWorker, situationRecord } from '../fields.ts';
import { situationsBlock } from '../situations-in-parts.ts';

/** Most records in an answer, defined by the interface. */
const PAGE = 10;

export const listEmployeeSituations = reading({
  id: 'listEmployeeSituations',
  method: 'GET',
  path: '/employee-situations',
  summary: 'Consultar las situaciones de un trabajador',
  description:
    'Devuelve 10 registros como máximo, o los que ha dado tiempo a leer, que pueden ser ninguno. Si puede haber más, ' +
    'la respuesta lleva limitReached, continueFrom y continueToken: repita la petición con continueToken (o con ' +
    'offset) para obtener los siguientes.',
  authority: 'tgss',
  rate: 'heavy',
  standing: 'document',
  request: z.object({
    regimen,
    ccc,
    dni,
    nss: nss.optional().meta({
      description:
        'Número de la Seguridad Social, si se conoce: así no se busca en la lista de la cuenta, que puede ser larga. Si ' +
        'no es del documento, se busca.',
    }),
    startDate: date('Fecha de alta.').optional(),
    first: flag('Con valor 1, solo el registro más reciente.'),
    getConvenio: flag('Con valor 1, incluye los convenios colectivos.'),
    pl_period: month('Consulta las peculiaridades de ese mes.').optional(),
    getDatos: flag('Con valor 1, incluye la CNO.'),
    offset: integer('Registros que se saltan; 0 si se omite.', 100_000).optional(),
    continueToken: continueToken.meta({
      description: 'Token de la respuesta anterior; con él no hace falta offset.',
    }),
  }),
  response: z.array(situationRecord),
  example: {
    request: { ...exampleCcc, dni: exampleWorker.dni },
    response: [exampleSituation],
  },
  emitsOnRead: ({ regimen, ccc, dni, getDatos }, records, { message }) =>
    records.flatMap((record) => {
      const of = { account: `${regimen}${ccc}`, document: plainDocument(dni), nss: record.nss };
      const { nombres, apellidos, cno } = record;
      // A name is written with what becomes due of it; by itself it would cost a write for each question.
      const worker = cno === '' && nombres && apellidos ? { ...of, name: `${nombres} ${apellidos}` } : of;
      return [
        ...provedPeriod(of, record.fecha_alta, record.fecha_baja),
        ...(getDatos ? shownOccupation(worker, record, message) : []),
      ];
    }),
  run: async (request, ports) => {
    const { regimen, ccc, dni, first, getConvenio, pl_period, getDatos } = request;
    const wanted = { getConvenio, getDatos, ...(pl_period && { pl_period }), limit: first ? 1 : PAGE };
    const { records, rest, lacksCno } = await situationsBlock(request, wanted, ports);
    const notes = lacksCno ? [NO_FIELD_FOR_CNO] : [];
    if (!rest) return { data: records, ...(lacksCno && { message: NO_FIELD_FOR_CNO }) };
    const { continueToken } = rest;
    return {
      data: records,
      message: [
        `Resultado limitado a ${records.length} registros. Pida los siguientes (continueToken).`,
        ...notes,
      ].join(' '),
      envelope: { limitReached: true, continueFrom: { regimen, ccc, dni, ...rest }, continueToken },
    };
  },
});
