import type { LazyGroup } from '../../../shared/operation/operation.ts';

const load = () => import('./operations.ts');

/** A user's choice of mails, and the page behind their unsubscribe links. */
export const mails: LazyGroup = {
  name: 'mails',
  prefix: '/api/v4/mails',
  title: 'Correos',
  needs: ['users:get', 'mail-choices:write'],
  operations: {
    'GET /': async () => (await load()).getMails,
    'PUT /': async () => (await load()).chooseMails,
    'GET /unsubscribe': async () => (await load()).showUnsubscribe,
    'POST /unsubscribe': async () => (await load()).unsubscribe,
  },
};
