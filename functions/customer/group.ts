import type { Group } from '../../shared/operation.ts';
import { current } from './current.ts';
import { activateClient } from './operations/activate-client.ts';
import { deleteClient } from './operations/delete-client.ts';
import { listClients } from './operations/list-clients.ts';
import { saveClient } from './operations/save-client.ts';

export const customer: Group = {
  name: 'customer',
  prefix: '/api/v4/customer',
  title: 'Clientes',
  needs: ['records:write', 'passwords:write', 'certificate-secrets:delete', 'mail:send'],
  operations: [listClients(current), saveClient(current), deleteClient(current), activateClient(current)],
};
