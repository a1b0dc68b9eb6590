import * as z from 'zod';
import { accountUpToDate } from '../../../../shared/authorities/tgss/jacada/reports/of-account.ts';
import { ccc, regimen } from '../../../../shared/kernel/fields.ts';
import { exampleFile, withFile } from '../../../../shared/operation/answer-fields.ts';
import { reading } from '../../../../shared/operation/operation.ts';
import { exampleCcc } from '../fields.ts';

export const getUpToDate = reading({
  id: 'getUpToDate',
  method: 'GET',
  path: '/certificate-corriente',
  summary: 'Certificado de estar al corriente con la Seguridad Social de una cuenta',
  description: 'Con todos los apartados del certificado y, si hay deuda, su detalle.',
  authority: 'tgss',
  rate: 'read',
  standing: 'chosen',
  request: z.object({ regimen, ccc }),
  response: withFile,
  example: {
    request: exampleCcc,
    response: { file: exampleFile('situacion-cotizacion.pdf') },
  },
  run: async (request, { tgss, keep }) => ({
    data: { file: await keep(await tgss.read(accountUpToDate, request)) },
  }),
});
