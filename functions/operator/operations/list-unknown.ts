import * as z from 'zod';
import { answerText } from '../../../shared/operation/answer-fields.ts';
import { resource } from '../../../shared/operation/operation.ts';
import { FOR_OPERATORS } from '../fields.ts';

/** Filings that are shown. Whoever has more looks after the oldest first. */
const MOST = 100;
const HOUR_MS = 60 * 60 * 1000;

const filing = z
  .object({
    id: answerText('Número de trámite.'),
    account: answerText('Cuenta: identificador.'),
    authority: answerText('Organismo: tgss, sepe, aeat o dehu.'),
    operation: answerText('Método y dirección.'),
    created_at: answerText('Inicio, ISO 8601.'),
    hours: z.int().meta({ description: 'Horas desde entonces.' }),
  })
  .meta({ id: 'UnknownOutcome' });

export const listUnknownOutcomes = resource({
  id: 'listUnknownOutcomes',
  method: 'GET',
  path: '/unknown',
  summary: 'Desenlaces desconocidos de todas las cuentas, los más antiguos primero',
  description:
    'También los que ya no se consultan; no los que una persona ha declarado. Sin ningún dato de lo presentado: solo su cuenta ' +
    `puede verlo y declararlo. ${FOR_OPERATORS}`,
  access: 'reads',
  isForOperators: true,
  rate: 'read',
  standing: 'chosen',
  request: z.object({}),
  response: z.object({
    filings: z.array(filing).meta({ description: `${MOST} como máximo.` }),
    more: z.boolean().meta({ description: 'Si hay más.' }),
  }),
  example: {
    request: {},
    response: {
      filings: [
        {
          id: '01KAT1H6Q2ZJ6W3N4B5V7X8Y9Z',
          account: '7d9f3c52-6a0e-4a55-9a44-0c3b8f1e2d60',
          authority: 'tgss',
          operation: 'POST /api/v4/seg-social/pract-no-remun',
          created_at: '2026-11-23T07:30:00.000Z',
          hours: 26,
        },
      ],
      more: false,
    },
  },
  run: async (_, { stores: { operator }, now }) => {
    const { filings, more } = await operator.oldestUnknown(MOST);
    return {
      data: {
        filings: filings.map(({ id, accountId, authority, operation, claimedAt }) => ({
          ...{ id, account: accountId, authority, operation, created_at: claimedAt },
          hours: Math.max(0, Math.floor((now.getTime() - Date.parse(claimedAt)) / HOUR_MS)),
        })),
        more,
      },
    };
  },
});
