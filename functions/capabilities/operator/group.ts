import type { LazyGroup } from '../../../shared/operation/operation.ts';

const load = () => import('./operations.ts');

/** For operators of the service only: the state of all accounts, and pauses of authorities. */
export const operator: LazyGroup = {
  name: 'operator',
  prefix: '/api/v4/operator',
  title: 'Operador',
  needs: ['operator:read', 'authorities:pause', 'health:read'],
  operations: {
    'GET /accounts': async () => (await load()).listOperatorAccounts,
    'GET /filings': async () => (await load()).countFilings,
    'GET /unknown': async () => (await load()).listUnknownOutcomes,
    'GET /alarms': async () => (await load()).listAlarms,
    'GET /authorities': async () => (await load()).listPauses,
    'PUT /authorities/{authority}': async () => (await load()).pauseAuthority,
    'DELETE /authorities/{authority}': async () => (await load()).resumeAuthority,
  },
};
