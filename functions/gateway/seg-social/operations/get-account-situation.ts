import * as z from 'zod';
import { ccc, regimen } from '../../../../shared/kernel/fields.ts';
import { planned } from '../../../../shared/operation/planned.ts';
import { exampleCcc } from '../fields.ts';

export const getAccountSituation = planned({
  id: 'getAccountSituation',
  method: 'GET',
  path: '/report-situation-ccc',
  summary: 'Informe de situación de una cuenta de cotización',
  authority: 'tgss',
  rate: 'read',
  request: z.object({ regimen, ccc }),
  example: exampleCcc,
  missing:
    'no es público con qué transacción de la Seguridad Social se obtiene el informe de situación de una cuenta, ni sus pantallas',
});
