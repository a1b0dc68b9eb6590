import * as z from 'zod';
import { invalid } from '../../../shared/kernel/errors.ts';
import { integer, text } from '../../../shared/kernel/fields.ts';
import { resource } from '../../../shared/operation/operation.ts';
import type { Ports } from '../../../shared/operation/ports.ts';
import { ownerOf } from '../../../shared/operation/signed-in.ts';
import { eventExample, listedEvent, toEventResource } from './fields.ts';
import { EVENT_TYPES, type GatewayEvent, isSelected, SERVICE, unknownTypes } from './gateway-event.ts';
import type { EventPage } from './store/events.ts';
import type { Place } from './store/places.ts';

const MOST = 200;
/** In place of a cursor: from now on. */
const NOW = 'now';

export const listEvents = resource({
  id: 'listEvents',
  method: 'GET',
  path: '/',
  summary: 'Leer los avisos: qué ha ocurrido desde la última vez',
  description:
    'En orden, los de los últimos 30 días. Guarde cursor y páselo en after: no se pierde ninguno. Una página puede estar vacía y ' +
    'haber más (more). Para recibirlos sin preguntar, un webhook.',
  access: 'reads',
  rate: 'read',
  standing: 'chosen',
  request: z.object({
    after: text(
      400,
      'cursor de la respuesta anterior. Sin él, desde el más antiguo que se guarda; now, desde ahora.',
    ).optional(),
    type: text(1000, 'Tipos, separados por comas; tramite.* son todos los de trámites.').optional(),
    company: integer(
      'Cliente que tiene la cuenta de cotización, o que es titular del certificado.',
    ).optional(),
    limit: integer(`Avisos como máximo, de 1 a ${MOST}; ${MOST} si se omite.`).optional(),
  }),
  response: z.object({
    events: z.array(listedEvent),
    cursor: z.string().meta({ description: 'Para after, la próxima vez. No caduca.' }),
    more: z.boolean().meta({ description: 'Hay más que leer ahora.' }),
    missed: z.boolean().meta({
      description:
        'Entre after y el primero que se guarda se borraron avisos: han pasado más de 30 días. Consulte los trámites.',
    }),
  }),
  example: {
    request: { after: '1204-3', type: 'tramite.*' },
    response: {
      events: [{ ...eventExample, cursor: '1205-3' }],
      cursor: '1205-3',
      more: false,
      missed: false,
    },
  },
  run: async (request, ports) => {
    const { stores, caller, now } = ports;
    const types = request.type?.split(',').map((one) => one.trim());
    const isNow = request.after === NOW;
    let from: From | undefined = { after: undefined };
    if (request.after !== undefined && !isNow) from = await fromOf(request.after, ports);
    const unknown = unknownTypes(types ?? []);
    if (!from || unknown.length > 0) throw wrongFields({ unknown, isPlace: from !== undefined });
    const company =
      request.company === undefined ? undefined : (await ownerOf(request.company, ports)).clientId;
    const fits = (event: GatewayEvent) =>
      (event.subject.kind === 'authority' || isSeen(event, caller.clientId)) &&
      (event.subject.kind !== 'activity' || ports.role === 'owner') &&
      (company === undefined || event.companyId === company || event.clientId === company) &&
      (types === undefined || isSelected(types, event.type));
    const { accountId } = caller;
    const limit = Math.min(Math.max(request.limit ?? MOST, 1), MOST);
    const wanted = { accountId, fits, limit, now };
    const owners = ownersOf(accountId);
    if (isNow)
      from = { after: (await Promise.all(owners.map((owner) => stores.events.lastNumber(owner)))) as Place };
    const { events, place, more, missed } =
      caller.clientId === undefined
        ? await readPage(ports, from.after, wanted)
        : await readOwnPage(ports, from, wanted);
    return {
      data: {
        events: await Promise.all(
          events.map(async (one) => ({
            ...toEventResource(one.event, caller.clientId),
            cursor: await toCursor(one.place, ports),
          })),
        ),
        cursor: await toCursor(place, ports),
        more,
        missed,
      },
    };
  },
});

/** A client company sees events of its own certificates and users. */
const isSeen = (event: GatewayEvent, caller: number | undefined): boolean =>
  caller === undefined || event.clientId === caller;

/** 422 that names every wrong field. */
const wrongFields = ({ unknown, isPlace }: { unknown: string[]; isPlace: boolean }) =>
  invalid({
    ...(unknown.length > 0 && {
      type: [`No existe: ${unknown.join(', ')}. Hay: ${Object.keys(EVENT_TYPES).join(', ')}.`],
    }),
    ...(!isPlace && { after: ['Debe ser el cursor de una respuesta anterior, o now.'] }),
  });

type Reading = Pick<Ports, 'caller' | 'stores' | 'now'>;

/** A reader's place as text. For a client company it is sealed, so that it reveals nothing about the events of others. */
const toCursor = async (place: Place, { caller, stores, now }: Reading): Promise<string> => {
  const { accountId, clientId } = caller;
  return clientId === undefined
    ? place.join('-')
    : stores.events.sealPlace({ accountId, clientId }, place, now);
};

/** The place after which a reader continues. */
interface From {
  /** `undefined` for the oldest event that is kept. */
  after: Place | undefined;
  /** Events may have been deleted since the cursor was made. */
  isOld?: boolean;
}

/** Reads a cursor; `undefined` where it is invalid. */
const fromOf = async (cursor: string, { caller, stores, now }: Reading): Promise<From | undefined> => {
  const { accountId, clientId } = caller;
  const found = /^(\d{1,15})-(\d{1,15})$/.exec(cursor);
  // A client company may have an old cursor of this kind, or make one up: the answer must not reveal the numbers of
  // others.
  if (found) return { after: clientId === undefined ? [Number(found[1]), Number(found[2])] : undefined };
  const opened =
    clientId === undefined ? undefined : await stores.events.openPlace({ accountId, clientId }, cursor, now);
  return opened && { after: opened.place, isOld: opened.isOld };
};

/** Owners of the events that an account reads: the account and the service. */
const ownersOf = (accountId: string): [string, string] => [accountId, SERVICE];

/** Selects the events that a reader wants and may see. */
interface Wanted {
  accountId: string;
  fits: (event: GatewayEvent) => boolean;
  limit: number;
  now: Date;
}

/** Events of both owners, and where the reader is after them. */
interface ReadPage {
  /** Each with the place after it. */
  events: { event: GatewayEvent; place: Place }[];
  place: Place;
  more: boolean;
  missed: boolean;
  lost: boolean;
}

/** Reads the events after a place, of the account and of the service, each in its order and by time. */
const readPage = async (
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

/** Milliseconds to spend on skipping events of others in one answer. */
const PASSING_MS = 5_000;

/**
 * `readPage` for a client company. Its pages must not reveal events of others: neither by having too few events, nor
 * by `more` or `missed` where only events of others follow or were deleted.
 */
const readOwnPage = async (
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
