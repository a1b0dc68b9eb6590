import * as z from 'zod';
import { text } from '../../../shared/kernel/fields.ts';
import { resource } from '../../../shared/operation/operation.ts';
import {
  authority,
  authorityState,
  endOfPause,
  FOR_OPERATORS,
  pausedExample,
  reason,
  toAuthority,
  until,
} from '../fields.ts';

export const pauseAuthority = resource({
  id: 'pauseAuthority',
  method: 'PUT',
  path: '/authorities/{authority}',
  summary: 'Poner un organismo en pausa para todas las cuentas',
  description:
    'En cinco segundos, las peticiones y lo encolado para el organismo reciben 503 con message. Lo que ya se está presentando ' +
    `termina, y los desenlaces desconocidos se siguen consultando. Queda constancia de quién lo hizo. ${FOR_OPERATORS}`,
  access: 'owner',
  isForOperators: true,
  rate: 'write',
  standing: 'chosen',
  request: z.object({
    authority,
    message: text(300, 'Lo que leen quienes llaman, en español.'),
    until,
    reason,
  }),
  response: authorityState,
  example: {
    request: {
      authority: 'sepe',
      message: 'El SEPE ha cambiado una página y lo estamos comprobando.',
      until: '2026-11-24T11:00:00+01:00',
      reason: 'Contrat@ responde con otra página.',
    },
    response: pausedExample,
  },
  run: async ({ authority, message, until: wanted, reason }, { caller, user, stores, now }) => {
    const until = endOfPause(wanted, now);
    const by = { userId: caller.userId, name: user.name };
    await stores.operator.pauseAuthority(authority, { message, until, reason, by }, now);
    const states = await stores.health.statesNow(now);
    return { data: toAuthority(states.find((one) => one.authority === authority)!) };
  },
});
