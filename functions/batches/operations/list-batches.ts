import * as z from 'zod';
import { resource } from '../../../shared/operation/operation.ts';
import { pageFields, pageOf, paginated } from '../../../shared/operation/pagination.ts';
import { batchResource, exampleBatch, toNamedBatches } from '../fields.ts';

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
