import * as z from 'zod';
import { fileObject } from '../../../../shared/kernel/document.ts';
import { integer, text } from '../../../../shared/kernel/fields.ts';
import { withFile } from '../../../../shared/operation/answer-fields.ts';
import { resource } from '../../../../shared/operation/operation.ts';
import { batchId, exampleBatch } from '../fields.ts';
import type {} from '../shown.ts';
import { WORKFLOWS } from '../workflows/workflows.ts';

/** Operations that answer with a file: the result of a batch, and the template of a sheet. */

export const getBatchResult = resource({
  id: 'getBatchResult',
  method: 'GET',
  path: '/{batchId}/result',
  summary: 'Obtener el resultado de un lote: la hoja, o todos los documentos',
  description:
    'La hoja es la enviada, con columnas de estado, trámite, respuesta, número, documento, notas, lo completado y lo pendiente. Corregida, se puede ' +
    'enviar entera otra vez: las filas ya presentadas quedan fuera (rows: good), y la columna desde dice por qué paso sigue cada fila de hire o leave. El zip tiene una carpeta por cuenta ' +
    'de cotización y trabajador; si es grande, varias partes.',
  access: 'reads',
  rate: 'heavy',
  standing: 'chosen',
  request: z.object({
    batchId,
    format: z
      .enum(['xlsx', 'csv', 'zip'], { error: 'Debe ser xlsx, csv o zip.' })
      .optional()
      .default('xlsx')
      .meta({ description: 'xlsx o csv: la hoja; zip: los documentos.' }),
    part: integer('Parte del zip, desde 1.').optional(),
  }),
  response: z.object({
    file: fileObject,
    parts: z.int().meta({ description: 'Partes que tiene.' }),
  }),
  example: {
    request: { batchId: exampleBatch.id, format: 'csv' },
    response: {
      file: { contentType: 'text/csv; charset=utf-8', name: `lote-${exampleBatch.id}.csv`, content: '' },
      parts: 1,
    },
  },
  run: async ({ batchId, format, part = 1 }, { batches, keep }) => {
    const { document, parts } = await batches.result(await batches.find(batchId), { format, part });
    return { data: { file: await keep(document), parts } };
  },
});

export const getBatchTemplate = resource({
  id: 'getBatchTemplate',
  method: 'GET',
  path: '/templates/{operation}',
  summary: 'Obtener la plantilla de una operación para un lote',
  description:
    'Una hoja con una columna por campo y una fila de ejemplo, que no se lee; cada fila es un trámite.',
  access: 'reads',
  rate: 'read',
  standing: 'chosen',
  request: z.object({
    operation: text(
      100,
      'Nombre de la operación en la referencia, como registerEmployee; o hire o leave.',
    ).meta({ codes: Object.fromEntries(WORKFLOWS.map(({ id, summary }) => [id, summary])) }),
    format: z
      .enum(['xlsx', 'csv'], { error: 'Debe ser xlsx o csv.' })
      .optional()
      .default('xlsx')
      .meta({ description: 'Formato.' }),
  }),
  response: withFile,
  example: {
    request: { operation: 'registerEmployee', format: 'csv' },
    response: {
      file: { contentType: 'text/csv; charset=utf-8', name: 'registerEmployee.csv', content: '' },
    },
  },
  run: async ({ operation, format }, { batches, keep }) => ({
    data: { file: await keep(await batches.template(operation, format)) },
  }),
});
