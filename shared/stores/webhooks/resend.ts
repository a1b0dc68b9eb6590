import { ulid } from 'ulid';
import { beginAnew, type Delivery, deliveryIdOf, listDeliveries } from './deliveries.ts';
import { sendDeliveries } from './queue.ts';
import type { Webhook } from './webhook.ts';

/** What is sent to a webhook because someone asks for it. */

/** Deliveries that are begun anew at the same time. */
const AT_ONCE = 20;

/** Sends a webhook an event of the type `webhook.test`. @returns the id of its delivery */
export const sendTest = async ({ id: webhookId, accountId }: Webhook, now: Date): Promise<string> => {
  const subject = { kind: 'webhook', id: webhookId };
  const event = { id: ulid(now.getTime()), type: 'webhook.test', at: now.toISOString(), subject };
  await sendDeliveries([{ accountId, webhookId, event, tries: 0 }], now);
  return deliveryIdOf(webhookId, event);
};

/**
 * Sends a delivery again, whatever became of it.
 * @throws ServiceError 404 if there is no such delivery, 409 when it is being tried
 */
export const resend = async (webhook: Webhook, deliveryId: string, now: Date): Promise<Delivery> => {
  const { accountId, id: webhookId } = webhook;
  const delivery = await beginAnew({ accountId, webhookId }, deliveryId, now);
  const { event, tries } = delivery;
  await sendDeliveries([{ accountId, webhookId, event, tries }], now);
  return delivery;
};

/**
 * Sends deliveries again that failed for good, the newest first.
 * @returns how many, and whether there are more
 */
export const resendFailed = async (
  webhook: Webhook,
  { since, limit }: { since: Date; limit: number },
  now: Date,
): Promise<{ resent: number; more: boolean }> => {
  const of = { accountId: webhook.accountId, webhookId: webhook.id };
  const { deliveries, more } = await listDeliveries(of, { state: 'failed', since, limit });
  for (let at = 0; at < deliveries.length; at += AT_ONCE)
    await Promise.all(deliveries.slice(at, at + AT_ONCE).map(({ id }) => resend(webhook, id, now)));
  return { resent: deliveries.length, more };
};
