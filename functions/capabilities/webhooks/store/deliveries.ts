import { createHash } from 'node:crypto';
import { PutCommand, paginateQuery } from '@aws-sdk/lib-dynamodb';
import { encodeTime, ulid } from 'ulid';
import * as z from 'zod';
import { conflict, notFound } from '../../../../shared/kernel/errors.ts';
import { dynamo, epochSeconds, ifConditionHolds, updateIf } from '../../../../shared/stores/dynamo/dynamo.ts';
import { readRow } from '../../../../shared/stores/dynamo/read-keys.ts';
import { rowParser } from '../../../../shared/stores/dynamo/row-parser.ts';
import { all, between, either, is, isNew, put, query, update } from '../../../../shared/stores/table.ts';
import type { GatewayEvent } from '../../events/gateway-event.ts';
import { eventIdOf, eventSchema, eventsTable, type Numbered } from '../../events/store/event-row.ts';
import { listEvents } from '../../events/store/events.ts';
import { sendDeliveries } from './queue.ts';
import { DELIVERY_STATES, type DeliveryState, type Webhook, wants } from './webhook.ts';
import { deliveryKey } from './webhook-keys.ts';

/** Deliveries of events to webhooks with their attempts, in the table of events, for 30 days. */

const DAYS = 30;

/** Number of attempts that are stored; older ones are dropped. */
const MOST_TRIES = 20;

const deliveryTry = () =>
  z.object({
    /** ISO instant. */
    at: z.string(),
    /** HTTP status; `undefined` without an answer. */
    status: z.int().optional(),
    /** Why it failed, in our own words; `undefined` if it succeeded. Spanish. */
    reason: z.string().optional(),
    /** Duration of the call; `undefined` if none was made. */
    milliseconds: z.int().optional(),
  });

/** An attempt of a delivery. */
export type DeliveryTry = z.infer<ReturnType<typeof deliveryTry>>;

const deliveryRow = () =>
  z.object({
    id: z.string(),
    event: eventSchema(),
    state: z.enum(DELIVERY_STATES),
    /** Number of attempts. */
    tries: z.int(),
    /** Number of attempts when it was requested again, or 0; the backoff starts again from there. */
    from: z.int(),
    lastTries: z.array(deliveryTry()),
    /** Time of the next attempt, ISO. */
    nextAt: z.string().optional(),
  });

/** A delivery of an event to a webhook. */
export type Delivery = z.infer<ReturnType<typeof deliveryRow>>;

const parseDelivery = rowParser('Delivery', 'delivery', deliveryRow);

/** Owner of a delivery. */
interface Of {
  accountId: string;
  webhookId: string;
}

/** Digits of an id for the time and the rest; together they have the form of a ULID. */
const DIGITS = { time: 10, hash: 16 };

/**
 * Derives the id of an event's delivery to a webhook, so that an event that is handed over twice is one delivery. Ids
 * sort by the event's time.
 */
export const deliveryIdOf = (webhookId: string, { id, at }: GatewayEvent): string => {
  const digest = createHash('sha256')
    .update(JSON.stringify([webhookId, id]))
    .digest();
  const hash = [...digest.subarray(0, DIGITS.hash)].map(
    (byte) => 'ABCDEFGHJKMNPQRSTVWXYZ0123456789'[byte % 32],
  );
  return encodeTime(Date.parse(at), DIGITS.time) + hash.join('');
};

/** Finds a delivery; `undefined` if it was never attempted or has expired. */
export const findDelivery = (of: Of, id: string): Promise<Delivery | undefined> =>
  readRow(parseDelivery, deliveryKey({ ...of, id }), eventsTable());

/**
 * Records an attempt.
 * @param before the delivery as read before the attempt; `undefined` for the first one
 * @returns false, without a write, if another call has recorded an attempt meanwhile
 */
export const recordTry = async (
  of: Of,
  before: Delivery | undefined,
  {
    event,
    made,
    now,
    ...after
  }: Pick<Delivery, 'event' | 'state' | 'nextAt'> & { made: DeliveryTry; now: Date },
): Promise<boolean> => {
  const id = deliveryIdOf(of.webhookId, event);
  const { tries = 0, from = 0, lastTries = [] } = before ?? {};
  const delivery: Delivery = {
    id,
    event,
    from,
    ...after,
    tries: tries + 1,
    lastTries: [...lastTries, made].slice(-MOST_TRIES),
  };
  const row = {
    ...deliveryKey({ ...of, id }),
    ...delivery,
    // Erasing an account finds its rows by this attribute.
    accountId: of.accountId,
    expires: epochSeconds(now) + DAYS * 86_400,
  };
  const isAsRead = either(isNew, all(is('tries', tries), is('from', from)));
  return (
    (await ifConditionHolds(dynamo().send(new PutCommand(put(eventsTable(), row, isAsRead))))) !== undefined
  );
};

/**
 * Makes a delivery due at once with a new set of attempts. The caller sends its message.
 * @throws ServiceError 404 if there is no such delivery, 409 while it is being attempted
 */
export const beginAnew = async (of: Of, id: string, now: Date): Promise<Delivery> => {
  const before = await findDelivery(of, id);
  if (!before) throw notFound('La entrega no existe.');
  const nextAt = now.toISOString();
  const written = await updateIf(
    update(eventsTable(), deliveryKey({ ...of, id }), {
      set: { state: 'pending', from: before.tries, nextAt },
      if: is('tries', before.tries),
    }),
  );
  if (!written) throw conflict('La entrega se está intentando en este momento.');
  return { ...before, state: 'pending', from: before.tries, nextAt };
};

/** Filter for a list of deliveries. */
interface Wanted {
  state?: DeliveryState | undefined;
  /** Only deliveries before this id, for the next page. */
  before?: string | undefined;
  limit: number;
}

/** Bounds of ids. */
const ENDS = { lowest: '0', highest: 'a' };

/**
 * Lists the deliveries of a webhook, the newest event first.
 * @returns `more` if there may be further ones
 */
export const listDeliveries = async (
  of: Of,
  { state, before = ENDS.highest, limit }: Wanted,
): Promise<{ deliveries: Delivery[]; more: boolean }> => {
  const deliveries: Delivery[] = [];
  const { pk, sk: first } = deliveryKey({ ...of, id: ENDS.lowest });
  const key = all(is('pk', pk), between('sk', first, deliveryKey({ ...of, id: before }).sk));
  const filter = state && is('state', state);
  const pages = paginateQuery(
    { client: dynamo() },
    { ...query(eventsTable(), key, { filter }), ScanIndexForward: false },
  );
  for await (const { Items = [] } of pages) {
    deliveries.push(...Items.map(parseDelivery).filter(({ id }) => id !== before));
    if (deliveries.length > limit) break;
  }
  return { deliveries: deliveries.slice(0, limit), more: deliveries.length > limit };
};

/** Deliveries that somebody requests. */

/**
 * Milliseconds after the due time at which a message must be lost: the queue delivers it three times, and sets it
 * aside after 20 minutes.
 */
const LOST_MS = 60 * 60_000;

/** Deliveries requested at the same time. */
const AT_ONCE = 20;

/**
 * Sends a `webhook.test` event to a webhook.
 * @returns the id of its delivery
 */
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
 * Sends a delivery again, whatever its state.
 * @throws ServiceError 404 if there is no such delivery, 409 while it is being attempted
 */
export const resend = async (webhook: Webhook, deliveryId: string, now: Date): Promise<Delivery> => {
  const { accountId, id: webhookId } = webhook;
  const delivery = await beginAnew({ accountId, webhookId }, deliveryId, now);
  const { event, tries } = delivery;
  await sendDeliveries([{ accountId, webhookId, event, tries }], now);
  return delivery;
};

/** Filter for events to send again. */
interface Again {
  since: Date;
  /** Only events after this number. */
  after?: number | undefined;
  /** Whether to include events that the receiver accepted. */
  taken?: boolean | undefined;
  limit: number;
}

const isBeingTried = ({ state, nextAt }: Delivery, now: Date): boolean =>
  state === 'pending' && nextAt !== undefined && now.getTime() - Date.parse(nextAt) < LOST_MS;

/**
 * Sends a webhook the events since an instant that it wants and has not accepted, including those from when it was
 * switched off. Pending deliveries and events of the service are left out.
 * @returns the number of deliveries, and the last examined event's number if there may be more
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
