import { createHash } from 'node:crypto';
import { PutCommand, paginateQuery } from '@aws-sdk/lib-dynamodb';
import { encodeTime, ulid } from 'ulid';
import * as z from 'zod';
import { conflict, notFound } from '../../../shared/kernel/errors.ts';
import { dynamo, epochSeconds, ifConditionHolds, updateIf } from '../../../shared/stores/dynamo/dynamo.ts';
import { readRow } from '../../../shared/stores/dynamo/read-keys.ts';
import { rowParser } from '../../../shared/stores/dynamo/row-parser.ts';
import { deliveryKey } from '../../../shared/stores/keyspace.ts';
import { all, between, either, is, isNew, put, query, update } from '../../../shared/stores/table.ts';
import type { GatewayEvent } from '../../events/gateway-event.ts';
import { eventIdOf, eventSchema, eventsTable, type Numbered } from '../../events/store/event-row.ts';
import { listEvents } from '../../events/store/events.ts';
import { sendDeliveries } from './queue.ts';
import { DELIVERY_STATES, type DeliveryState, type Webhook, wants } from './webhook.ts';

/** Deliveries of events to webhooks: what was tried and what came of it, in the table of events, for 30 days. */

const DAYS = 30;

/** Tries of a delivery that are kept; older ones of a delivery that was sent again many times are not. */
const MOST_TRIES = 20;

const deliveryTry = () =>
  z.object({
    /** ISO instant. */
    at: z.string(),
    /** HTTP status of the answer; absent where there was none. */
    status: z.int().optional(),
    /** Why it failed, in Spanish and words of ours; absent where it succeeded. */
    reason: z.string().optional(),
    /** How long the call took; absent where none was made. */
    milliseconds: z.int().optional(),
  });

/** One try of a delivery. */
export type DeliveryTry = z.infer<ReturnType<typeof deliveryTry>>;

const deliveryRow = () =>
  z.object({
    id: z.string(),
    event: eventSchema(),
    state: z.enum(DELIVERY_STATES),
    /** How often it was tried. */
    tries: z.int(),
    /** How often it had been tried when it was asked for again, or 0: from there the waits start again. */
    from: z.int(),
    lastTries: z.array(deliveryTry()),
    /** When it is tried again, ISO instant. */
    nextAt: z.string().optional(),
  });

/** A delivery of an event to a webhook. */
export type Delivery = z.infer<ReturnType<typeof deliveryRow>>;

const parseDelivery = rowParser('Delivery', 'delivery', deliveryRow);

/** Whose delivery. */
interface Of {
  accountId: string;
  webhookId: string;
}

/** Digits for the time in an id, and after it: together the form of a ULID. */
const DIGITS = { time: 10, hash: 16 };

/**
 * The id of the delivery of an event to a webhook: always the same, so that an event that is handed over twice is one
 * delivery. It sorts by the time of the event.
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

/** A delivery; `undefined` if it was never tried, or is no longer kept. */
export const findDelivery = (of: Of, id: string): Promise<Delivery | undefined> =>
  readRow(parseDelivery, deliveryKey({ ...of, id }), eventsTable());

/**
 * Writes what became of a try.
 * @param before the delivery as it was read before the try; `undefined` for the first one
 * @returns `false`, and nothing is written, if another call has written a try meanwhile
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
    // By it the rows of an account that is erased are found.
    accountId: of.accountId,
    expires: epochSeconds(now) + DAYS * 86_400,
  };
  const isAsRead = either(isNew, all(is('tries', tries), is('from', from)));
  return (
    (await ifConditionHolds(dynamo().send(new PutCommand(put(eventsTable(), row, isAsRead))))) !== undefined
  );
};

/**
 * Makes a delivery due at once, with all its tries before it again. Its message is still to be sent.
 * @throws ServiceError 404 if there is no such delivery, 409 when it is being tried
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

/** Which deliveries are wanted. */
interface Wanted {
  state?: DeliveryState | undefined;
  /** Only those before this id, for the next page. */
  before?: string | undefined;
  limit: number;
}

/** Lowest and highest that an id can be. */
const ENDS = { lowest: '0', highest: 'a' };

/**
 * Deliveries of a webhook, the newest event first.
 * @returns `more`: whether there may be others after these
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
