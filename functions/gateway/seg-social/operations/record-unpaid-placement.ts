import * as z from 'zod';
import { unpaidPlacement } from '../../../../shared/authorities/tgss/prosa/unpaid-placement.ts';
import { code, date, flag, integer, noData, noTest } from '../../../../shared/kernel/fields.ts';
import { submission } from '../../../../shared/operation/operation.ts';
import { cccAndWorker, exampleWorker } from '../fields.ts';

const days = (description: string) => integer(description, 31).optional();

export const recordUnpaidPlacement = submission({
  id: 'recordUnpaidPlacement',
  method: 'POST',
  path: '/pract-no-remun',
  summary: 'Comunicar los días de prácticas no remuneradas',
  authority: 'tgss',
  acts: ({ regimen, ccc, nss, startDate, identificacion: _, dni: __, test: ___, ...days }) => [
    { family: 'unpaidPlacement', subject: [regimen, ccc, nss, startDate], sets: days },
  ],
  fixesMessage: true,
  dryRun: 'not-offered',
  rate: 'write',
  standing: 'document',
  request: z.object({
    test: noTest,
    ...cccAndWorker,
    startDate: date('Mes de las prácticas; el día siempre es 01.').refine((value) => value.endsWith('-01'), {
      error: 'El día debe ser 01.',
    }),
    dia_efectivo: days('Días efectivos de prácticas.'),
    dia_previsto_itat: days('Días previstos en incapacidad temporal por accidente de trabajo.'),
    dia_previsto: days('Días previstos en pago directo.'),
    indicativo_practica: code({ N: 'no son prácticas' }, 'N si no son prácticas.').optional(),
    no_remunerada: flag('Con valor 1, prácticas no remuneradas.'),
  }),
  response: noData,
  example: {
    request: { ...exampleWorker, startDate: '2026-11-01', dia_efectivo: 20, no_remunerada: 1 },
    response: [],
  },
  run: async (request, { tgss }) => {
    await tgss.submit(unpaidPlacement, { ...request, month: request.startDate.slice(0, 7) });
    // The interface defines this message.
    return { message: 'OPERACION REALIZADA CORRECTAMENTE' };
  },
  lookUp: { none: 'No query shows these days.' },
});
