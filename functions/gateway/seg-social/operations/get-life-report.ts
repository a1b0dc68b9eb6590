import * as z from 'zod';
import { lifeReport } from '../../../../shared/authorities/tgss/jacada/life-report.ts';
import { ccc, nss, regimen } from '../../../../shared/kernel/fields.ts';
import { exampleFile, withFile } from '../../../../shared/operation/answer-fields.ts';
import { reading } from '../../../../shared/operation/operation.ts';
import { exampleInAccount } from '../fields.ts';

export const getLifeReport = reading({
  id: 'getLifeReport',
  method: 'GET',
  path: '/life-affiliate',
  summary: 'Informe de vida laboral de un trabajador en una cuenta',
  authority: 'tgss',
  rate: 'read',
  standing: 'chosen',
  request: z.object({ regimen, ccc, nss }),
  response: withFile,
  example: {
    request: exampleInAccount,
    response: { file: exampleFile('vida-laboral.pdf') },
  },
  run: async (request, { tgss, keep }) => ({
    data: { file: await keep(await tgss.read(lifeReport, request)) },
  }),
});
