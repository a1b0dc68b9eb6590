import type { Ports } from '../../shared/operation/ports.ts';
import { type GatewayEvent, SERVICE } from './gateway-event.ts';
import type { EventPage } from './store/events.ts';
import type { Place } from './store/places.ts';

type Reading = Pick<Ports, 'caller' | 'stores' | 'now'>;

/** A reader's place as text. A client company gets one that tells nothing of the events of others. */
export const toCursor = async (place: Place, { caller, stores, now }: Reading): Promise<string> => {
  const { accountId, clientId } = caller;
  return clientId === undefined
    ? place.join('-')
    : stores.events.sealPlace({ accountId, clientId }, place, now);
};

/** Where a reader wants to go on. */
export interface From {
  /** `undefined` for the oldest event that is kept. */
  after: Place | undefined;
  /** Events may have gone since it got its text. */
  isOld?: boolean;
}

/** From where to go on, by a text; `undefined` where it is none. */
export const fromOf = async (cursor: string, { caller, stores, now }: Reading): Promise<From | undefined> => {
  const { accountId, clientId } = caller;
  const found = /^(\d{1,15})-(\d{1,15})$/.exec(cursor);
  // One that a client company got before, or makes up: what it is shown of it must tell it nothing.
  if (found) return { after: clientId === undefined ? [Number(found[1]), Number(found[2])] : undefined };
  const opened =
    clientId === undefined ? undefined : await stores.events.openPlace({ accountId, clientId }, cursor, now);
  return opened && { after: opened.place, isOld: opened.isOld };
};

/** The account whose events are read, and those of the service. */
export const ownersOf = (accountId: string): [string, string] => [accountId, SERVICE];

/** What of events a reader wants, and may see. */
export interface Wanted {
  accountId: string;
  fits: (event: GatewayEvent) => boolean;
  limit: number;
  now: Date;
}

/** Events of both owners, and where the reader is after them. */
export interface ReadPage {
  /** Each with the place after it. */
  events: { event: GatewayEvent; place: Place }[];
  place: Place;
  more: boolean;
  missed: boolean;
  lost: boolean;
}

/** Reads the events after a place, of the account and of the service, each in its order and by time. */
export const readPage = async (
  { stores }: Pick<Ports, 'stores'>,
  after: Place | undefined,
  { accountId, fits, limit, now }: Wanted,
): Promise<ReadPage> => {
  const pages = await Promise.all(
    ownersOf(accountId).map((owner, which) =>
      stores.events.listEvents(owner, { after: after?.[which], fits, limit, now }),
    ),
  );
  const [own, ofService] = pages as [EventPage, EventPage];
  const taken: [number, number] = [0, 0];
  const numberIn = (page: EventPage, count: number) => (page.events[count]?.number ?? page.last + 1) - 1;
  const placeNow = (): Place => [numberIn(own, taken[0]), numberIn(ofService, taken[1])];
  const events: ReadPage['events'] = [];
  while (events.length < limit) {
    const [one, other] = [own.events[taken[0]], ofService.events[taken[1]]];
    const which = !one || (other && other.at < one.at) ? 1 : 0;
    const event = which === 0 ? one : other;
    if (!event) break;
    taken[which] += 1;
    events.push({ event, place: placeNow() });
  }
  return {
    events,
    place: placeNow(),
    more: pages.some(({ more }, which) => more || taken[which]! < pages[which]!.events.length),
    missed: pages.some(({ missed }) => missed),
    lost: pages.some(({ lost }) => lost),
  };
};

/** Milliseconds for which events of others are passed over in one answer. */
const PASSING_MS = 5_000;

/**
 * The same for a client company, to which a page must not show that there are events of others: neither by fewer events than there
 * are, nor by more to come that is not its own, nor by what has gone.
 */
export const readOwnPage = async (
  ports: Pick<Ports, 'stores'>,
  { after, isOld = false }: From,
  wanted: Wanted,
): Promise<ReadPage> => {
  const end = performance.now() + PASSING_MS;
  const { limit } = wanted;
  // One more than is wanted says whether there are more.
  const first = await readPage(ports, after, { ...wanted, limit: limit + 1 });
  let page = first;
  const events = [...first.events];
  while (page.more && events.length <= limit && performance.now() < end) {
    page = await readPage(ports, page.place, { ...wanted, limit: limit + 1 - events.length });
    events.push(...page.events);
  }
  const isFull = events.length > limit;
  return {
    events: events.slice(0, limit),
    place: isFull ? events[limit - 1]!.place : page.place,
    more: isFull || page.more,
    missed: isOld || first.lost,
    lost: first.lost,
  };
};
