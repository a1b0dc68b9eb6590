import type { Gateway } from '../gateway.ts';
import type { Isolated } from '../of-capabilities.ts';

const batchOf = async (gateway: Gateway): Promise<string> =>
  (await gateway.post('/api/v4/batches', { name: 'Lote', rows: [{ body: {} }] })).body.data.batch.id;

/** Batches of accounts and of client companies. */
export const isolated: Isolated = {
  field: 'batchId',
  ofOthers: async ({ other, sibling }) => ({
    toAccount: { "another tenant's": await batchOf(other) },
    toClient: { "a client company's": await batchOf(sibling.gateway) },
  }),
};
