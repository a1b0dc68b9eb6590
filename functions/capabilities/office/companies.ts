import * as z from 'zod';
import { invalid } from '../../../shared/kernel/errors.ts';
import { rule } from '../../../shared/kernel/rules.ts';
import { answerText } from '../../../shared/operation/answer-fields.ts';
import { resource } from '../../../shared/operation/operation.ts';
import { sentFile, sentMapping } from '../../../shared/operation/sent-sheet.ts';
import { notClients } from '../../../shared/operation/signed-in.ts';
import { companyRow, exampleCompanyRow, MOST_COMPANY_ROWS } from './company-row.ts';
import { importCompanies as importRows } from './import-companies.ts';
import type { OfficePorts } from './shown.ts';

/** Largest request, and largest file within it, in bytes. */
const MAX_BODY = 4 * 1024 * 1024;
const MAX_FILE = 3 * 1024 * 1024;

const messages = (description: string) => z.array(z.string()).meta({ description });

export const importCompanies = resource({
  id: 'importCompanies',
  method: 'POST',
  path: '/companies',
  summary: 'Guardar las empresas de una hoja',
  description:
    'Una fila por cuenta de cotización; las filas con el mismo CIF son una empresa. El e-mail no es obligatorio y no da acceso: para darlo, ' +
    'POST /customer. Una fila con errores no se guarda, y no impide guardar las demás: la respuesta dice qué le pasa. Una empresa que ' +
    'ya existe recibe las cuentas que le falten y no cambia en nada más, así que la hoja corregida se puede enviar entera otra vez. Las cifras ' +
    `de control deben ser correctas. Hasta ${MOST_COMPANY_ROWS} filas. La hoja es la de GET /batches/templates/companies, o una propia. Con rows en vez ` +
    'de file, un error en un campo es un 422 y no se guarda nada; tampoco si no se entiende una columna de la hoja.',
  access: 'owner',
  noted: { kind: 'company' },
  admits: notClients,
  onlyDefined: true,
  rate: 'heavy',
  maxBody: MAX_BODY,
  maxFile: MAX_FILE,
  standing: 'chosen',
  request: z
    .object({
      rows: z
        .array(companyRow, { error: 'Debe ser una lista.' })
        .min(1, { error: 'Debe tener al menos una fila.' })
        .max(MOST_COMPANY_ROWS, { error: `Debe tener como máximo ${MOST_COMPANY_ROWS} filas.` })
        .meta({ description: 'Las filas.' })
        .optional(),
      file: sentFile('Nombre; su final dice el formato: .xlsx o .csv.')
        .refine(({ name }) => /\.(xlsx|csv)$/i.test(name), {
          path: ['name'],
          error: 'Debe terminar en .xlsx o .csv.',
        })
        .optional()
        .meta({ description: 'En vez de rows: una hoja.' }),
      mapping: sentMapping.meta({
        description:
          'Con file: qué es cada cabecera que no se reconoce; POST /batches/columns con operation: companies dice cuáles son.',
      }),
    })
    .check(
      rule(
        'rows',
        'Envíe rows o file, uno de los dos.',
        ({ rows, file }) => (rows === undefined) === (file === undefined),
      ),
      rule('mapping', 'Solo con file.', ({ mapping, file }) => mapping !== undefined && file === undefined),
    ),
  response: z.object({
    companies: z
      .array(
        z.object({
          rows: z.array(z.int()).meta({ description: 'Sus filas, como las muestra la hoja.' }),
          customerID: z.int().meta({ description: 'Identificador del cliente.' }),
          nombre: answerText('Nombre con el que está guardada.'),
          state: z.enum(['created', 'extended', 'unchanged']).meta({
            description: 'created: es nueva; extended: se le han añadido cuentas; unchanged: ya estaba.',
          }),
          messages: messages('Lo que conviene saber.'),
        }),
      )
      .meta({ description: 'Empresas que están guardadas.' }),
    wrong: z
      .array(
        z.object({
          row: z.int().meta({ description: 'La fila, como la muestra la hoja.' }),
          nombre: z.string().nullable().meta({ description: 'Nombre que tiene en la hoja.' }),
          mistakes: messages('Qué le pasa.'),
        }),
      )
      .meta({ description: 'Filas que no se han guardado.' }),
    notes: messages('Lo que conviene saber de la hoja.'),
  }),
  example: {
    request: { rows: [exampleCompanyRow] },
    response: {
      companies: [
        { rows: [1], customerID: 10_000, nombre: 'Panadería Núñez', state: 'created', messages: [] },
      ],
      wrong: [],
      notes: [],
    },
  },
  run: async ({ rows: list = [], file, mapping }, ports) => {
    const { rows, notes }: Awaited<ReturnType<OfficePorts['rowsOfFile']>> = file
      ? await ports.office.rowsOfFile(file, mapping)
      : { rows: list.map((body, place) => ({ row: place + 1, body })), notes: [] };
    if (rows.length > MOST_COMPANY_ROWS)
      throw invalid({ 'file.content': [`Debe tener como máximo ${MOST_COMPANY_ROWS} filas: divídala.`] });
    const faults = rows.flatMap(({ ofFile, mistakes = [] }) => (ofFile ? mistakes : []));
    // A column that is not understood may be one that the companies should have.
    if (faults.length > 0)
      throw invalid({
        'file.content': faults.map(({ column, message }) => (column ? `${column}: ${message}` : message)),
      });
    const { companies, wrong } = await importRows(rows, ports);
    const created = companies.filter(({ state }) => state === 'created').length;
    return {
      data: {
        companies: companies.map(({ id, name, ...company }) => ({
          ...company,
          customerID: id,
          nombre: name,
        })),
        wrong: wrong.map(({ row, name, mistakes }) => ({ row, nombre: name ?? null, mistakes })),
        notes,
      },
      message: `Empresas nuevas: ${created}. Filas sin guardar: ${wrong.length}.`,
    };
  },
});
