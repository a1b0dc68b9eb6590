import { expect, test } from 'vitest';
import { showClient } from '../../../../functions/gateway/customer/fields.ts';

test('contribution accounts are in the order in which they were added, whatever their ids', () => {
  const account = (id: number, second: number) => ({
    id,
    regimen: '0111',
    ccc: `2800000000${id}`,
    alias: 'Centro',
    addedAt: new Date(second * 1_000).toISOString(),
  });
  const shown = showClient({
    id: 1,
    name: 'Panadería',
    email: 'panaderia@example.com',
    cif: 'B12345674',
    companyName: 'PANADERIA S.L.',
    accounts: { a: account(2, 2), b: account(1, 2), c: account(3, 1), d: account(4, 3) },
    createdAt: new Date(1_000).toISOString(),
    active: true,
  });
  expect(shown.profile.account.map(({ id }) => id)).toEqual([3, 1, 2, 4]);
});
