import { expect, test } from 'vitest';
import { stores } from '../../../functions/stores.ts';
import { newAccount } from '../../support/accounts.ts';
import { newUser } from '../../support/callers/users.ts';
import { demo } from '../../support/demo.ts';

/** Users change their own name. */

test('a person of any role changes her own name, which her trámites and colleagues show from then on', async () => {
  const { accountId, gateway } = await newAccount(demo.baseUrl);
  const { user, gateway: own } = await newUser(demo.baseUrl, accountId, 'reads');
  // Nothing else can be changed in this way.
  const changed = await own.call('PATCH', '/auth', { json: { name: 'Lucía Martín', role: 'owner' } });
  expect(changed).toMatchObject({
    status: 200,
    body: { data: { id: user.id, name: 'Lucía Martín', role: 'reads' } },
  });
  expect((await own.get('/auth')).body.data.name).toBe('Lucía Martín');
  const listed = (await gateway.get('/users')).body.data as { id: string; name: string; role: string }[];
  expect(listed.find(({ id }) => id === user.id)).toMatchObject({ name: 'Lucía Martín', role: 'reads' });
  for (const json of [{}, { name: '' }])
    expect((await own.call('PATCH', '/auth', { json })).status).toBe(422);
  await stores.users.removeUser(accountId, user.id, new Date());
  await expect(stores.accounts.renameUser(user.id, 'Otra', new Date())).rejects.toMatchObject({
    status: 404,
  });
});
