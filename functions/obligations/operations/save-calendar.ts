import * as z from 'zod';
import { notFound } from '../../../shared/kernel/errors.ts';
import { resource } from '../../../shared/operation/operation.ts';
import { notClients } from '../../../shared/operation/signed-in.ts';
import { holiday } from '../fields.ts';

/** Days for many companies, and years. */
const MOST = 5_000;

export const saveCalendar = resource({
  id: 'saveCalendar',
  method: 'PUT',
  path: '/calendar',
  summary: 'Guardar los festivos locales de la cuenta',
  description:
    'Sustituye a los que había. Solo sirven para mostrar, en shownDue, el día que resultaría si no contaran: los registros ' +
    'electrónicos se rigen por los de toda España (Ley 39/2015, 31.3), y el plazo no se alarga.',
  access: 'files',
  admits: notClients,
  rate: 'write',
  standing: 'chosen',
  alsoAnswers: { 404: 'Una de las empresas no existe en esta cuenta; el mensaje dice cuál.' },
  request: z.object({
    holidays: z
      .array(holiday)
      .max(MOST, { error: `Son ${MOST} como máximo.` })
      .meta({ description: 'Festivos locales y autonómicos.' }),
  }),
  response: z.object({ holidays: z.array(holiday) }),
  example: {
    request: { holidays: [{ date: '2026-11-09', company: 12 }] },
    response: { holidays: [{ date: '2026-11-09', company: 12 }] },
  },
  run: async ({ holidays }, { stores, caller }) => {
    const companies = [...new Set(holidays.flatMap(({ company }) => company ?? []))];
    const found = await Promise.all(
      companies.map((company) => stores.clients.findClientBrief(caller.accountId, company)),
    );
    const missing = companies.find((_, place) => !found[place]);
    if (missing !== undefined) throw notFound(`El cliente ${missing} no existe.`);
    await stores.obligations.putHolidays(caller.accountId, holidays);
    return { data: { holidays } };
  },
});
