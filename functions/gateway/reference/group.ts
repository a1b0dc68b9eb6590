import type { LazyGroup } from '../../../shared/operation/operation.ts';

const load = () => import('./operations.ts');

/** The reference, for programs and for people. Its function also answers requests to addresses that no group has. */
export const reference: LazyGroup = {
  name: 'reference',
  prefix: '/api/v4',
  title: 'Referencia',
  needs: ['counts:write', 'health:read'],
  operations: {
    'GET /': async () => (await load()).showStart,
    'GET /openapi.json': async () => (await load()).getOpenApi,
    'GET /status': async () => (await load()).getStatus,
    'GET /docs': async () => (await load()).showGuide,
    'GET /docs/{page}': async () => (await load()).showReferencePage,
    'GET /docs/scripts/{file}': async () => (await load()).getReferenceScript,
    'GET /docs/styles/{file}': async () => (await load()).getReferenceStyle,
  },
};
