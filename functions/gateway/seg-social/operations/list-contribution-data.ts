import * as z from 'zod';
import { contributionReports } from '../../../../shared/authorities/tgss/jacada/contribution-data.ts';
import { ccc, nss, regimen } from '../../../../shared/kernel/fields.ts';
import { answerText } from '../../../../shared/operation/answer-fields.ts';
import { reading } from '../../../../shared/operation/operation.ts';
import { exampleInAccount } from '../fields.ts';

export const listContributionData = reading({
  id: 'listContributionData',
  method: 'GET',
  path: '/idc-info-for-nss',
  summary: 'Altas de un trabajador de las que hay informe de datos para la cotización',
  description: 'El informe de cada una se pide con GET /idc y su fecha_alta.',
  authority: 'tgss',
  rate: 'read',
  standing: 'chosen',
  request: z.object({ regimen, ccc, nss }),
  response: z.array(
    z.object({
      regimen: answerText('Régimen.'),
      ccc: answerText('Cuenta de cotización.'),
      nss: answerText('Número de la Seguridad Social.'),
      fecha_alta: answerText('Fecha real de alta, AAAA-MM-DD.'),
      fecha_baja: answerText('Fecha real de baja, AAAA-MM-DD; vacía si sigue de alta.'),
    }),
  ),
  example: {
    request: exampleInAccount,
    response: [{ ...exampleInAccount, fecha_alta: '2025-11-03', fecha_baja: '' }],
  },
  run: async (request, { tgss }) => {
    const found = await tgss.read(contributionReports, request);
    return {
      data: found.map(({ start, end }) => ({ ...request, fecha_alta: start, fecha_baja: end })),
    };
  },
});
