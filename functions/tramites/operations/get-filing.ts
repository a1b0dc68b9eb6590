import * as z from 'zod';
import { resource } from '../../../shared/operation/operation.ts';
import { exampleFiling, filingResource, id, ownFiling, state, toResource } from '../fields.ts';

/** States that change soon without anybody's doing. */
const UNDER_WAY = new Set(['queued', 'claimed', 'committing']);
/** When a caller that waits should look again, in seconds. */
const LOOK_AGAIN_S = 5;

export const getFiling = resource({
  id: 'getFiling',
  method: 'GET',
  path: '/{id}',
  summary: 'Consultar un trámite',
  description:
    'Con la petición tal como se tramitó, cada comunicación de un fichero y la respuesta que se dio.',
  access: 'reads',
  rate: 'read',
  sendsRetryAfter: true,
  standing: 'chosen',
  request: z.object({ id }),
  response: filingResource.extend({
    request: z.unknown().meta({ description: 'La petición, normalizada.' }),
    entries: z
      .array(
        z.object({
          number: z.int(),
          state,
          kind: z.string(),
          reference: z.string().nullable(),
          messages: z.array(z.string()),
        }),
      )
      .meta({ description: 'Comunicaciones de un fichero.' }),
    answer: z.unknown().meta({ description: 'La respuesta que se dio; los documentos, sin contenido.' }),
  }),
  example: {
    request: { id: exampleFiling.id },
    response: { ...exampleFiling, request: {}, entries: [], answer: null },
  },
  run: async ({ id }, ports) => {
    const filing = await ownFiling(ports, id);
    const [resource, request, answer, entries] = await Promise.all([
      toResource(filing, ports),
      ports.filings.request(filing),
      ports.filings.answer(filing),
      ports.stores.filings.listEntries(id),
    ]);
    return {
      ...(UNDER_WAY.has(filing.state) && { headers: { 'Retry-After': String(LOOK_AGAIN_S) } }),
      data: {
        ...resource,
        request,
        entries: entries.map((entry) => ({ ...entry, reference: entry.reference ?? null })),
        answer,
      },
    };
  },
});
