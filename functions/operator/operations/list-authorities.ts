import * as z from 'zod';
import { resource } from '../../../shared/operation/operation.ts';
import { act, authorityState, FOR_OPERATORS, pausedExample, toAct, toAuthority } from '../fields.ts';

/** Acts that are shown. */
const MOST = 20;

export const listPauses = resource({
  id: 'listPauses',
  method: 'GET',
  path: '/authorities',
  summary: 'Estado de los organismos, y quién los puso en pausa',
  description: `Con las ${MOST} últimas pausas y reanudaciones: quién, cuándo y por qué. ${FOR_OPERATORS}`,
  access: 'reads',
  isForOperators: true,
  rate: 'read',
  standing: 'chosen',
  request: z.object({}),
  response: z.object({ authorities: z.array(authorityState), acts: z.array(act) }),
  example: {
    request: {},
    response: {
      authorities: [pausedExample],
      acts: [
        {
          act: 'pause',
          authority: 'sepe',
          at: '2026-11-24T08:00:00.000Z',
          until: '2026-11-24T10:00:00.000Z',
          message: pausedExample.message,
          reason: 'Contrat@ responde con otra página.',
          by: 'Lucía Ibáñez',
        },
      ],
    },
  },
  run: async (_, { stores: { health, operator }, now }) => {
    const [states, acts] = await Promise.all([health.statesNow(now), operator.lastActs(MOST)]);
    return { data: { authorities: states.map(toAuthority), acts: acts.map(toAct) } };
  },
});
