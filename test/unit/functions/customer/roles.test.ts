import { expect, test } from 'vitest';
import { reachOf } from '../../../../functions/customer/roles.ts';

test('a client company only lists, and only itself', () => {
  const caller = { accountId: 'a', userId: 'u', sessionId: 's' };
  const actions = ['list', 'save', 'remove', 'activate'] as const;
  expect(actions.map((action) => reachOf(caller, action))).toEqual(['all', 'all', 'all', 'all']);
  const company = { ...caller, clientId: 7 };
  expect(reachOf(company, 'list')).toBe('own');
  for (const action of actions.slice(1))
    expect(() => reachOf(company, action)).toThrow(expect.objectContaining({ status: 403 }));
});
