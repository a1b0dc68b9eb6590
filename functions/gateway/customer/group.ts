import type { LazyGroup, Need } from '../../../shared/operation/operation.ts';

const load = () => import('./operations.ts');

/** The shape of its requests and answers, loaded with its first operation. */
const current = async () => (await import('./fields.ts')).current;

/** Needs of the operations on client companies, at both of their addresses. */
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
    'GET /': async () => (await load()).listClients(await current()),
    'POST /': async () => (await load()).saveClient(await current()),
    'GET /{customerID}': async () => (await load()).getClient,
    'PATCH /{customerID}': async () => (await load()).changeClient,
    'DELETE /{customerID}/accounts/{account}': async () => (await load()).removeClientAccount,
    'DELETE /{customerID}': async () => (await load()).deleteClient(await current()),
    'PUT /{customerID}/activate': async () => (await load()).activateClient(await current()),
  },
};
