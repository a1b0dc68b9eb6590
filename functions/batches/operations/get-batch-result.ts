import * as z from 'zod';
import { fileObject } from '../../../shared/kernel/document.ts';
import { integer } from '../../../shared/kernel/fields.ts';
import { resource } from '../../../shared/operation/operation.ts';
import { batchId, exampleBatch } from '../fields.ts';

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
