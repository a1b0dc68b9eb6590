import * as z from 'zod';
import { bool } from '../../../shared/kernel/fields.ts';
import { resource } from '../../../shared/operation/operation.ts';
import { onlyUsers } from '../../../shared/operation/signed-in.ts';

const required = z.boolean().meta({ description: 'Si la cuenta lo exige.' });

export const demandSecondFactor = resource({
  id: 'demandSecondFactor',
  method: 'PATCH',
  path: '/',
  summary: 'Exigir el segundo factor a los usuarios de la cuenta',
  description:
    'Quien no lo tiene solo puede activarlo, desde ese momento; las demás peticiones reciben 403. Los webhooks y las ' +
    'direcciones de calendario de cuando su usuario no lo tenía dejan de valer. Los tokens de programa y las empresas cliente ' +
    'no cambian.',
  access: 'owner',
  admits: onlyUsers,
  rate: 'write',
  standing: 'chosen',
  request: z.object({
    second_factor_required: bool('Verdadero lo exige, falso deja que cada persona lo decida.'),
  }),
  response: z.object({ second_factor_required: required }),
  example: {
    request: { second_factor_required: true },
    response: { second_factor_required: true },
  },
  run: async ({ second_factor_required }, { caller, stores }) => {
    await stores.accounts.setAccountChoice(caller.accountId, {
      secondFactor: second_factor_required ? 'required' : 'optional',
    });
    return { data: { second_factor_required } };
  },
});
