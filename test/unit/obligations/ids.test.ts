import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { obligationsOf } from '../../../functions/capabilities/obligations/due.ts';
import type { Fact } from '../../../shared/operation/fact.ts';

const alta: Fact = {
  id: 'alta',
  kind: 'alta',
  at: '2026-11-05T09:00:00.000Z',
  how: 'accepted',
  contractType: '100',
  account: '011128000000097',
  document: '99999001R',
  date: '2026-11-09',
};
const TODAY = '2026-11-20';
const IDENTITY = JSON.stringify(['contrato', alta.account, alta.date, alta.document]);
const inAccount = (account: string) => (identity: string) =>
  createHash('sha256').update(`${account} ${identity}`).digest('hex').slice(0, 32);
const due = (account: string, facts: Fact[], known: ReturnType<typeof obligationsOf> = []) =>
  obligationsOf(facts, 'worker', { today: TODAY, known, idOf: inAccount(account) });

test('the id of an obligation follows from account and obligation, and is the same each time', () => {
  const [one] = due('a', [alta]);
  expect(one!.id).toBe(inAccount('a')(IDENTITY));
  expect(due('a', [alta, { ...alta, id: 'seen', how: 'proved' }])[0]!.id).toBe(one!.id);
  expect(due('b', [alta])[0]!.id).not.toBe(one!.id);
  expect(one!.id).not.toBe(createHash('sha256').update(IDENTITY).digest('hex').slice(0, 32));
});
