import * as z from 'zod';
import { workersReport } from '../../../../shared/authorities/tgss/jacada/reports/of-account.ts';
import { ccc, regimen } from '../../../../shared/kernel/fields.ts';
import { exampleFile, withFile } from '../../../../shared/operation/answer-fields.ts';
import { reading } from '../../../../shared/operation/operation.ts';
import { exampleCcc } from '../fields.ts';

export const getWorkersReport = reading({
  id: 'getWorkersReport',
  method: 'GET',
  path: '/informe-ita',
  summary: 'Informe de trabajadores en alta (ITA) de una cuenta de cotización',
  authority: 'tgss',
  rate: 'read',
  standing: 'chosen',
  request: z.object({ regimen, ccc }),
  response: withFile,
  example: {
    request: exampleCcc,
    response: { file: exampleFile('ITA.pdf') },
  },
  run: async (request, { tgss, keep }) => ({
    data: { file: await keep(await tgss.read(workersReport, request)) },
  }),
});
