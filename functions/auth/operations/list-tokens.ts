import * as z from 'zod';
import { resource } from '../../../shared/operation/operation.ts';
import { onlySignedIn } from '../../../shared/operation/signed-in.ts';
import { tokenExample, tokenResource, toTokenResource } from '../fields.ts';

export const listTokens = resource({
  id: 'listTokens',
  method: 'GET',
  path: '/tokens',
  summary: 'Listar los tokens de programa',
  description:
    'Los que valen, del más antiguo al más reciente. El texto de un token solo se muestra al crearlo.',
  access: 'reads',
  admits: onlySignedIn,
  rate: 'read',
  standing: 'chosen',
  request: z.object({}),
  response: z.array(tokenResource),
  example: { request: {}, response: [tokenExample] },
  run: async (_, { user, stores, now }) => {
    return { data: (await stores.apiTokens.listApiTokens(user, now)).map(toTokenResource) };
  },
});
