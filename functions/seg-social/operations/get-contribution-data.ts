import * as z from 'zod';
import { contributionData } from '../../../shared/authorities/tgss/jacada/contribution-data.ts';
import { fileObject } from '../../../shared/kernel/document.ts';
import { ccc, date, nss, regimen } from '../../../shared/kernel/fields.ts';
import { madridDay } from '../../../shared/kernel/spanish-time.ts';
import { reading } from '../../../shared/operation/operation.ts';
import { exampleFile, exampleWorker } from '../fields.ts';

export const getContributionData = reading({
  id: 'getContributionData',
  method: 'GET',
  path: '/idc',
  summary: 'Informe de datos para la cotización (IDC)',
  authority: 'tgss',
  rate: 'read',
  standing: 'chosen',
  request: z.object({ regimen, ccc, nss, startDate: date('Fecha a la que se refiere el informe.') }),
  response: z.object({
    date: z.string().meta({ description: 'Fecha en que se emite el informe, AAAA-MM-DD.' }),
    file: fileObject,
  }),
  example: {
    request: {
      regimen: exampleWorker.regimen,
      ccc: exampleWorker.ccc,
      nss: exampleWorker.nss,
      startDate: '2026-11-01',
    },
    response: { date: '2026-11-22', file: exampleFile('idc.pdf') },
  },
  run: async (request, { tgss, keep, now }) => {
    const { document } = await tgss.read(contributionData, { ...request, date: request.startDate });
    return { data: { date: madridDay(now), file: await keep(document) } };
  },
});
