import type { LazyGroup } from '../../shared/operation/operation.ts';

/** Where an account wants its events sent, and what became of that. Another function sends them. */
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
    'GET /': async () => (await import('./operations/list-webhooks.ts')).listWebhooks,
    'POST /': async () => (await import('./operations/add-webhook.ts')).addWebhook,
    'PATCH /{webhookId}': async () => (await import('./operations/change-webhook.ts')).changeWebhook,
    'DELETE /{webhookId}': async () => (await import('./operations/remove-webhook.ts')).removeWebhook,
    'POST /{webhookId}/secret': async () =>
      (await import('./operations/replace-webhook-secret.ts')).replaceWebhookSecret,
    'DELETE /{webhookId}/secret': async () =>
      (await import('./operations/end-webhook-secrets.ts')).endWebhookSecrets,
    'POST /{webhookId}/test': async () => (await import('./operations/test-webhook.ts')).testWebhook,
    'GET /{webhookId}/deliveries': async () =>
      (await import('./operations/list-deliveries.ts')).listDeliveries,
    'POST /{webhookId}/deliveries/{deliveryId}/resend': async () =>
      (await import('./operations/resend-delivery.ts')).resendDelivery,
    'POST /{webhookId}/resend': async () =>
      (await import('./operations/resend-deliveries.ts')).resendDeliveries,
  },
};
