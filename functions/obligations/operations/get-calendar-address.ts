import * as z from 'zod';
import { resource } from '../../../shared/operation/operation.ts';
import { calendarAddress } from '../fields.ts';

export const getCalendarAddress = resource({
  id: 'getCalendarAddress',
  method: 'GET',
  path: '/calendar/address',
  summary: 'Consultar si hay una dirección secreta con el calendario de plazos',
  description: 'La del usuario que llama. La dirección misma solo se muestra al crearla.',
  access: 'reads',
  rate: 'read',
  standing: 'chosen',
  request: z.object({}),
  response: calendarAddress,
  example: {
    request: {},
    response: { active: true, names: false, created_at: '2026-11-20T09:30:00.000Z' },
  },
  run: async (_, { user, stores }) => {
    const address = await stores.obligations.findCalendarAddress(user);
    return {
      data: {
        active: address !== undefined,
        names: address?.names ?? false,
        created_at: address?.createdAt ?? null,
      },
    };
  },
});
