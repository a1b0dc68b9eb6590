import type { LazyGroup } from '../../../shared/operation/operation.ts';

const load = () => import('./operations.ts');

/** What an account did with itself. */
export const audit: LazyGroup = {
  name: 'audit',
  prefix: '/api/v4/audit',
  title: 'Actividad de la cuenta',
  needs: ['acts:read'],
  operations: {
    'GET /': async () => (await load()).listActivity,
  },
};
