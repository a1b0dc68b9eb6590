import type { LazyGroup } from '../../shared/operation.ts';

/** The API reference. Its function also answers requests to addresses that no group has. */
export const reference: LazyGroup = {
  name: 'reference',
  prefix: '/api/v4',
  title: 'Referencia',
  operations: {
    'GET /openapi.json': async () => (await import('./operations/get-openapi.ts')).getOpenApi,
  },
};
