import type { LazyGroup } from '../../shared/operation/operation.ts';

const load = () => import('./operations.ts');

/** Which mails a user gets, and the page behind the link with which each of them ends. */
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
