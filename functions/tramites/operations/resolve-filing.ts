import * as z from 'zod';
import { conflict } from '../../../shared/kernel/errors.ts';
import { bool, text } from '../../../shared/kernel/fields.ts';
import { resource } from '../../../shared/operation/operation.ts';
import { exampleDeclared, exampleFiling, filingResource, id, ownFiling, toResource } from '../fields.ts';

export const resolveFiling = resource({
  id: 'resolveFiling',
  method: 'POST',
  path: '/{id}/resolve',
  summary: 'Declarar qué pasó con un trámite de resultado desconocido',
  description:
    'Lo declara una persona que lo ha visto en el organismo; se guarda como declarado (declaredFiled o declaredNotFiled), ' +
    'nunca como probado. Si consta (filed), ' +
    'una petición igual se contesta con lo declarado y no se envía; si no consta, se puede volver a enviar.',
  access: 'files',
  rate: 'write',
  standing: 'chosen',
  alsoAnswers: { 409: 'El resultado del trámite no es desconocido.' },
  request: z.object({
    id,
    filed: bool('Verdadero si la operación consta en el organismo.'),
    note: text(500, 'Qué se vio, y dónde.', 'lines'),
  }),
  response: filingResource,
  example: {
    request: { id: exampleFiling.id, filed: true, note: 'Consta en el informe de trabajadores en alta.' },
    response: exampleDeclared,
  },
  run: async ({ id, filed, note }, ports) => {
    const { stores, caller, now } = ports;
    const filing = await ownFiling(ports, id);
    const stated = { filed, note, userId: caller.userId, at: now.toISOString() };
    if (!(await stores.filings.stateFiling(filing, stated)))
      throw conflict('El resultado de este trámite no es desconocido.');
    return { data: await toResource(await ownFiling(ports, id), ports) };
  },
});
