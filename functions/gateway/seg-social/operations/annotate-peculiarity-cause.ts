import * as z from 'zod';
import { ccc, date, regimen, test } from '../../../../shared/kernel/fields.ts';
import { planned } from '../../../../shared/operation/planned.ts';
import { convenio, exampleCcc, PECULIARITY_CAUSES_UNKNOWN } from '../fields.ts';

export const annotatePeculiarityCause = planned({
  id: 'annotatePeculiarityCause',
  method: 'POST',
  path: '/anotaciones-causa-peculiaridades',
  summary: 'Anotar una causa de peculiaridades de cotización en una cuenta',
  authority: 'tgss',
  rate: 'write',
  request: z.object({ test, regimen, ccc, convenio, startDate: date('Desde cuándo.') }),
  example: {
    ...exampleCcc,
    convenio: '28000785011982',
    startDate: '2026-01-01',
  },
  missing: PECULIARITY_CAUSES_UNKNOWN,
});
