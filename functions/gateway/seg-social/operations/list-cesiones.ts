import * as z from 'zod';
import type { Assignment } from '../../../../shared/authorities/tgss/jacada/situations/extras.ts';
import type { Situation } from '../../../../shared/authorities/tgss/jacada/situations/record.ts';
import { bool, ccc, date, dni, regimen } from '../../../../shared/kernel/fields.ts';
import { plainDocument } from '../../../../shared/kernel/text.ts';
import { answerText } from '../../../../shared/operation/answer-fields.ts';
import { continueToken, incomplete } from '../../../../shared/operation/continuation.ts';
import { reading } from '../../../../shared/operation/operation.ts';
import { exampleCcc, exampleSituation, exampleWorker, situationRecord } from '../fields.ts';
import { situationsBlock } from '../situations-in-parts.ts';

/** Most records in an answer; each record needs several requests to the authority. */
const LIMIT = 10;

const record = situationRecord
  .omit({ cno: true, category_professional: true, fecha_baja: true, convenio: true, pl: true })
  .extend({
    cesions: z
      .array(
        z.object({
          name: answerText('Empresa.'),
          tipo: answerText('Tipo de cesión.'),
          regimen: answerText('Régimen.'),
          ccc: answerText('Cuenta de cotización.'),
          startDate: answerText('Inicio de la cesión, AAAA-MM-DD.'),
        }),
      )
      .meta({
        description: 'Empresas a las que está cedido.',
        askedBy: ['ces', 'cesion_regimen', 'cesion_ccc'],
      }),
  })
  .meta({ id: 'EmployeeAssignment' });

const LIMITED = `Resultado limitado a ${LIMIT} registros. Pida los siguientes (continueToken).`;

/** A situation with the fields that the interface has here. */
const asAssignment = ({ cno, category_professional, fecha_baja, convenio, pl, ...record }: Situation) => ({
  ...record,
  cesions: record.cesions ?? [],
});

export const listCesiones = reading({
  id: 'listCesiones',
  method: 'GET',
  path: '/etts/cesion',
  summary: 'Consultar las situaciones y cesiones de un trabajador',
  description:
    `Devuelve los ${LIMIT} registros más recientes; con startDate, los de esa fecha de alta. Si puede haber más, la ` +
    'respuesta lleva limitReached y continueToken; con success falso, si no ha dado tiempo a leer esos registros. Con ' +
    'cesion_regimen o cesion_ccc, solo los registros con cesiones a esa cuenta, y solo esas cesiones.',
  authority: 'tgss',
  rate: 'read',
  standing: 'document',
  request: z.object({
    regimen,
    ccc,
    dni,
    startDate: date('Fecha de alta.').optional(),
    cesion_regimen: regimen
      .optional()
      .meta({ description: 'Solo las cesiones a una cuenta de este régimen. 4 dígitos.' }),
    cesion_ccc: ccc
      .optional()
      .meta({ description: 'Solo las cesiones a esta cuenta de cotización. 11 dígitos.' }),
    ces: bool('Incluye las empresas a las que está cedido el trabajador.').optional(),
    continueToken,
  }),
  response: z.array(record),
  example: {
    request: { ...exampleCcc, dni: exampleWorker.dni, ces: true },
    response: [
      {
        ...asAssignment(exampleSituation),
        cesions: [
          {
            name: 'INDUSTRIAS EJEMPLO SA',
            tipo: '02',
            regimen: '0111',
            ccc: '08000000097',
            startDate: '2026-12-01',
          },
        ],
      },
    ],
  },
  emitsOnRead: ({ regimen, ccc, dni }, records) =>
    records.flatMap(({ cesions }) =>
      cesions.map(({ startDate }) => ({
        kind: 'cesion',
        account: `${regimen}${ccc}`,
        document: plainDocument(dni),
        date: startDate,
      })),
    ),
  run: async (request, ports) => {
    const { cesion_regimen, cesion_ccc, ces = false } = request;
    const ofOneCompany = cesion_regimen !== undefined || cesion_ccc !== undefined;
    const { records, rest } = await situationsBlock(
      request,
      { ces: ces || ofOneCompany, limit: LIMIT },
      ports,
    );
    const isWanted = ({ regimen, ccc }: Assignment) =>
      (cesion_regimen ?? regimen) === regimen && (cesion_ccc ?? ccc) === ccc;
    const all = records.map(asAssignment);
    const data = ofOneCompany
      ? all
          .map((record) => ({ ...record, cesions: record.cesions.filter(isWanted) }))
          .filter(({ cesions }) => cesions.length > 0)
      : all;
    if (!rest) return { data };
    const part = incomplete(data, rest.continueToken);
    if (records.length < LIMIT) return part;
    return { ...part, success: true, message: LIMITED };
  },
});
