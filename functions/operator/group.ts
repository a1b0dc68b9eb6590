import type { LazyGroup } from '../../shared/operation/operation.ts';

/** What only operators of the service see and do: how it is for all accounts, and pauses of authorities. */
export const operator: LazyGroup = {
  name: 'operator',
  prefix: '/api/v4/operator',
  title: 'Operador',
  needs: ['operator:read', 'authorities:pause', 'health:read'],
  operations: {
    'GET /accounts': async () => (await import('./operations/list-accounts.ts')).listOperatorAccounts,
    'GET /filings': async () => (await import('./operations/count-filings.ts')).countFilings,
    'GET /unknown': async () => (await import('./operations/list-unknown.ts')).listUnknownOutcomes,
    'GET /alarms': async () => (await import('./operations/list-alarms.ts')).listAlarms,
    'GET /authorities': async () => (await import('./operations/list-authorities.ts')).listPauses,
    'PUT /authorities/{authority}': async () =>
      (await import('./operations/pause-authority.ts')).pauseAuthority,
    'DELETE /authorities/{authority}': async () =>
      (await import('./operations/resume-authority.ts')).resumeAuthority,
  },
};
