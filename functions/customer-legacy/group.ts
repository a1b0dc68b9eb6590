import type { Group } from '../../shared/operation.ts';
import { activateClient } from '../customer/operations/activate-client.ts';
import { deleteClient } from '../customer/operations/delete-client.ts';
import { listClients } from '../customer/operations/list-clients.ts';
import { saveClient } from '../customer/operations/save-client.ts';
import { legacy } from './legacy.ts';

/** The older variant of the clients group: the same store and operations, another shape. */
export const customerLegacy: Group = {
  name: 'customer-legacy',
  prefix: '/api/web/v3/customer',
  title: 'Clientes (variante anterior)',
  needs: ['records:write', 'passwords:write', 'certificate-secrets:delete', 'mail:send'],
  operations: [listClients(legacy), saveClient(legacy), deleteClient(legacy), activateClient(legacy)],
};
