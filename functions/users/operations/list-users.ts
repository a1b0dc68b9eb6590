import * as z from 'zod';
import { resource } from '../../../shared/operation/operation.ts';
import { onlyUsers } from '../../../shared/operation/signed-in.ts';
import { toUserResource, userExample, userResource } from '../fields.ts';

export const listUsers = resource({
  id: 'listUsers',
  method: 'GET',
  path: '/',
  summary: 'Listar los usuarios de la cuenta',
  description: 'Por orden de alta. Los accesos de las empresas cliente no están aquí.',
  access: 'owner',
  admits: onlyUsers,
  rate: 'read',
  standing: 'chosen',
  request: z.object({}),
  response: z.array(userResource),
  example: { request: {}, response: [userExample] },
  run: async (_, { caller, stores }) => {
    return { data: (await stores.users.listUsers(caller.accountId)).map(toUserResource) };
  },
});
