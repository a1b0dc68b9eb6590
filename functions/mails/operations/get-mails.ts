import * as z from 'zod';
import { resource } from '../../../shared/operation/operation.ts';
import { mailsExample, mailsResource, toMailsResource } from '../fields.ts';

export const getMails = resource({
  id: 'getMails',
  method: 'GET',
  path: '/',
  summary: 'Consultar qué correos se reciben',
  description: 'Los del propio usuario. Al principio, ninguno.',
  access: 'reads',
  rate: 'read',
  standing: 'chosen',
  request: z.object({}),
  response: mailsResource,
  example: { request: {}, response: mailsExample },
  run: async (_, { user, stores }) => ({ data: toMailsResource(user, await stores.mails.mailsOf(user)) }),
});
