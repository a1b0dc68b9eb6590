import * as z from 'zod';
import { resource } from '../../../shared/operation/operation.ts';
import { exampleFiling, filingResource, id, ownFiling, toResource } from '../fields.ts';

export const cancelFiling = resource({
  id: 'cancelFiling',
  method: 'DELETE',
  path: '/{id}',
  summary: 'Cancelar un trámite que aún no ha empezado',
  description:
    'De lo que se pidió con Prefer: respond-async y sigue en espera (queued). No se envía nada: pasa a notSent; un simulacro, a ' +
    'dryRun, y una consulta, a failed. Lo que ya ha empezado no se puede cancelar.',
  access: 'files',
  rate: 'write',
  standing: 'chosen',
  alsoAnswers: { 409: 'El trámite ya ha empezado o ha terminado; no se cancela.' },
  request: z.object({ id }),
  response: filingResource,
  example: {
    request: { id: exampleFiling.id },
    response: {
      ...exampleFiling,
      state: 'notSent',
      committing_at: null,
      message: 'Se canceló antes de empezar. No se ha enviado nada.',
      documents: [],
    },
  },
  run: async ({ id }, ports) => {
    await ports.filings.cancel(await ownFiling(ports, id));
    return {
      message: 'Cancelado; no se ha enviado nada.',
      data: await toResource(await ownFiling(ports, id), ports),
    };
  },
});
