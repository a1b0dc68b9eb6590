import * as z from 'zod';
import { bool, integer, noTest, text } from '../../../../shared/kernel/fields.ts';
import { rule } from '../../../../shared/kernel/rules.ts';
import { resource } from '../../../../shared/operation/operation.ts';
import {
  batchId,
  batchResource,
  exampleBatch,
  exampleRow,
  MOST_ROWS,
  rowResource,
  toBatch,
  toRow,
} from '../fields.ts';
import { firstThatFit } from '../rows-that-fit.ts';
import type {} from '../shown.ts';

/** The operation that corrects rows of a batch. */

export const correctBatch = resource({
  id: 'correctBatch',
  method: 'POST',
  path: '/{batchId}/corrections',
  summary: 'Corregir filas de un lote antes de presentarlo, incluirlas o dejarlas fuera',
  description:
    'Las filas ocultas o tachadas de una hoja quedan fuera (leftOut): ni se prueban ni se presentan mientras no se incluyan aquí. Las filas corregidas se comprueban y se prueban otra vez, y solo ellas; las demás quedan como estaban, también hasta cuándo se pueden ' +
    'presentar. Con again se comprueban y se prueban otra vez las que no lo pasaron, tal como están. Un valor se lee como el resto de su columna: lo que en la hoja sería dudoso es un error, y notes dice cómo se ha leído. Nunca de una fila que se está probando, ni de un lote que ya se pidió presentar. X-Cert-Secret es el de las filas que no tienen.',
  access: 'files',
  noted: { none: 'it is work for filings, whose records say who asked for them' },
  onlyDefined: true,
  rate: 'heavy',
  standing: 'chosen',
  alsoAnswers: {
    409: 'El lote ya se presentó o se canceló, una fila se está probando o no se corrige aquí, o la cuenta exige dos personas y lo envió otra.',
  },
  request: z
    .object({
      batchId,
      test: noTest,
      corrections: z
        .array(
          z.object({
            rows: z
              .array(integer('Fila, como en GET /batches/{batchId}.'), { error: 'Debe ser una lista.' })
              .min(1, { error: 'Debe tener al menos una fila.' })
              .max(MOST_ROWS, { error: `Debe tener como máximo ${MOST_ROWS} filas.` })
              .meta({ description: 'Filas en las que se cambia lo mismo.' }),
            cells: z
              .array(
                z.object({
                  column: text(200, 'Columna, como en cells de la fila.'),
                  value: text(
                    32_767,
                    'Valor nuevo, como se escribe en la hoja; si se omite, la celda queda vacía.',
                    'lines',
                  ).optional(),
                }),
                { error: 'Debe ser una lista.' },
              )
              .min(1, { error: 'Debe tener al menos una celda.' })
              .max(300, { error: 'Debe tener como máximo 300 celdas.' })
              .transform((all) => Object.fromEntries(all.map(({ column, value = null }) => [column, value])))
              .optional()
              .meta({ description: 'Celdas.' }),
            leftOut: bool(
              'true deja fuera las filas: no se prueban ni se presentan; false las incluye. Sin él no cambia.',
            ).optional(),
          }),
          { error: 'Debe ser una lista.' },
        )
        .min(1, { error: 'Debe tener al menos una corrección.' })
        .max(MOST_ROWS, { error: `Debe tener como máximo ${MOST_ROWS} correcciones.` })
        .optional()
        .meta({ description: 'Correcciones, en su orden.' }),
      again: bool(
        'true comprueba y prueba otra vez, tal como están, las filas con errores o que no pasaron el simulacro, y todas si ya no vale. Sirve cuando lo que faltaba se ha arreglado fuera de la hoja, como dar de alta la empresa cliente.',
      ).optional(),
    })
    .check(
      rule(
        'corrections',
        'Envíe corrections, o again con true.',
        ({ corrections, again }) => corrections === undefined && again !== true,
      ),
      rule(
        'corrections',
        'Cada corrección debe llevar cells o leftOut.',
        ({ corrections }) =>
          Array.isArray(corrections) &&
          corrections.some(
            (correction) => correction?.cells === undefined && correction?.leftOut === undefined,
          ),
      ),
    ),
  response: z.object({
    batch: batchResource,
    rows: z.array(rowResource).meta({ description: 'Las filas corregidas, todas o las que caben.' }),
  }),
  example: {
    request: {
      batchId: exampleBatch.id,
      corrections: [{ rows: [2], cells: [{ column: 'cno', value: '4122' }] }],
    },
    response: {
      batch: { ...exampleBatch, counts: { ...exampleBatch.counts, wrong: 0, trying: 2 } },
      rows: [{ ...exampleRow, state: 'trying', mistakes: [], cells: { cno: '4122' } }],
    },
  },
  run: async ({ batchId, corrections = [], again = false }, { batches, now }) => {
    const { batch, rows } = await batches.correct(await batches.find(batchId), {
      corrections: corrections.map(({ rows, cells = {}, leftOut }) => ({ rows, cells, leftOut })),
      again,
    });
    return { data: { batch: toBatch(batch, now), rows: firstThatFit(rows.map((row) => toRow(row))) } };
  },
});
