import * as z from 'zod';
import { bondOf } from '../../../shared/kernel/bond.ts';
import { bool } from '../../../shared/kernel/fields.ts';
import { resource } from '../../../shared/operation/operation.ts';
import { onlySignedIn } from '../../../shared/operation/signed-in.ts';
import { calendarAddress } from '../fields.ts';

export const createCalendarAddress = resource({
  id: 'createCalendarAddress',
  method: 'POST',
  path: '/calendar/address',
  summary: 'Crear la dirección secreta con el calendario de plazos',
  description:
    'Para suscribirse desde un programa de calendario (iCalendar, RFC 5545): un día entero por cada plazo de lo que está ' +
    'abierto. Quien tiene la dirección lo ve sin contraseña. La anterior del mismo usuario deja de valer, y esta cuando el ' +
    'usuario crea otra contraseña, se cierran todas sus sesiones o pierde el acceso, o la cuenta exige un segundo factor que él ' +
    'no tenía.',
  access: 'reads',
  admits: onlySignedIn,
  rate: 'write',
  standing: 'chosen',
  request: z.object({
    names: bool(
      'Si el calendario nombra a las empresas y el documento de los trabajadores; si no, solo el número de cliente.',
    ).optional(),
  }),
  response: calendarAddress.extend({
    url: z.string().meta({ description: 'La dirección. Guárdela: no se vuelve a mostrar.' }),
  }),
  example: {
    request: { names: false },
    response: {
      active: true,
      names: false,
      created_at: '2026-11-20T09:30:00.000Z',
      url: 'https://pasarela.example.com/api/v4/calendar.ics?token=3q2-7wAA…',
    },
  },
  run: async ({ names = false }, { caller, user, stores, origin, now }) => {
    const bond = bondOf(user, caller.generation);
    const token = await stores.obligations.issueCalendarAddress(user, { names, bond }, now);
    return {
      data: {
        active: true,
        names,
        created_at: now.toISOString(),
        url: `${origin}/api/v4/calendar.ics?token=${token}`,
      },
    };
  },
});
