import * as z from 'zod';
import { accountLife } from '../../../../shared/authorities/tgss/jacada/reports/of-account.ts';
import { reportTooLong } from '../../../../shared/kernel/authority-errors.ts';
import { ccc, date, regimen } from '../../../../shared/kernel/fields.ts';
import { notBefore } from '../../../../shared/kernel/rules.ts';
import { exampleFile, withFile } from '../../../../shared/operation/answer-fields.ts';
import { reading } from '../../../../shared/operation/operation.ts';
import { exampleCcc } from '../fields.ts';

export const getAccountLife = reading({
  id: 'getAccountLife',
  method: 'GET',
  path: '/life-ccc',
  summary: 'Informe de vida laboral de una cuenta de cotización',
  description:
    'Las altas y bajas de la cuenta entre dos fechas. Si el informe es demasiado largo para la Seguridad Social, se ' +
    `responde 500 con el mensaje «${reportTooLong('tgss').message}»: pida un periodo más corto.`,
  authority: 'tgss',
  rate: 'read',
  standing: 'chosen',
  alsoAnswers: {
    500: 'Página del organismo no operativa, o un informe demasiado largo: lo dice el mensaje.',
  },
  request: z
    .object({ regimen, ccc, startDate: date('Desde.'), endDate: date('Hasta.') })
    .check(notBefore('endDate', 'startDate', 'No puede ser anterior a startDate.')),
  response: withFile,
  example: {
    request: {
      ...exampleCcc,
      startDate: '2026-01-01',
      endDate: '2026-06-30',
    },
    response: { file: exampleFile('vida-laboral-cuenta.pdf') },
  },
  run: async (request, { tgss, keep }) => {
    const report = await tgss.read(accountLife, request);
    if (!report) throw reportTooLong('tgss');
    return { data: { file: await keep(report) } };
  },
});
