import type { LazyGroup } from '../../../shared/operation/operation.ts';

const loadWorkforce = () => import('./operations/workforce.ts');
const loadReconciliations = () => import('./operations/reconciliations.ts');
const loadNights = () => import('./operations/nights.ts');

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
    'PUT /workforce/{customerID}': async () => (await loadWorkforce()).saveWorkforce,
    'GET /workforce/{customerID}': async () => (await loadWorkforce()).getWorkforce,
    'GET /reconciliations': async () => (await loadReconciliations()).listReconciliations,
    'POST /reconciliations': async () => (await loadReconciliations()).createReconciliation,
    'GET /reconciliations/{reconciliationId}': async () => (await loadReconciliations()).getReconciliation,
    'DELETE /reconciliations/{reconciliationId}': async () =>
      (await loadReconciliations()).stopReconciliation,
    'PUT /reconciliations/nightly/{customerID}': async () => (await loadNights()).switchNightly,
    'POST /reconciliations/{reconciliationId}/accept': async () => (await loadNights()).acceptDifference,
    'POST /reconciliations/{reconciliationId}/import': async () => (await loadWorkforce()).fillWorkforce,
    'DELETE /reconciliations/{reconciliationId}/accept/{key}': async () =>
      (await loadNights()).unacceptDifference,
    'GET /reconciliations/{reconciliationId}/result': async () =>
      (await loadReconciliations()).getReconciliationResult,
  },
};
