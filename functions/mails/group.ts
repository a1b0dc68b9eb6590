import type { LazyGroup } from '../../shared/operation/operation.ts';

/** Which mails a user gets, and the page behind the link with which each of them ends. */
export const mails: LazyGroup = {
  name: 'mails',
  prefix: '/api/v4/mails',
  title: 'Correos',
  needs: ['users:get', 'mail-choices:write'],
  operations: {
    'GET /': async () => (await import('./operations/get-mails.ts')).getMails,
    'PUT /': async () => (await import('./operations/choose-mails.ts')).chooseMails,
    'GET /unsubscribe': async () => (await import('./operations/show-unsubscribe.ts')).showUnsubscribe,
    'POST /unsubscribe': async () => (await import('./operations/unsubscribe.ts')).unsubscribe,
  },
};
