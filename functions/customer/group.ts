import type { LazyGroup, Need } from '../../shared/operation/operation.ts';

/** The shape of its requests and answers, loaded with its first operation. */
const current = async () => (await import('./current.ts')).current;

/** What the operations on client companies need, at both of their addresses. */
export const CLIENT_NEEDS: Need[] = [
  'accounts:read',
  'clients:write',
  'clients:links',
  'wrong-tries:forget',
  'clients:passwords',
  'passwords:delete',
  'certificate-secrets:delete',
  'mail:send',
];

export const customer: LazyGroup = {
  name: 'customer',
  prefix: '/api/v4/customer',
  title: 'Clientes',
  needs: CLIENT_NEEDS,
  operations: {
    'GET /': async () => (await import('./operations/list-clients.ts')).listClients(await current()),
    'POST /': async () => (await import('./operations/save-client.ts')).saveClient(await current()),
    'DELETE /{customerID}': async () =>
      (await import('./operations/delete-client.ts')).deleteClient(await current()),
    'PUT /{customerID}/activate': async () =>
      (await import('./operations/activate-client.ts')).activateClient(await current()),
  },
};
