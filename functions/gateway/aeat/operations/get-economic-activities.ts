import * as z from 'zod';
import { economicActivities } from '../../../../shared/authorities/aeat/economic-activities.ts';
import { integer } from '../../../../shared/kernel/fields.ts';
import { rule } from '../../../../shared/kernel/rules.ts';
import { reading } from '../../../../shared/operation/operation.ts';
import { certificateReply, exampleCertificate, withFile } from '../fields.ts';

/** The tax was first charged for this year. */
const FIRST_YEAR = 1992;

export const getEconomicActivities = reading({
  id: 'getEconomicActivities',
  method: 'GET',
  path: '/report-iae',
  summary: 'Certificado del impuesto sobre actividades económicas (IAE)',
  description: 'Del titular del certificado digital, para un ejercicio que la Agencia Tributaria ofrezca.',
  authority: 'aeat',
  rate: 'read',
  standing: 'document',
  request: z
    .object({ period: integer('Ejercicio: un año de cuatro cifras.', 2100) })
    .check(
      rule('period', `Debe ser un año desde ${FIRST_YEAR}.`, ({ period }) => Number(period) < FIRST_YEAR),
    ),
  response: withFile,
  example: { request: { period: 2026 }, response: exampleCertificate('certificado-iae.pdf') },
  run: async ({ period }, { aeat, keep }) =>
    certificateReply(await aeat.read(economicActivities, { year: period }), keep),
});
