import * as z from 'zod';
import { resource } from '../../../shared/operation/operation.ts';
import { days, FOR_OPERATORS, lastDays, state } from '../fields.ts';

const total = z
  .object({
    day: z.string().meta({ description: 'Día en España, AAAA-MM-DD.' }),
    authority: z.string().meta({ description: 'Organismo: tgss, sepe, aeat o dehu.' }),
    operation: z.string().meta({ description: 'Método y dirección.' }),
    state,
    count: z.int().meta({ description: 'Trámites que llegaron a él ese día.' }),
  })
  .meta({ id: 'FilingTotal' });

export const countFilings = resource({
  id: 'countFilings',
  method: 'GET',
  path: '/filings',
  summary: 'Trámites de todas las cuentas, por estado y día',
  description:
    'Recuentos aproximados, sin ningún dato de los trámites. Uno desconocido cuyo desenlace se encuentra cuenta en los dos ' +
    `estados. ${FOR_OPERATORS}`,
  access: 'reads',
  isForOperators: true,
  rate: 'read',
  standing: 'chosen',
  request: z.object({ days }),
  response: z.object({
    totals: z.array(total).meta({ description: 'Del día más reciente al más antiguo.' }),
  }),
  example: {
    request: { days: 1 },
    response: {
      totals: [
        {
          day: '2026-11-24',
          authority: 'tgss',
          operation: 'POST /api/v4/seg-social/alta',
          state: 'accepted',
          count: 318,
        },
      ],
    },
  },
  run: async (request, { stores: { operator }, now }) => {
    const found = await Promise.all(lastDays(request.days, now).map((day) => operator.totalsOf(day)));
    return { data: { totals: found.flat() } };
  },
});
