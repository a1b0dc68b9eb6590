import * as z from 'zod';
import { integer, noTest } from '../../../../shared/kernel/fields.ts';
import { resource } from '../../../../shared/operation/operation.ts';
import { batchId, batchResource, exampleBatch, toBatch } from '../fields.ts';
import type {} from '../shown.ts';

/** Operations that file a batch or stop it. */

const rows = z.enum(['all', 'good'], { error: 'Debe ser all o good.' }).meta({
  description:
    'all: solo si todas las filas que no quedan fuera pasaron el simulacro; good: las que lo pasaron. Ninguna si hay errores del fichero y no de una fila.',
});

export const commitBatch = resource({
  id: 'commitBatch',
  method: 'POST',
  path: '/{batchId}/commit',
  summary: 'Presentar un lote que se ha probado',
  description:
    'Cada fila es un trámite propio, con exactamente lo que se probó, y se presenta una sola vez ' +
    'aunque esta petición se repita o se interrumpa. Se puede hacer en las dos horas siguientes al ' +
    'final del simulacro.',
  access: 'files',
  noted: { none: 'it is work for filings: the batch says who filed it' },
  onlyDefined: true,
  rate: 'write',
  standing: 'chosen',
  alsoAnswers: {
    409: 'Aún se está probando, ya se canceló, su revision es otra, el simulacro es de hace más de dos horas, no todas las filas lo pasaron, o el fichero tiene errores que no son de una fila.',
  },
  request: z.object({
    batchId,
    test: noTest,
    rows: rows.optional().default('all'),
    revision: integer(
      'La revision del lote que se ha mirado, como en GET /batches/{batchId}. Con otra no se presenta nada (409).',
    ),
  }),
  response: batchResource,
  example: {
    request: { batchId: exampleBatch.id, rows: 'good', revision: 0 },
    response: {
      ...exampleBatch,
      state: 'filing',
      counts: { ...exampleBatch.counts, trying: 0, filing: 1 },
      committed_by: exampleBatch.user,
      previewed_at: '2026-11-23T08:00:10.000Z',
      committed_at: '2026-11-23T08:05:00.000Z',
    },
  },
  run: async ({ batchId, rows, revision }, { batches, now }) => ({
    data: toBatch(await batches.commit(await batches.find(batchId), { which: rows, revision }), now),
  }),
});

const committed = z.enum(['stop', 'refuse'], { error: 'Debe ser stop o refuse.' }).meta({
  description: 'Si alguien ya pidió presentarlo: stop lo para; refuse responde 409 y no cambia nada.',
});

export const cancelBatch = resource({
  id: 'cancelBatch',
  method: 'POST',
  path: '/{batchId}/cancel',
  summary: 'Parar un lote',
  description:
    'Se para antes de la fila siguiente. Las filas que ya han empezado terminan, y lo que ya se ha ' +
    'presentado sigue presentado. El resto no se envía.',
  access: 'files',
  noted: { none: 'it is work for filings, whose records say what became of them' },
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
