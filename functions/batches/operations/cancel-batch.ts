import * as z from 'zod';
import { resource } from '../../../shared/operation/operation.ts';
import { batchId, batchResource, exampleBatch, toBatch } from '../fields.ts';

const committed = z.enum(['stop', 'refuse'], { error: 'Debe ser stop o refuse.' }).meta({
  description: 'Si alguien ya pidió presentarlo: stop lo para; refuse responde 409 y no cambia nada.',
});

export const cancelBatch = resource({
  id: 'cancelBatch',
  method: 'POST',
  path: '/{batchId}/cancel',
  summary: 'Parar un lote',
  description:
    'Antes de la fila siguiente: lo que ya ha empezado termina, y lo presentado, presentado está. El resto no se envía.',
  access: 'files',
  rate: 'write',
  standing: 'chosen',
  alsoAnswers: { 409: 'El lote ya ha terminado; o, con refuse, ya se pidió presentarlo.' },
  request: z.object({ batchId, committed: committed.optional().default('stop') }),
  response: batchResource,
  example: {
    request: { batchId: exampleBatch.id },
    response: { ...exampleBatch, state: 'cancelled', ended_at: '2026-11-23T08:00:05.000Z' },
  },
  run: async ({ batchId, committed }, { batches, now }) => ({
    data: toBatch(await batches.cancel(await batches.find(batchId), committed), now),
  }),
});
