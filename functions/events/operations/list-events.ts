import * as z from 'zod';
import { invalid } from '../../../shared/kernel/errors.ts';
import { integer, text } from '../../../shared/kernel/fields.ts';
import { resource } from '../../../shared/operation/operation.ts';
import { ownerOf } from '../../../shared/operation/signed-in.ts';
import { eventExample, listedEvent, toEventResource } from '../fields.ts';
import { EVENT_TYPES, type GatewayEvent, isSelected, MOST_WAITS, unknownTypes } from '../gateway-event.ts';
import { type From, fromOf, ownersOf, type ReadPage, readOwnPage, readPage, toCursor } from '../pages.ts';
import type { Place } from '../store/places.ts';

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
    'haber más (more). Con Prefer: wait=20, si no hay ninguno, se espera al siguiente hasta 20 segundos, y la respuesta lleva ' +
    `Preference-Applied. De una cuenta esperan ${MOST_WAITS} a la vez como máximo: a los demás se les responde en seguida, sin esa ` +
    'cabecera. Para recibirlos sin preguntar, un webhook.',
  access: 'reads',
  rate: 'read',
  waits: true,
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
    const { stores, caller, now, waitSeconds } = ports;
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
      (company === undefined || event.companyId === company || event.clientId === company) &&
      (types === undefined || isSelected(types, event.type));
    const { accountId } = caller;
    const limit = Math.min(Math.max(request.limit ?? MOST, 1), MOST);
    const wanted = { accountId, fits, limit, now };
    const owners = ownersOf(accountId);
    if (isNow)
      from = { after: (await Promise.all(owners.map((owner) => stores.events.lastNumber(owner)))) as Place };
    const end = performance.now() + (waitSeconds ?? 0) * 1000;
    const read = (of: From) =>
      caller.clientId === undefined ? readPage(ports, of.after, wanted) : readOwnPage(ports, of, wanted);
    let page = await read(from);
    const mayWait = waitSeconds !== undefined && waitSeconds > 0 && isEmpty(page);
    const leave = mayWait ? await stores.events.takeWait(accountId, waitSeconds, now) : undefined;
    try {
      while (leave && isEmpty(page)) {
        const known = Object.fromEntries(owners.map((owner, which) => [owner, page.place[which]!]));
        const left = end - performance.now();
        if (left <= 0 || !(await stores.events.waitForEvents(known, left))) break;
        page = await read({ after: page.place });
      }
    } finally {
      await leave?.();
    }
    const { events, place, more, missed } = page;
    const isApplied = waitSeconds !== undefined && (!mayWait || leave !== undefined);
    return {
      ...(isApplied && { headers: { 'Preference-Applied': `wait=${waitSeconds}` } }),
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

/** Whether there is nothing that could be answered at once. */
const isEmpty = ({ events, more, missed }: ReadPage): boolean => events.length === 0 && !more && !missed;

/** A client company sees what is of its own certificates and users. */
const isSeen = (event: GatewayEvent, caller: number | undefined): boolean =>
  caller === undefined || event.clientId === caller;

/** 422 that names all that is wrong. */
const wrongFields = ({ unknown, isPlace }: { unknown: string[]; isPlace: boolean }) =>
  invalid({
    ...(unknown.length > 0 && {
      type: [`No existe: ${unknown.join(', ')}. Hay: ${Object.keys(EVENT_TYPES).join(', ')}.`],
    }),
    ...(!isPlace && { after: ['Debe ser el cursor de una respuesta anterior, o now.'] }),
  });
