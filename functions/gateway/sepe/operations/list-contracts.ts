import * as z from 'zod';
import { contractList } from '../../../../shared/authorities/sepe/contrata/contract-list.ts';
import { ccc, code, date, regimen } from '../../../../shared/kernel/fields.ts';
import { notBefore } from '../../../../shared/kernel/rules.ts';
import { plainDocument } from '../../../../shared/kernel/text.ts';
import { answerText } from '../../../../shared/operation/answer-fields.ts';
import { continueToken, incomplete, leave, takeUp } from '../../../../shared/operation/continuation.ts';
import { reading } from '../../../../shared/operation/operation.ts';
import { companyId, exampleCompany, exampleFootprint, exampleWorker } from '../fields.ts';

export const listContracts = reading({
  id: 'listContracts',
  method: 'GET',
  path: '/contrata/data/list',
  summary: 'Listar las comunicaciones de una cuenta de cotización',
  description:
    'Si no ha dado tiempo a leer la lista entera y viene ordenada por la fecha pedida, la respuesta lleva los días ' +
    'leídos por completo, success falso, limitReached y continueToken, para obtener los demás. Si no, acorte las fechas.',
  authority: 'sepe',
  rate: 'read',
  standing: 'document',
  request: z
    .object({
      cif: companyId,
      regimen,
      ccc,
      startDate: date('Desde.'),
      endDate: date('Hasta.'),
      communications_by: code(
        { '1': 'por fecha de inicio del contrato', '2': 'por fecha de comunicación' },
        'Fechas: 1 de inicio del contrato, 2 de comunicación.',
      ),
      continueToken,
    })
    .check(notBefore('endDate', 'startDate', 'No puede ser anterior a startDate.')),
  response: z.array(
    z
      .object({
        tipo: answerText('Tipo de comunicación.'),
        id: answerText('Huella.'),
        nif_nie_trabajador: answerText('Documento del trabajador.'),
        codigo_cuenta_cotizacion: answerText('Régimen y cuenta.'),
        codigo_contrato: answerText('Código del contrato.'),
        fecha_inicio: answerText('AAAA-MM-DD.'),
        fecha_fin: answerText('AAAA-MM-DD; puede estar vacía.'),
        fecha_comunicacion: answerText('AAAA-MM-DD.'),
      })
      .meta({ id: 'SepeContractRecord' }),
  ),
  example: {
    request: { ...exampleCompany, startDate: '2026-11-01', endDate: '2026-11-30', communications_by: '1' },
    response: [
      {
        tipo: 'CONTRATO',
        id: exampleFootprint,
        nif_nie_trabajador: exampleWorker.dni,
        codigo_cuenta_cotizacion: '011128000000097',
        codigo_contrato: '200',
        fecha_inicio: exampleWorker.startDate,
        fecha_fin: '',
        fecha_comunicacion: '2026-11-04',
      },
    ],
  },
  emitsOnRead: ({ cif }, entries) =>
    entries.flatMap((entry) => {
      const kind = KINDS.find(([name]) => name.test(entry.tipo))?.[1];
      const reference = entry.id || undefined;
      return kind && entry.fecha_inicio
        ? [
            {
              kind,
              cif,
              reference,
              account: entry.codigo_cuenta_cotizacion,
              document: plainDocument(entry.nif_nie_trabajador),
              date: entry.fecha_inicio,
              ...(entry.fecha_fin && { end: entry.fecha_fin }),
              // The list does not say whether a basic copy is there.
              needsNoCopy: true,
            },
          ]
        : [];
    }),
  run: async (request, { sepe, continuation }) => {
    const { cif, regimen, ccc, startDate, endDate, communications_by } = request;
    const left = await takeUp(continuation, request, daysLeft);
    const { entries, rest } = await sepe.read(contractList, {
      cif,
      regimen,
      ccc,
      from: left?.from ?? startDate,
      to: left?.to ?? endDate,
      by: communications_by === '1' ? 'start' : 'notification',
      inParts: true,
    });
    if (!rest) return { data: entries };
    return incomplete(entries, await leave(continuation, request, rest));
  },
});

/** The kinds of entries, by their names in SEPE's list. */
const KINDS: [RegExp, 'contract' | 'extension' | 'transformation' | 'workCall'][] = [
  [/^CONTRATO/i, 'contract'],
  [/^PR[OÓ]RROGA/i, 'extension'],
  [/^TRANSFORMACI[OÓ]N/i, 'transformation'],
  [/^LLAMAMIENTO/i, 'workCall'],
];

/** The days that are not in an answer yet. */
const daysLeft = z.object({ from: z.string(), to: z.string() });
