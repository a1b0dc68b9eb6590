import * as z from 'zod';
import { resource } from '../../../shared/operation/operation.ts';
import { pageFields, pageOf, pagination } from '../../../shared/operation/pagination.ts';
import {
  batchId,
  batchResource,
  exampleBatch,
  exampleRow,
  isUnderWay,
  rowResource,
  rowStateField,
  toNamedBatches,
  toRow,
} from '../fields.ts';

export const getBatch = resource({
  id: 'getBatch',
  method: 'GET',
  path: '/{batchId}',
  summary: 'Ver cómo va un lote, y sus filas',
  description:
    'Mientras se prueba o se presenta, o termina lo empezado de un lote cancelado, Retry-After dice cuándo volver a preguntar.',
  access: 'reads',
  rate: 'read',
  sendsRetryAfter: true,
  standing: 'chosen',
  request: z.object({
    batchId,
    state: rowStateField.optional().meta({ description: 'Solo las filas en este estado.' }),
    ...pageFields,
  }),
  response: z.object({ batch: batchResource, rows: z.array(rowResource), pagination }),
  example: {
    request: { batchId: exampleBatch.id, state: 'wrong' },
    response: {
      batch: exampleBatch,
      rows: [{ ...exampleRow, cells: { cno: '41' } }],
      pagination: { page: 1, lastPage: 1, perPage: 50, total: 1 },
    },
  },
  run: async ({ batchId, state, ...request }, ports) => {
    const { batches } = ports;
    const batch = await batches.find(batchId);
    const rows = (await batches.rows(batch)).filter((row) => state === undefined || row.state === state);
    const { position, limit, pagination: page } = pageOf(request);
    const shown = rows.slice(position, position + limit);
    const [left, who, [named]] = await Promise.all([
      batches.left(shown),
      batches.who(shown),
      toNamedBatches([batch], ports),
    ]);
    return {
      ...(isUnderWay(batch) && { headers: { 'Retry-After': '5' } }),
      data: {
        batch: named!,
        rows: shown.map((row) => toRow(row, { left: left.get(row.row), who: who.get(row.row) })),
        pagination: page(rows.length),
      },
    };
  },
});
