import * as z from 'zod';
import { text } from '../../../shared/kernel/fields.ts';
import { exampleUser } from '../../../shared/operation/answer-fields.ts';
import { resource } from '../../../shared/operation/operation.ts';
import { declare } from '../change.ts';
import { exampleObligation } from '../examples.ts';
import { id, obligationResource } from '../fields.ts';

export const closeObligation = resource({
  id: 'closeObligation',
  method: 'POST',
  path: '/obligations/{id}/close',
  summary: 'Declarar cumplida una obligación',
  description:
    'Para lo que se hizo en otro sitio, o no se debe. Queda como declarada por una persona (declared), nunca como probada.',
  access: 'files',
  rate: 'write',
  standing: 'chosen',
  alsoAnswers: { 409: 'La obligación no está abierta.' },
  request: z.object({ id, reason: text(500, 'Por qué se cierra: qué se hizo, dónde y cuándo.', 'lines') }),
  response: obligationResource,
  example: {
    request: { id: exampleObligation.id, reason: 'Comunicado por Contrat@ el 20 de noviembre.' },
    response: {
      ...exampleObligation,
      state: 'closed',
      closedBy: {
        ...{ at: '2026-11-21T10:00:00.000Z', how: 'declared', tramite: null },
        reason: 'Comunicado por Contrat@ el 20 de noviembre.',
        user: exampleUser,
      },
    },
  },
  run: (request, ports) =>
    declare('closed', request, {
      ports,
      refusal: ({ state }) => (state === 'open' ? undefined : 'La obligación no está abierta.'),
    }),
});
