import * as z from 'zod';
import { assignedAccounts } from '../../../../shared/authorities/tgss/prosa/assigned-accounts.ts';
import { answerText } from '../../../../shared/operation/answer-fields.ts';
import { reading } from '../../../../shared/operation/operation.ts';
import { authorisedNumber, exampleCcc } from '../fields.ts';

export const listAssignedAccounts = reading({
  id: 'listAssignedAccounts',
  method: 'GET',
  path: '/ccc-asignados',
  summary: 'Cuentas de cotización asignadas a un autorizado',
  description:
    'Las cuentas en vigor. Si el certificado tiene un solo autorizado, la Seguridad Social no lo pregunta y son las suyas.',
  authority: 'tgss',
  rate: 'read',
  standing: 'chosen',
  request: z.object({
    authorized_num: authorisedNumber('Número de autorizado, con sus ceros delante o sin ellos.'),
  }),
  response: z.array(
    z.object({
      regimen: answerText('Régimen.'),
      ccc: answerText('Cuenta de cotización.'),
      razon_social: answerText('Razón social.'),
      tipo: answerText('Código del tipo de cuenta, como lo da la Seguridad Social.'),
    }),
  ),
  example: {
    request: { authorized_num: '002517' },
    response: [
      {
        ...exampleCcc,
        razon_social: 'EMPRESA DE EJEMPLO SL',
        tipo: '01',
      },
    ],
  },
  run: async ({ authorized_num }, { tgss }) => ({
    data: await tgss.read(assignedAccounts, { authorised: authorized_num }),
  }),
});
