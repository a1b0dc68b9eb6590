import type { LazyGroup } from '../../shared/operation/operation.ts';
import { CLIENT_NEEDS } from '../customer/group.ts';

/** The shape of its requests and answers, loaded with its first operation. */
const legacy = async () => (await import('./legacy.ts')).legacy;

/** The older variant of the clients group: the same store and operations, another shape. */
export const customerLegacy: LazyGroup = {
  name: 'customer-legacy',
  prefix: '/api/web/v3/customer',
  title: 'Clientes (variante anterior)',
  needs: CLIENT_NEEDS,
  operations: {
    'GET /': async () => (await import('../customer/operations/list-clients.ts')).listClients(await legacy()),
    'POST /': async () => (await import('../customer/operations/save-client.ts')).saveClient(await legacy()),
    'DELETE /{customerID}': async () =>
      (await import('../customer/operations/delete-client.ts')).deleteClient(await legacy()),
    'PUT /{customerID}/activate': async () =>
      (await import('../customer/operations/activate-client.ts')).activateClient(await legacy()),
  },
};
