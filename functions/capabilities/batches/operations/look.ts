import * as z from 'zod';
import { resource } from '../../../../shared/operation/operation.ts';
import {
  pageFields,
  pageOf,
  paginated,
  pagination,
  perPage,
} from '../../../../shared/operation/pagination.ts';
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
import type {} from '../shown.ts';

/** Operations that show batches. */

/** The most rows on a page. A person corrects a column of many rows at once. */
const MOST_SHOWN = 100;

export const listBatches = resource({
  id: 'listBatches',
  method: 'GET',
  path: '/',
  summary: 'Listar los lotes, los últimos primero',
  description: 'Los de los últimos 30 días; después quedan sus trámites.',
  access: 'reads',
  rate: 'read',
  standing: 'chosen',
  request: z.object(pageFields),
  response: paginated(batchResource),
  example: {
    request: { page: 1 },
    response: {
      data: [exampleBatch],
      pagination: { page: 1, lastPage: 1, perPage: 50, total: 1 },
    },
  },
  run: async (request, ports) => {
    const { stores, caller } = ports;
    const all = await stores.batches.listBatches(caller.accountId, caller.clientId);
    const { position, limit, pagination } = pageOf(request);
    const page = all.slice(position, position + limit);
    return {
      data: { data: await toNamedBatches(page, ports), pagination: pagination(all.length) },
    };
  },
});

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
    perPage: perPage('Filas', MOST_SHOWN),
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
    const { position, limit, pagination: page } = pageOf(request, MOST_SHOWN);
    const ofPage = rows.slice(position, position + limit);
    const [obligations, subjects, [batchWithNames]] = await Promise.all([
      batches.left(ofPage),
      batches.who(ofPage),
      toNamedBatches([batch], ports),
    ]);
    return {
      ...(isUnderWay(batch) && { headers: { 'Retry-After': '5' } }),
      data: {
        batch: batchWithNames!,
        rows: ofPage.map((row) => toRow(row, { left: obligations.get(row.row), who: subjects.get(row.row) })),
        pagination: page(rows.length),
      },
    };
  },
});
