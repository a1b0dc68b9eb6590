import { expect, test } from 'vitest';
import { toResources } from '../../../functions/capabilities/obligations/fields.ts';
import type { KeptObligation } from '../../../functions/capabilities/obligations/store/obligation-row.ts';
import { obligationsOf } from '../../support/due.ts';

/** The batch in which an obligation is fulfilled. */

const day = '2026-11-02';
const [contract] = obligationsOf(
  [
    {
      id: 'f1',
      kind: 'alta',
      at: `${day}T09:00:00.000Z`,
      how: 'accepted',
      date: day,
      contractType: '100',
      account: '011128000000097',
      document: '99999001R',
    },
  ],
  'worker',
  { today: day },
);
const kept = { ...contract, accountId: 'a', companyId: 7, subject: { kind: 'worker', mac: 'm' } };

test('the name of a batch is not shown to a client company that does not have the batch, because it may name others', async () => {
  const batchFor = async (clientId: number | undefined, ofBatch: number) => {
    const ports = {
      caller: { accountId: 'a', clientId },
      stores: {
        obligations: { getHolidays: async () => [] },
        clients: { companyNames: async () => new Map() },
      },
      openBatchesOf: async () =>
        new Map([[contract!.id, { id: 'b1', name: 'Altas de Bar Luna', clientId: ofBatch }]]),
      authorityNow: new Date(`${day}T09:00:00Z`),
    } as unknown as Parameters<typeof toResources>[1];
    const [resource] = await toResources([kept as KeptObligation], ports);
    return resource!.batch;
  };
  const named = { id: 'b1', name: 'Altas de Bar Luna' };
  expect(await batchFor(undefined, 0)).toEqual(named);
  expect(await batchFor(undefined, 7)).toEqual(named);
  expect(await batchFor(7, 7)).toEqual(named);
  expect(await batchFor(7, 0)).toEqual({ id: 'b1', name: 'Lote de quien lleva su cuenta' });
});
