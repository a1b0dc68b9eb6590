import * as z from 'zod';
import { resource } from '../../../shared/operation/operation.ts';
import { pageFields, pageOf, paginated } from '../../../shared/operation/pagination.ts';
import { ownerOf } from '../../../shared/operation/signed-in.ts';
import { certificateExample, certificateResource, clientId, toResource } from '../fields.ts';

export const listCertificates = resource({
  id: 'listCertificates',
  method: 'GET',
  path: '/',
  summary: 'Listar certificados',
  access: 'reads',
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
    const page = pageOf(request);
    const { caller, stores } = ports;
    const { rows, total } = await stores.certificates.pageOfCertificates(
      caller.accountId,
      owner.clientId,
      page,
    );
    return {
      data: {
        data: await Promise.all(rows.map((row) => toResource(row, owner.active, ports))),
        pagination: page.pagination(total),
      },
    };
  },
});
