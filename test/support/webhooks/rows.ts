import type { TestRows } from '../of-capabilities.ts';

/** What webhooks add to tests that hold a rule for all. */
export const rows: TestRows = {
  needs: {
    'POST /webhooks': 'owner',
    'PATCH /webhooks/{webhookId}': 'owner',
    'DELETE /webhooks/{webhookId}': 'owner',
    'POST /webhooks/{webhookId}/secret': 'owner',
    'DELETE /webhooks/{webhookId}/secret': 'owner',
    'POST /webhooks/{webhookId}/test': 'owner',
    'POST /webhooks/{webhookId}/deliveries/{deliveryId}/resend': 'owner',
    'POST /webhooks/{webhookId}/resend': 'owner',
  },
  notForClients: [/ \/webhooks/],
  notForTokens: [/^(POST \/webhooks$|(PATCH|DELETE) \/webhooks)|\/webhooks\/\S+\/secret$/],
  // Deliveries go to the hosts of receivers, and further attempts to their own queue. Owners get a mail about a webhook that is
  // switched off.
  functions: { hasClientForHttp: ['deliveries'], callsItself: ['deliveries'], sendsMails: ['deliveries'] },
  keysFor: ['webhook'],
  ofEmulator: ['WEBHOOKS_TO_LOOPBACK'],
};
