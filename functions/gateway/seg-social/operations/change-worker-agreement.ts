import * as z from 'zod';
import { ccc, date, dni, nss, regimen, test } from '../../../../shared/kernel/fields.ts';
import { planned } from '../../../../shared/operation/planned.ts';
import { convenio, exampleWorkerWithoutKind } from '../fields.ts';

export const changeWorkerAgreement = planned({
  id: 'changeWorkerAgreement',
  method: 'POST',
  path: '/convenios-colectivos-por-trabajador',
  summary: 'Comunicar el convenio colectivo de un trabajador',
  authority: 'tgss',
  rate: 'write',
  request: z.object({ test, regimen, ccc, nss, dni, convenio, startDate: date('Desde cuándo.') }),
  example: { ...exampleWorkerWithoutKind, convenio: '28000785011982', startDate: '2026-01-01' },
  missing:
    'no es público con qué transacción de la Seguridad Social cambia el convenio de un trabajador, ni sus pantallas',
});
