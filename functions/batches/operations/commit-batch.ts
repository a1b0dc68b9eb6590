import * as z from 'zod';
import { noTest } from '../../../shared/kernel/fields.ts';
import { resource } from '../../../shared/operation/operation.ts';
import { batchId, batchResource, exampleBatch, toBatch } from '../fields.ts';

const rows = z.enum(['all', 'good'], { error: 'Debe ser all o good.' }).meta({
  description:
    'all: solo si todas las filas pasaron el simulacro; good: las que lo pasaron. Ninguna si hay errores del fichero y no de una fila.',
});

export const commitBatch = resource({
  id: 'commitBatch',
  method: 'POST',
  path: '/{batchId}/commit',
  summary: 'Presentar un lote que se ha probado',
  description:
    'Cada fila es un trámite propio, con justo lo que se probó, y se presenta una sola vez aunque esto se repita o se ' +
    'interrumpa. En las dos horas siguientes al final del simulacro.',
  access: 'files',
  onlyDefined: true,
  rate: 'write',
  standing: 'chosen',
  alsoAnswers: {
    409: 'Aún se está probando, ya se canceló, el simulacro es de hace más de dos horas, no todas las filas lo pasaron, o el fichero tiene errores que no son de una fila.',
  },
  request: z.object({ batchId, test: noTest, rows: rows.optional().default('all') }),
  response: batchResource,
  example: {
    request: { batchId: exampleBatch.id, rows: 'good' },
    response: {
      ...exampleBatch,
      state: 'filing',
      counts: { ...exampleBatch.counts, trying: 0, filing: 1 },
      committed_by: exampleBatch.user,
      previewed_at: '2026-11-23T08:00:10.000Z',
      committed_at: '2026-11-23T08:05:00.000Z',
    },
  },
  run: async ({ batchId, rows }, { batches, now }) => ({
    data: toBatch(await batches.commit(await batches.find(batchId), rows), now),
  }),
});
