import * as z from 'zod';
import { ccc, regimen } from '../../../../shared/kernel/fields.ts';
import { planned } from '../../../../shared/operation/planned.ts';
import { exampleCcc, PECULIARITY_CAUSES_UNKNOWN } from '../fields.ts';

export const listPeculiarityCauses = planned({
  id: 'listPeculiarityCauses',
  method: 'GET',
  path: '/anotaciones-causa-peculiaridades',
  summary: 'Anotaciones de causa de peculiaridades de cotización de una cuenta',
  authority: 'tgss',
  rate: 'read',
  request: z.object({ regimen, ccc }),
  example: exampleCcc,
  missing: PECULIARITY_CAUSES_UNKNOWN,
});
