import * as z from 'zod';
import { resource } from '../../../shared/operation/operation.ts';
import { onlySignedIn } from '../../../shared/operation/signed-in.ts';
import { calendarAddress } from '../fields.ts';

export const revokeCalendarAddress = resource({
  id: 'revokeCalendarAddress',
  method: 'DELETE',
  path: '/calendar/address',
  summary: 'Anular la dirección secreta con el calendario de plazos',
  description: 'La del usuario que llama deja de valer al momento.',
  access: 'reads',
  admits: onlySignedIn,
  rate: 'write',
  standing: 'chosen',
  request: z.object({}),
  response: calendarAddress,
  example: { request: {}, response: { active: false, names: false, created_at: null } },
  run: async (_, { user, stores, now }) => {
    await stores.obligations.revokeCalendarAddress(user, now);
    return { data: { active: false, names: false, created_at: null } };
  },
});
