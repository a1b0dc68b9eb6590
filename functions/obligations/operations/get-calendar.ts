import * as z from 'zod';
import { resource } from '../../../shared/operation/operation.ts';
import { holiday } from '../fields.ts';

export const getCalendar = resource({
  id: 'getCalendar',
  method: 'GET',
  path: '/calendar',
  summary: 'Consultar los festivos locales de la cuenta',
  description: 'Una empresa cliente ve los suyos y los de todos.',
  access: 'reads',
  rate: 'read',
  standing: 'chosen',
  request: z.object({}),
  response: z.object({ holidays: z.array(holiday) }),
  example: { request: {}, response: { holidays: [{ date: '2026-11-09', company: 12 }] } },
  run: async (_, { stores, caller: { accountId, clientId } }) => {
    const all = await stores.obligations.getHolidays(accountId);
    const isShown = (company: number | undefined) =>
      clientId === undefined || company === undefined || company === clientId;
    return { data: { holidays: all.filter(({ company }) => isShown(company)) } };
  },
});
