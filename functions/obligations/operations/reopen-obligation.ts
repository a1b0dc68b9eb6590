import * as z from 'zod';
import { text } from '../../../shared/kernel/fields.ts';
import { resource } from '../../../shared/operation/operation.ts';
import { declare } from '../change.ts';
import { exampleObligation } from '../examples.ts';
import { id, obligationResource } from '../fields.ts';

export const reopenObligation = resource({
  id: 'reopenObligation',
  method: 'POST',
  path: '/obligations/{id}/reopen',
  summary: 'Volver a abrir una obligación que cerró una persona',
  description: 'Lo que cerró un trámite, o una consulta, no se abre así: se abre al anularlo.',
  access: 'files',
  rate: 'write',
  standing: 'chosen',
  alsoAnswers: { 409: 'La obligación no la cerró una persona.' },
  request: z.object({ id, reason: text(500, 'Por qué se abre de nuevo.', 'lines') }),
  response: obligationResource,
  example: {
    request: { id: exampleObligation.id, reason: 'Era de otro trabajador.' },
    response: exampleObligation,
  },
  run: (request, ports) =>
    declare('reopened', request, {
      ports,
      refusal: ({ state, closedBy }) =>
        state === 'closed' && closedBy?.kind === 'closed'
          ? undefined
          : 'La obligación no la cerró una persona.',
    }),
});
