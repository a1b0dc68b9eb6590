import { createHash } from 'node:crypto';
import { PutCommand, paginateQuery } from '@aws-sdk/lib-dynamodb';
import { encodeTime } from 'ulid';
import * as z from 'zod';
import { conflict, notFound } from '../../../shared/kernel/errors.ts';
import { dynamo, epochSeconds, ifConditionHolds, updateIf } from '../../../shared/stores/dynamo/dynamo.ts';
import { readRow } from '../../../shared/stores/dynamo/read-keys.ts';
import { rowParser } from '../../../shared/stores/dynamo/row-parser.ts';
import { deliveryKey } from '../../../shared/stores/keyspace.ts';
import { all, between, either, is, isNew, put, query, update } from '../../../shared/stores/table.ts';
import type { GatewayEvent } from '../../events/gateway-event.ts';
import { eventSchema, eventsTable } from '../../events/store/event-row.ts';
import { DELIVERY_STATES, type DeliveryState } from './webhook.ts';

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
    ...{ id, event, from, ...after },
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
