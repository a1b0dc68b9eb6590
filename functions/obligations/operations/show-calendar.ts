import * as z from 'zod';
import { notFound } from '../../../shared/kernel/errors.ts';
import { dayAfter, daysLater, madridDay } from '../../../shared/kernel/spanish-time.ts';
import { resource } from '../../../shared/operation/operation.ts';

/** More would be more than calendar programs take. */
const MOST = 1_000;

export const showCalendar = resource({
  id: 'showCalendar',
  method: 'GET',
  path: '/calendar.ics',
  summary: 'Calendario de plazos, para un programa de calendario',
  description:
    'La dirección completa la da POST /calendar/address. Lo que está abierto, primero lo que queda por vencer, hasta ' +
    `${MOST} plazos. Lo que no tiene fecha, por faltar el calendario oficial de un año, está en el primer día en que puede ` +
    'vencer, y lo dice.',
  access: 'anonymous',
  rate: 'read',
  standing: 'chosen',
  alsoAnswers: {
    404: 'La dirección no vale: se anuló, hay una más reciente o el acceso de su usuario ya no es el mismo.',
  },
  request: z.object({ token: z.string().max(200).meta({ description: 'Parte secreta de la dirección.' }) }),
  page: 'text/calendar',
  response: z.string().meta({ description: 'Calendario (RFC 5545), sin envoltorio.' }),
  example: { request: { token: '3q2-7wAA…' }, response: 'BEGIN:VCALENDAR…' },
  run: async ({ token }, { stores, now }) => {
    const owner = await stores.obligations.ownerOfCalendar(token);
    if (!owner) throw notFound('La dirección no existe.');
    const { accountId, clientId: companyId } = owner;
    const today = madridDay(daysLater(now, owner.daysAhead));
    const read = async (limit: number, days: { dueFrom: string; dueTo?: string }) => {
      const wanted = { accountId, companyId, state: 'open' as const, limit, ...days, fits: () => true };
      return limit > 0 ? (await stores.obligations.listObligations(wanted)).obligations : [];
    };
    const coming = await read(MOST, { dueFrom: today });
    // What has no last day is sorted before all that has one.
    const uncounted = await read(MOST - coming.length, { dueFrom: '0', dueTo: '0' });
    const late = await read(MOST - coming.length - uncounted.length, {
      dueFrom: '1',
      dueTo: dayAfter(today, { days: -1 }),
    });
    const obligations = [...uncounted, ...late, ...coming];
    const companies = new Set(obligations.flatMap((one) => one.companyId ?? []));
    const [names, { calendarOf }] = await Promise.all([
      owner.names ? stores.clients.companyNames(accountId, companies) : undefined,
      import('../feed.ts'),
    ]);
    return {
      page: {
        contentType: 'text/calendar; charset=utf-8',
        body: calendarOf(obligations, { names, today, now }),
      },
    };
  },
});
