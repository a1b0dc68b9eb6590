import { expect, test } from 'vitest';
import { customer } from '../../../../functions/gateway/customer/group.ts';
import { loadGroup } from '../../../../shared/derive/groups.ts';
import type { Resource } from '../../../../shared/operation/operation.ts';

test('a client company only lists, and only itself', async () => {
  const { operations } = await loadGroup(customer);
  const account = { accountId: 'a', userId: 'u', sessionId: 's' };
  const refusing = (operations as Resource[]).filter(({ admits }) => {
    admits?.(account);
    try {
      admits?.({ ...account, clientId: 7 });
      return false;
    } catch (error) {
      expect(error).toMatchObject({ status: 403 });
      return true;
    }
  });
  expect(refusing.map(({ id }) => id)).toEqual([
    'saveClient',
    'changeClient',
    'removeClientAccount',
    'deleteClient',
    'activateClient',
  ]);
});
