import type { WebhookEvent } from '../../stores/webhooks/webhook.ts';
import type { Services } from '../services.ts';

/**
 * Gives events of an account to those of its webhooks that want them: a message for each, which another function takes. Events
 * that are given again are the same deliveries.
 * @throws Error when not all messages are in the queue; then all may be given again
 */
export const handOver = async (
  { stores, now }: Pick<Services, 'stores' | 'now'>,
  accountId: string,
  events: WebhookEvent[],
): Promise<void> => {
  const webhooks = await stores.webhooks.listWebhooks(accountId);
  const messages = webhooks.flatMap((webhook) =>
    events
      .filter((event) => stores.webhooks.wants(webhook, event))
      .map((event) => ({ accountId, webhookId: webhook.id, event, tries: 0 })),
  );
  await stores.webhooks.sendDeliveries(messages, now());
};
