import type { LazyGroup } from '../../shared/operation.ts';

/** The shape of its requests and answers, loaded with its first operation. */
const current = async () => (await import('./current.ts')).current;

export const customer: LazyGroup = {
  name: 'customer',
  prefix: '/api/v4/customer',
  title: 'Clientes',
  needs: ['records:write', 'passwords:write', 'certificate-secrets:delete', 'mail:send'],
  operations: {
    'GET /': async () => (await import('./operations/list-clients.ts')).listClients(await current()),
    'POST /': async () => (await import('./operations/save-client.ts')).saveClient(await current()),
    'DELETE /{customerID}': async () =>
      (await import('./operations/delete-client.ts')).deleteClient(await current()),
    'PUT /{customerID}/activate': async () =>
      (await import('./operations/activate-client.ts')).activateClient(await current()),
  },
};
