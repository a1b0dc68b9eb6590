import { expect, test } from 'vitest';
import { obligationLine } from '../../../functions/capabilities/mails/texts.ts';
import { calendarOf } from '../../../functions/capabilities/obligations/feed.ts';
import { toResources } from '../../../functions/capabilities/obligations/fields.ts';
import type { KeptObligation } from '../../../functions/capabilities/obligations/store/obligation-row.ts';
import { obligationState } from '../../../panel/src/capabilities/obligations/words.ts';
import type { Fact } from '../../../shared/operation/fact.ts';
import { obligationsOf } from '../../support/due.ts';

/** What may be owed later, or not at all, is nowhere said to be late for certain. */

const TODAY = '2026-11-28';
const ports = {
  caller: { accountId: 'a' },
  stores: {
    obligations: { getHolidays: async () => [] },
    clients: { companyNames: async () => new Map() },
  },
  openBatchesOf: async () => new Map(),
  authorityNow: new Date(`${TODAY}T09:00:00Z`),
} as unknown as Parameters<typeof toResources>[1];
const kept = (fact: Partial<Fact>): KeptObligation => {
  const by = {
    id: 'f',
    at: '2026-11-10T09:00:00.000Z',
    how: 'accepted',
    account: '011128000000097',
    document: '99999001R',
    ...fact,
  } as Fact;
  const [one] = obligationsOf([by], 'worker', { today: TODAY });
  return {
    ...one!,
    changedAt: by.at,
    accountId: 'a',
    subject: { kind: 'worker', mac: 'm' },
  } as KeptObligation;
};
const certificate = kept({ kind: 'baja', cause: '93', date: '2026-11-27' });
const contract = kept({ kind: 'alta', contractType: '402', date: '2026-11-10' });

test.each([
  ['a company certificate', certificate, false, '27/11/2026'],
  ['a contract', contract, true, '24/11/2026'],
] as const)(
  'the obligation of %s past its day is called late for certain only if it is',
  async (_, one, certain, day) => {
    const [resource] = await toResources([one], ports);
    expect(resource).toMatchObject({
      state: 'late',
      certain,
      doubt: expect.stringMatching(/^(El envío|La firma)/),
    });
    expect(obligationState(resource!)).toEqual(
      certain ? { name: 'Fuera de plazo', tone: 'bad' } : { name: 'Puede haber vencido', tone: 'warn' },
    );
    const line = obligationLine(one, undefined, TODAY).replaceAll('\\', '');
    expect(line).toContain(`${certain ? 'venció' : 'pudo vencer'} el ${day}`);
    expect(line).toContain(resource!.doubt!.slice(0, 30));
    const text = calendarOf([one], { today: TODAY }).replace(/\r\n[ \t]/g, '');
    expect(text).toContain(`SUMMARY:${certain ? 'VENCIDA: ' : 'PUEDE HABER VENCIDO: '}`);
    expect(text).toContain(`No es seguro: ${resource!.doubt!.slice(0, 30)}`);
  },
);

test('a fulfilled obligation has no doubt any more', async () => {
  const closed = { ...certificate, state: 'closed' as const };
  expect((await toResources([closed], ports))[0]).toMatchObject({ state: 'closed', doubt: null });
});
