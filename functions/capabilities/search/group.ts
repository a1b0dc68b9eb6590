import type { LazyGroup } from '../../../shared/operation/operation.ts';

const load = () => import('./operations.ts');

/** One search for all that an account has: workers, companies and trámites. */
export const search: LazyGroup = {
  name: 'search',
  prefix: '/api/v4/search',
  title: 'Búsqueda',
  needs: ['accounts:read', 'filings:read', 'people:find'],
  operations: {
    'GET /': async () => (await load()).searchAll,
  },
};
