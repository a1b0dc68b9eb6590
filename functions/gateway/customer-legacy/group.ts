import type { LazyGroup } from '../../../shared/operation/operation.ts';
import { CLIENT_NEEDS } from '../customer/group.ts';

const load = () => import('../customer/operations.ts');

/** The shape of its requests and answers, loaded with its first operation. */
const legacy = async () => (await import('./fields.ts')).legacy;

/** The older variant of the clients group: the same store and operations, another shape. */
export const customerLegacy: LazyGroup = {
  name: 'customer-legacy',
  prefix: '/api/web/v3/customer',
  title: 'Clientes (variante anterior)',
  needs: CLIENT_NEEDS,
  operations: {
    'GET /': async () => (await load()).listClients(await legacy()),
    'POST /': async () => (await load()).saveClient(await legacy()),
    'DELETE /{customerID}': async () => (await load()).deleteClient(await legacy()),
    'PUT /{customerID}/activate': async () => (await load()).activateClient(await legacy()),
  },
};
