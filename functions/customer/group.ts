import type { LazyGroup } from '../../shared/operation.ts';
import { current } from './current.ts';

export const customer: LazyGroup = {
  name: 'customer',
  prefix: '/api/v4/customer',
  title: 'Clientes',
  needs: ['records:write', 'passwords:write', 'certificate-secrets:delete', 'mail:send'],
  operations: {
    'GET /': async () => (await import('./operations/list-clients.ts')).listClients(current),
    'POST /': async () => (await import('./operations/save-client.ts')).saveClient(current),
    'DELETE /{customerID}': async () => (await import('./operations/delete-client.ts')).deleteClient(current),
    'PUT /{customerID}/activate': async () =>
      (await import('./operations/activate-client.ts')).activateClient(current),
  },
};
