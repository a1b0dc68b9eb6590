import * as z from 'zod';
import { resource } from '../../../shared/operation/operation.ts';
import { authority, authorityState, FOR_OPERATORS, pausedExample, reason, toAuthority } from '../fields.ts';

export const resumeAuthority = resource({
  id: 'resumeAuthority',
  method: 'DELETE',
  path: '/authorities/{authority}',
  summary: 'Terminar la pausa de un organismo',
  description: `También antes de su hora; sin pausa no cambia nada. Queda constancia de quién lo hizo. ${FOR_OPERATORS}`,
  access: 'owner',
  isForOperators: true,
  rate: 'write',
  standing: 'chosen',
  request: z.object({ authority, reason: reason.optional() }),
  response: authorityState,
  example: {
    request: { authority: 'sepe', reason: 'Corregido.' },
    response: {
      ...{ ...pausedExample, state: 'up', paused: false },
      ...{ since: null, until: null, message: null },
    },
  },
  run: async ({ authority, reason }, { caller, user, stores, now }) => {
    const by = { userId: caller.userId, name: user.name };
    await stores.operator.resumeAuthority(authority, { by, ...(reason && { reason }) }, now);
    const states = await stores.health.statesNow(now);
    return { data: toAuthority(states.find((one) => one.authority === authority)!) };
  },
});
