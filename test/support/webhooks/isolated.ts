import { expect } from 'vitest';
import type { Isolated } from '../of-capabilities.ts';

/** Webhooks, which belong to accounts. */
export const isolated: Isolated = {
  field: 'webhookId',
  ofOthers: async ({ other }) => {
    const added = await other.post('/api/v4/webhooks', { url: 'https://nominas.example.com/avisos' });
    expect(added.status).toBe(200);
    return { toAccount: { "another tenant's": added.body.data.id }, toClient: {} };
  },
};
