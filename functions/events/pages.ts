import { type GatewayEvent, SERVICE } from '../../shared/kernel/events.ts';
import type { Ports } from '../../shared/operation/ports.ts';
import type { EventPage } from '../../shared/stores/events/list.ts';

/** Where a reader is: the last number of the account that it has, and that of the service. */
export type Place = [ofAccount: number, ofService: number];

/** A reader's place as text. */
export const toCursor = (place: Place): string => place.join('-');

/** The place of a text; `undefined` where it is none. */
export const placeOf = (cursor: string): Place | undefined => {
  const found = /^(\d{1,15})-(\d{1,15})$/.exec(cursor);
  return found ? [Number(found[1]), Number(found[2])] : undefined;
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
  };
};
