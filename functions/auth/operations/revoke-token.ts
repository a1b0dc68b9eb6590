import * as z from 'zod';
import { notFound } from '../../../shared/kernel/errors.ts';
import { noData } from '../../../shared/kernel/fields.ts';
import { resource } from '../../../shared/operation/operation.ts';
import { onlySignedIn } from '../../../shared/operation/signed-in.ts';
import { tokenExample } from '../fields.ts';

export const revokeToken = resource({
  id: 'revokeToken',
  method: 'DELETE',
  path: '/tokens/{tokenId}',
  summary: 'Revocar un token de programa',
  description: 'El token deja de valer de inmediato.',
  access: 'reads',
  admits: onlySignedIn,
  rate: 'write',
  standing: 'chosen',
  request: z.object({ tokenId: z.string().max(100).meta({ description: 'Identificador del token.' }) }),
  response: noData,
  example: { request: { tokenId: tokenExample.id }, response: [] },
  run: async ({ tokenId }, { caller, stores }) => {
    if (!(await stores.apiTokens.deleteApiToken(caller.accountId, caller.userId, tokenId)))
      throw notFound('El token no existe.');
    return { message: 'Token revocado.' };
  },
});
