import type { LazyGroup } from '../../../shared/operation/operation.ts';

const load = () => import('./operations.ts');

/** Compares client companies' lists of workers with the authorities' records. */
export const reconciliation: LazyGroup = {
  name: 'reconciliation',
  prefix: '/api/v4',
  title: 'Plantillas y cuadres',
  needs: [
    'accounts:get',
    'clients:get',
    'clients:find',
    'tokens:check',
    'documents:read',
    'documents:write',
    'filings:read',
    'filings:write',
    'filing-key:read',
    'work-queues:send',
    'health:read',
    'sheets:ask',
    'workforce:write',
    'reconciliations:write',
    'reconciliations:forget',
  ],
  operations: {
    'PUT /workforce/{customerID}': async () => (await load()).saveWorkforce,
    'GET /workforce/{customerID}': async () => (await load()).getWorkforce,
    'GET /reconciliations': async () => (await load()).listReconciliations,
    'POST /reconciliations': async () => (await load()).createReconciliation,
    'GET /reconciliations/{reconciliationId}': async () => (await load()).getReconciliation,
    'DELETE /reconciliations/{reconciliationId}': async () => (await load()).stopReconciliation,
    'PUT /reconciliations/nightly/{customerID}': async () => (await load()).switchNightly,
    'POST /reconciliations/{reconciliationId}/accept': async () => (await load()).acceptDifference,
    'POST /reconciliations/{reconciliationId}/import': async () => (await load()).fillWorkforce,
    'DELETE /reconciliations/{reconciliationId}/accept/{key}': async () => (await load()).unacceptDifference,
    'GET /reconciliations/{reconciliationId}/result': async () => (await load()).getReconciliationResult,
  },
};
