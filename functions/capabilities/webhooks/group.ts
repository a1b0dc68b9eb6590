import type { LazyGroup } from '../../../shared/operation/operation.ts';

const load = () => import('./operations.ts');

/** Addresses to which an account wants its events sent, and their deliveries. Another function sends them. */
export const webhooks: LazyGroup = {
  name: 'webhooks',
  prefix: '/api/v4/webhooks',
  title: 'Webhooks',
  needs: [
    'accounts:get',
    'users:get',
    'webhooks:read',
    'webhooks:write',
    'deliveries:again',
    'deliveries:send',
  ],
  operations: {
    'GET /': async () => (await load()).listWebhooks,
    'POST /': async () => (await load()).addWebhook,
    'PATCH /{webhookId}': async () => (await load()).changeWebhook,
    'DELETE /{webhookId}': async () => (await load()).removeWebhook,
    'POST /{webhookId}/secret': async () => (await load()).replaceWebhookSecret,
    'DELETE /{webhookId}/secret': async () => (await load()).endWebhookSecrets,
    'POST /{webhookId}/test': async () => (await load()).testWebhook,
    'GET /{webhookId}/deliveries': async () => (await load()).listDeliveries,
    'POST /{webhookId}/deliveries/{deliveryId}/resend': async () => (await load()).resendDelivery,
    'POST /{webhookId}/resend': async () => (await load()).resendDeliveries,
  },
};
