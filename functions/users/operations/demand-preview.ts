import * as z from 'zod';
import { PREVIEWS } from '../../../shared/kernel/roles.ts';
import { resource } from '../../../shared/operation/operation.ts';
import { onlyUsers } from '../../../shared/operation/signed-in.ts';

const preview = z.enum(PREVIEWS).meta({
  description:
    'optional: se presenta con simulacro previo o sin él; required: solo lo que pasó un simulacro; another: además, lo hizo otra ' +
    'persona.',
});

export const demandPreview = resource({
  id: 'demandPreview',
  method: 'PUT',
  path: '/preview',
  summary: 'Exigir a los usuarios un simulacro antes de presentar',
  description:
    'Con required y another, lo que un usuario presenta sin el previewToken de su simulacro (cabecera Preview-Token) es un 422, ' +
    'desde ese momento. Los tokens de programa no cambian, ni las operaciones que no admiten test.',
  access: 'owner',
  admits: onlyUsers,
  rate: 'write',
  standing: 'chosen',
  request: z.object({ preview }),
  response: z.object({ preview }),
  example: { request: { preview: 'another' }, response: { preview: 'another' } },
  run: async ({ preview }, { caller, stores }) => {
    await stores.accounts.setAccountChoice(caller.accountId, { previews: preview });
    return { data: { preview } };
  },
});
