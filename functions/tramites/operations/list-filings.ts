import * as z from 'zod';
import { invalid } from '../../../shared/kernel/errors.ts';
import { date, dni, integer, text } from '../../../shared/kernel/fields.ts';
import { resource } from '../../../shared/operation/operation.ts';
import { ownerOf } from '../../../shared/operation/owner.ts';
import { exampleFiling, filingResource, state, toResource } from '../fields.ts';

const MAX_PER_PAGE = 50;

export const listFilings = resource({
  id: 'listFilings',
  method: 'GET',
  path: '/',
  summary: 'Listar los trámites, los últimos primero',
  description: 'continueToken, si viene, da la página siguiente; una página puede tener menos de perPage.',
  access: 'session',
  rate: 'read',
  standing: 'chosen',
  request: z.object({
    state: state.optional(),
    operation: text(100, 'Método y dirección, por ejemplo POST /api/v4/seg-social/alta.').optional(),
    clientId: integer('Cliente.').optional(),
    certificateId: text(32, 'Certificado con el que se actuó.').optional(),
    dni: dni.meta({ description: 'Documento del trabajador.' }).optional(),
    key: text(100, 'Idempotency-Key.').optional(),
    requestId: text(36, 'X-Request-Id de la petición.').optional(),
    startDate: date('Iniciados desde este día.').optional(),
    endDate: date('Iniciados hasta este día.').optional(),
    perPage: integer('Trámites por página, 50 como máximo.').optional(),
    continueToken: text(4000, 'Página siguiente a la que dio este valor.').optional(),
  }),
  response: z.object({
    data: z.array(filingResource),
    continueToken: z
      .string()
      .nullable()
      .meta({ description: 'Para la página siguiente; null en la última.' }),
  }),
  example: { request: {}, response: { data: [exampleFiling], continueToken: null } },
  run: async (request, ports) => {
    const { stores, caller, continuation, workerMac } = ports;
    const clientId =
      request.clientId === undefined ? caller.clientId : (await ownerOf(request.clientId, ports)).clientId;
    const after = request.continueToken ? await continuation.read(request.continueToken) : undefined;
    if (request.continueToken && !after)
      throw invalid({ continueToken: ['No es válido o ha caducado; repita la consulta sin él.'] });
    const { filings, end } = await stores.filings.listFilings({
      accountId: caller.accountId,
      clientId,
      worker: request.dni && (await workerMac(request.dni)),
      equal: {
        state: request.state,
        operation: request.operation,
        key: request.key,
        requestId: request.requestId,
        certificateId: request.certificateId,
      },
      from: request.startDate ? new Date(`${request.startDate}T00:00:00Z`) : undefined,
      to: request.endDate ? new Date(`${request.endDate}T23:59:59.999Z`) : undefined,
      limit: Math.min(Math.max(request.perPage ?? MAX_PER_PAGE, 1), MAX_PER_PAGE),
      after: after?.start as Record<string, unknown> | undefined,
    });
    return {
      data: {
        data: filings.map(toResource),
        continueToken: end ? await continuation.issue({ start: end }) : null,
      },
    };
  },
});
