import * as z from 'zod';
import { flag } from '../../../shared/kernel/fields.ts';
import { rule } from '../../../shared/kernel/rules.ts';
import { resource } from '../../../shared/operation/operation.ts';
import { pageFields, pageOf, paginated } from '../../../shared/operation/pagination.ts';
import type { Ports } from '../../../shared/operation/ports.ts';
import { ownerOf } from '../../../shared/operation/signed-in.ts';
import { certificateExample, certificateResource, clientId, toResource } from '../fields.ts';

const ownerFields = {
  clientId: z.int().nullable().optional().meta({
    description: 'Con all: cliente del que es; nulo si es de la propia cuenta.',
  }),
  company: z.string().nullable().optional().meta({ description: 'Con all: nombre de ese cliente.' }),
};

export const listCertificates = resource({
  id: 'listCertificates',
  method: 'GET',
  path: '/',
  summary: 'Listar certificados',
  access: 'reads',
  rate: 'read',
  standing: 'document',
  request: z
    .object({
      clientId: clientId.optional(),
      all: flag('Con valor 1, los de la cuenta y los de todos sus clientes, primero el que antes caduca.'),
      ...pageFields,
    })
    .check(
      rule(
        'all',
        'No se admite con clientId.',
        (values) => values.all === true && values.clientId !== undefined,
      ),
    ),
  response: paginated(certificateResource.extend(ownerFields)),
  example: {
    request: {},
    response: { data: [certificateExample], pagination: { page: 1, lastPage: 1, perPage: 50, total: 1 } },
  },
  run: async (request, ports) => {
    if (request.all) return listAll(request, ports);
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

/** Of the account and all its client companies, the first to expire first. A client company sees its own. */
const listAll = async (request: { page?: number; perPage?: number }, ports: Ports) => {
  const { caller, stores } = ports;
  const { position, limit, pagination } = pageOf(request);
  const rows = (await stores.certificates.listAllCertificates(caller.accountId, caller.clientId)).toSorted(
    (one, other) => one.notAfter.localeCompare(other.notAfter),
  );
  const shown = rows.slice(position, position + limit);
  const clients = await stores.clients.companiesOf(
    caller.accountId,
    new Set(shown.flatMap(({ clientId }) => clientId || [])),
  );
  const data = shown.map(async (row) => ({
    ...(await toResource(row, row.clientId === 0 || clients.get(row.clientId)?.active === true, ports)),
    clientId: row.clientId || null,
    company: clients.get(row.clientId)?.name ?? null,
  }));
  return { data: { data: await Promise.all(data), pagination: pagination(rows.length) } };
};
