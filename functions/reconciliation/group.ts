import type { LazyGroup } from '../../shared/operation/operation.ts';

const load = () => import('./operations.ts');

/** What client companies believe of their workers, against what the authorities have. */
export const reconciliation: LazyGroup = {
  name: 'reconciliation',
  prefix: '/api/v4',
  title: 'Plantillas y cuadres',
  needs: ['accounts:get', 'clients:get', 'sheets:ask', 'workforce:write'],
  operations: {
    'PUT /workforce/{customerID}': async () => (await load()).saveWorkforce,
    'GET /workforce/{customerID}': async () => (await load()).getWorkforce,
  },
};
