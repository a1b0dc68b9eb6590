import type { LazyGroup } from '../../../shared/operation/operation.ts';

const load = () => import('./operations.ts');

/** Events since a program last asked. */
export const events: LazyGroup = {
  name: 'events',
  prefix: '/api/v4/events',
  title: 'Avisos',
  needs: ['events:read', 'accounts:get'],
  operations: {
    'GET /': async () => (await load()).listEvents,
  },
};
