import * as z from 'zod';
import { invalid } from '../../../shared/kernel/errors.ts';
import { EVENT_TYPES, type GatewayEvent, isSelected, unknownTypes } from '../../../shared/kernel/events.ts';
import { integer, text } from '../../../shared/kernel/fields.ts';
import { resource } from '../../../shared/operation/operation.ts';
import { ownerOf } from '../../../shared/operation/signed-in.ts';
import { eventExample, listedEvent, toEventResource } from '../fields.ts';
import { ownersOf, type Place, placeOf, readPage, toCursor } from '../pages.ts';

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
    'haber más (more). Con Prefer: wait=20, si no hay ninguno, se espera al siguiente hasta 20 segundos.',
  access: 'reads',
  rate: 'read',
  waits: true,
  standing: 'chosen',
  request: z.object({
    after: text(
      40,
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
    let after = request.after === undefined ? undefined : placeOf(request.after);
    const isNow = request.after === NOW;
    checkFields({
      unknown: unknownTypes(types ?? []),
      isPlace: request.after === undefined || isNow || !!after,
    });
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
    if (isNow) after = (await Promise.all(owners.map((owner) => stores.events.lastNumber(owner)))) as Place;
    const end = performance.now() + (waitSeconds ?? 0) * 1000;
    let page = await readPage(ports, after, wanted);
    while (page.events.length === 0 && !page.more && !page.missed) {
      const known = Object.fromEntries(owners.map((owner, which) => [owner, page.place[which]!]));
      const left = end - performance.now();
      if (left <= 0 || !(await stores.events.waitForEvents(known, left))) break;
      page = await readPage(ports, page.place, wanted);
    }
    const { events, place, more, missed } = page;
    return {
      ...(waitSeconds !== undefined && { headers: { 'Preference-Applied': `wait=${waitSeconds}` } }),
      data: {
        events: events.map((one) => ({ ...toEventResource(one.event), cursor: toCursor(one.place) })),
        cursor: toCursor(place),
        more,
        missed,
      },
    };
  },
});

/** A client company sees what is of its own certificates and users. */
const isSeen = (event: GatewayEvent, caller: number | undefined): boolean =>
  caller === undefined || event.clientId === caller;

/** @throws ServiceError 422 that names all that is wrong */
const checkFields = ({ unknown, isPlace }: { unknown: string[]; isPlace: boolean }): void => {
  if (unknown.length === 0 && isPlace) return;
  throw invalid({
    ...(unknown.length > 0 && {
      type: [`No existe: ${unknown.join(', ')}. Hay: ${Object.keys(EVENT_TYPES).join(', ')}.`],
    }),
    ...(!isPlace && { after: ['Debe ser el cursor de una respuesta anterior, o now.'] }),
  });
};
