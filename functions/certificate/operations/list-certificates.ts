import * as z from 'zod';
import { pageFields, paginate, paginated } from '../../../shared/lists/pagination.ts';
import { resource } from '../../../shared/operation.ts';
import { ownerOf } from '../../../shared/owner.ts';
import { certificateExample, certificateResource, clientId, toResource } from '../fields.ts';

export const listCertificates = resource({
  id: 'listCertificates',
  method: 'GET',
  path: '/',
  summary: 'Listar certificados',
  access: 'session',
  rate: 'read',
  standing: 'document',
  request: z.object({ clientId: clientId.optional(), ...pageFields }),
  response: paginated(certificateResource),
  example: {
    request: {},
    response: { data: [certificateExample], pagination: { page: 1, lastPage: 1, perPage: 50, total: 1 } },
  },
  run: async (request, ports) => {
    const owner = await ownerOf(request.clientId, ports);
    const rows = await ports.stores.certificates.listCertificates(ports.caller.accountId, owner.clientId);
    const { items, pagination } = paginate(rows, request);
    return {
      data: { data: await Promise.all(items.map((row) => toResource(row, owner.active, ports))), pagination },
    };
  },
});
