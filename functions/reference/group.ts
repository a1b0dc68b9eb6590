import type { LazyGroup } from '../../shared/operation/operation.ts';

/** The reference, for programs and for people. Its function also answers requests to addresses that no group has. */
export const reference: LazyGroup = {
  name: 'reference',
  prefix: '/api/v4',
  title: 'Referencia',
  needs: ['counts:write', 'health:read'],
  operations: {
    'GET /': async () => (await import('./operations/show-start.ts')).showStart,
    'GET /openapi.json': async () => (await import('./operations/get-openapi.ts')).getOpenApi,
    'GET /status': async () => (await import('./operations/get-status.ts')).getStatus,
    'GET /docs': async () => (await import('./operations/show-guide.ts')).showGuide,
    'GET /docs/{page}': async () => (await import('./operations/show-reference-page.ts')).showReferencePage,
    'GET /docs/scripts/{file}': async () =>
      (await import('./operations/get-reference-script.ts')).getReferenceScript,
    'GET /docs/styles/{file}': async () =>
      (await import('./operations/get-reference-style.ts')).getReferenceStyle,
  },
};
