import { ulid } from 'ulid';
import type { GatewayEvent } from '../../events/gateway-event.ts';
import { eventIdOf, type Numbered } from '../../events/store/event-row.ts';
import { listEvents } from '../../events/store/list.ts';
import { beginAnew, type Delivery, deliveryIdOf, findDelivery } from './deliveries.ts';
import { sendDeliveries } from './queue.ts';
import { type Webhook, wants } from './webhook.ts';

/** What is sent to a webhook because someone asks for it. */

/**
 * How long after a try was due, in milliseconds, its message must have been lost: the queue gives it to the function three
 * times, and sets it aside after 20 minutes.
 */
const LOST_MS = 60 * 60_000;

/** Deliveries that are started again at the same time. */
const AT_ONCE = 20;

/** Sends a webhook an event of the type `webhook.test`. @returns the id of its delivery */
export const sendTest = async ({ id: webhookId, accountId }: Webhook, now: Date): Promise<string> => {
  const event: GatewayEvent = {
    id: eventIdOf('test', ulid(now.getTime())),
    type: 'webhook.test',
    at: now.toISOString(),
    subject: { kind: 'webhook', id: webhookId },
  };
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

/** Which of the events of an account a webhook is to be sent again. */
interface Again {
  since: Date;
  /** Only those after this number of an event. */
  after?: number | undefined;
  /** Also what the receiver took. */
  taken?: boolean | undefined;
  limit: number;
}

const isBeingTried = ({ state, nextAt }: Delivery, now: Date): boolean =>
  state === 'pending' && nextAt !== undefined && now.getTime() - Date.parse(nextAt) < LOST_MS;

/**
 * Sends a webhook the events of its account since an instant that it wants and has not taken, also those of the time when it
 * was switched off; not what is still being tried. Events of the service are not sent again.
 * @returns how many, and the number of the last one that was looked at, if there may be more after it
 */
export const resendSince = async (
  webhook: Webhook,
  { since, after, taken = false, limit }: Again,
  now: Date,
): Promise<{ resent: number; after: number | undefined }> => {
  const { accountId, id: webhookId } = webhook;
  const fits = (event: GatewayEvent) => Date.parse(event.at) >= since.getTime() && wants(webhook, event);
  const { events, last, more } = await listEvents(accountId, { after, fits, limit, now });
  const again = async ({ number: _, ...event }: Numbered): Promise<boolean> => {
    const of = { accountId, webhookId };
    const id = deliveryIdOf(webhookId, event);
    const delivery = await findDelivery(of, id);
    if (delivery && (isBeingTried(delivery, now) || (delivery.state === 'delivered' && !taken))) return false;
    if (delivery) await resend(webhook, id, now);
    else await sendDeliveries([{ ...of, event, tries: 0 }], now);
    return true;
  };
  let resent = 0;
  for (let at = 0; at < events.length; at += AT_ONCE) {
    const sent = await Promise.all(events.slice(at, at + AT_ONCE).map(again));
    resent += sent.filter(Boolean).length;
  }
  return { resent, after: more ? last : undefined };
};
