import * as z from 'zod';
import { conflict, invalid } from '../../../shared/kernel/errors.ts';
import { resource } from '../../../shared/operation/operation.ts';
import { addDays, daysLater, madridDay } from '../../calendar.ts';
import { ofAccountItself, today } from '../fields.ts';

/** Days by which a world may be ahead: test certificates, which are good for two years, expire within them. */
const MOST_DAYS = 1_000;
/** Days for which a world lasts that nothing changes. */
const WORLD_DAYS = 7;
const DAY_MS = 24 * 60 * 60 * 1000;

export const moveClock = resource({
  id: 'moveSandboxClock',
  method: 'POST',
  path: '/clock',
  summary: 'Adelantar el día del entorno de pruebas de la cuenta',
  description:
    'Los organismos de prueba aceptan y rechazan según ese día, y a él se atienen también este servicio al comprobar las ' +
    'fechas de una petición y la caducidad de los certificados. Siguen siendo las reales las fechas y horas de los trámites ' +
    'y sus evidencias, los plazos para consultar lo desconocido, las sesiones y los límites. Solo se atrasa reiniciando el ' +
    'entorno (POST /api/v4/sandbox/reset). Las obligaciones (GET /obligations) se abren, se acercan y vencen con ese día. Una empresa cliente no puede adelantarlo.',
  access: 'owner',
  admits: ofAccountItself,
  rate: 'write',
  standing: 'chosen',
  alsoAnswers: { 409: 'Otra petición lo ha movido al mismo tiempo.' },
  request: z.object({
    days: z
      .int({ error: 'Debe ser un número entero.' })
      .min(1, { error: 'Debe ser 1 al menos: el día no se atrasa.' })
      .max(MOST_DAYS, { error: `Debe ser ${MOST_DAYS} como máximo.` })
      .meta({ description: 'Días que se adelanta, desde el día que tiene.' }),
  }),
  response: z.object({ today }),
  example: { request: { days: 10 }, response: { today: '2026-12-03' } },
  run: async ({ days }, { caller, stores, now, authorityNow }) => {
    const from = Math.round((authorityNow.getTime() - now.getTime()) / DAY_MS);
    const to = from + days;
    if (to > MOST_DAYS)
      throw invalid({ days: [`El entorno puede ir ${MOST_DAYS} días por delante, y ya va ${from}.`] });
    if (!(await stores.worlds.moveClock(caller.accountId, { from, to })))
      throw conflict('Otra petición ha movido el día del entorno al mismo tiempo. Este no se ha adelantado.');
    // What the days bring: obligations open, come near and get late. Also those that passed since it was moved before.
    const today = madridDay(daysLater(now, to));
    const since = addDays(today, -days - WORLD_DAYS);
    await stores.obligations.passDays(caller.accountId, { from: since, to: today, now });
    return { data: { today } };
  },
});
