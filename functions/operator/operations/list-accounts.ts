import * as z from 'zod';
import { text } from '../../../shared/kernel/fields.ts';
import { resource } from '../../../shared/operation/operation.ts';
import { days, FOR_OPERATORS, lastDays } from '../fields.ts';

/** Accounts of a page: with a week of totals some 400 rows are read. */
const PAGE = 50;

const count = (description: string) => z.int().meta({ description });

const account = z
  .object({
    id: z.string().meta({ description: 'Identificador.' }),
    name: z.string().meta({ description: 'Nombre.' }),
    created_at: z.string().meta({ description: 'Alta, ISO 8601.' }),
    disabled: z.boolean().meta({ description: 'Si está desactivada.' }),
    last_call_at: z
      .string()
      .nullable()
      .meta({ description: 'Última llamada, con una hora de margen, ISO 8601.' }),
    accepted: count('Trámites realizados.'),
    refused: count('Rechazados por el organismo.'),
    notSent: count('Que no llegaron a enviarse.'),
    unknown: count('De los que no se supo el desenlace.'),
    failure_rate: z
      .number()
      .nullable()
      .meta({ description: 'Parte de ellos que no se realizó, de 0 a 1; null si no hay ninguno.' }),
  })
  .meta({ id: 'OperatorAccount' });

export const listOperatorAccounts = resource({
  id: 'listOperatorAccounts',
  method: 'GET',
  path: '/accounts',
  summary: 'Cuentas del servicio, con su última llamada y sus fallos',
  description: `Por identificador, ${PAGE} por página. Son recuentos aproximados, sin simulacros. ${FOR_OPERATORS}`,
  access: 'reads',
  isForOperators: true,
  rate: 'read',
  standing: 'chosen',
  request: z.object({ days, after: text(36, 'next de la página anterior.').optional() }),
  response: z.object({
    accounts: z.array(account),
    next: z.string().nullable().meta({ description: 'Para after; null si no hay más.' }),
  }),
  example: {
    request: { days: 7 },
    response: {
      accounts: [
        {
          id: '7d9f3c52-6a0e-4a55-9a44-0c3b8f1e2d60',
          name: 'Nóminas de Ejemplo',
          created_at: '2026-01-15T08:30:00.000Z',
          disabled: false,
          last_call_at: '2026-11-24T08:12:00.000Z',
          ...{ accepted: 196, refused: 3, notSent: 0, unknown: 1 },
          failure_rate: 0.02,
        },
      ],
      next: null,
    },
  },
  run: async (request, { stores: { operator }, now }) => {
    const { accounts, end } = await operator.pageOfAccounts(PAGE, request.after);
    const ids = accounts.map(({ id }) => id);
    const totals = await operator.totalsOfAccounts(ids, lastDays(request.days, now));
    return {
      data: {
        accounts: accounts.map(({ id, name, createdAt, disabled, calledAt }) => {
          const { accepted = 0, refused = 0, notSent = 0, unknown = 0 } = totals.get(id) ?? {};
          const failed = refused + notSent + unknown;
          return {
            ...{ id, name, created_at: createdAt, disabled, last_call_at: calledAt ?? null },
            ...{ accepted, refused, notSent, unknown },
            failure_rate: accepted + failed === 0 ? null : failed / (accepted + failed),
          };
        }),
        next: end ?? null,
      },
    };
  },
});
