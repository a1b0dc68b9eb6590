import * as z from 'zod';
import { AUTHORITY_LABEL } from '../../../shared/kernel/authority-errors.ts';
import { AUTHORITIES } from '../../../shared/kernel/errors.ts';
import { madridDay } from '../../../shared/kernel/spanish-time.ts';
import {
  answerInstantOrNull,
  answerText,
  answerTextOrNull,
  isoOrNull,
} from '../../../shared/operation/answer-fields.ts';
import { resource } from '../../../shared/operation/operation.ts';
import type { AuthorityState } from '../../../shared/stores/health.ts';
import { documentOn } from './document.ts';
import { fileReply, pageReply } from './files.ts';

export const showStart = resource({
  id: 'showStart',
  method: 'GET',
  path: '/',
  summary: 'Dónde está la referencia',
  access: 'anonymous',
  rate: 'read',
  standing: 'chosen',
  request: z.object({}),
  response: z.object({
    docs: answerText('Guía, operaciones y códigos, para personas.'),
    openapi: answerText('Lo mismo para programas.'),
    status: answerText('Estado de los organismos.'),
  }),
  example: {
    request: {},
    response: { docs: '/api/v4/docs', openapi: '/api/v4/openapi.json', status: '/api/v4/status' },
  },
  run: async (_, { origin }) => ({
    message: `La referencia está en ${origin}/api/v4/docs`,
    data: {
      docs: `${origin}/api/v4/docs`,
      openapi: `${origin}/api/v4/openapi.json`,
      status: `${origin}/api/v4/status`,
    },
  }),
});

export const getOpenApi = resource({
  id: 'getOpenApiDocument',
  method: 'GET',
  path: '/openapi.json',
  summary: 'Descripción OpenAPI 3.1 del servicio',
  access: 'anonymous',
  rate: 'read',
  standing: 'chosen',
  kept: true,
  request: z.object({}),
  page: 'application/json',
  response: z.looseObject({}).meta({ description: 'Documento OpenAPI, sin envoltorio.' }),
  example: { request: {}, response: { openapi: '3.1.0' } },
  run: async (_, { now }) => {
    const { body, tag } = await documentOn(madridDay(now));
    return { page: { contentType: 'application/json; charset=utf-8', body, kept: { tag } } };
  },
});

/** Seconds for which caches may keep the answer, as long as this service itself keeps the state that it has read. */
const FRESH_SECONDS = 5;

/** The text of an authority that the operator has not commented on. */
const MEANINGS: Record<AuthorityState['state'], string | null> = {
  up: null,
  slow: 'Tarda en responder. Lo que no sea urgente es mejor pedirlo en segundo plano.',
  down:
    'No responde a nadie. Lo que no llegue a enviarse puede repetirse cuando responda; lo que quede como desconocido se ' +
    'consulta solo y no debe presentarse otra vez.',
  maintenance: 'Anuncia que no está operativo. Lo que no llegue a enviarse puede repetirse cuando lo esté.',
};

const status = z
  .object({
    authority: z.enum(AUTHORITIES).meta({ description: 'Organismo.' }),
    name: z.string().meta({ description: 'Su nombre.' }),
    state: z.enum(['up', 'slow', 'down', 'maintenance']).meta({
      description:
        'up (responde), slow (tarda en responder), down (no responde o da errores a varios usuarios de este servicio) o ' +
        'maintenance (anuncia que no está operativo, o quien administra este servicio ha puesto en pausa las peticiones).',
    }),
    since: answerInstantOrNull('Desde cuándo, ISO 8601; null si responde.'),
    until: answerInstantOrNull('Hora prevista, si se conoce, ISO 8601.'),
    message: answerTextOrNull('Qué ocurre y qué conviene hacer; null si responde.'),
  })
  .meta({ id: 'AuthorityStatus' });

export const getStatus = resource({
  id: 'getStatus',
  method: 'GET',
  path: '/status',
  summary: 'Estado de los organismos',
  description:
    'Cómo responde cada organismo, según lo que observan las peticiones de todos los usuarios. No se consulta al organismo.',
  access: 'anonymous',
  rate: 'read',
  standing: 'chosen',
  request: z.object({}),
  response: z.object({ authorities: z.array(status).meta({ description: 'Uno por organismo.' }) }),
  example: {
    request: {},
    response: {
      authorities: [
        {
          authority: 'tgss',
          name: 'Seguridad Social',
          state: 'maintenance',
          since: '2026-11-21T22:00:00.000Z',
          until: '2026-11-22T06:00:00.000Z',
          message: 'Mantenimiento de Sistema RED hasta mañana a las 7:00.',
        },
        { authority: 'sepe', name: 'SEPE', state: 'up', since: null, until: null, message: null },
        {
          authority: 'aeat',
          name: 'Agencia Tributaria',
          state: 'down',
          since: '2026-11-21T23:15:00.000Z',
          until: null,
          message: MEANINGS.down,
        },
      ],
    },
  },
  run: async (_, { stores, now }) => ({
    headers: { 'Cache-Control': `public, max-age=${FRESH_SECONDS}` },
    data: {
      authorities: (await stores.health.statesOf(now)).map(({ authority, state, since, until, message }) => ({
        authority,
        name: AUTHORITY_LABEL[authority],
        state,
        since: isoOrNull(since),
        until: isoOrNull(until),
        message: message ?? MEANINGS[state],
      })),
    },
  }),
});

export const showGuide = resource({
  id: 'showGuide',
  method: 'GET',
  path: '/docs',
  summary: 'Guía para integradores',
  description: 'Página para personas. Enlaza con las operaciones y las tablas de códigos.',
  access: 'anonymous',
  rate: 'read',
  standing: 'chosen',
  kept: true,
  request: z.object({}),
  page: 'text/html',
  response: z.string().meta({ description: 'Página HTML, sin envoltorio.' }),
  example: { request: {}, response: '<!doctype html>…' },
  run: async (_, { now }) => pageReply('guia', madridDay(now)),
});

export const showReferencePage = resource({
  id: 'showReferencePage',
  method: 'GET',
  path: '/docs/{page}',
  summary: 'Páginas de la referencia: operaciones, códigos, municipios y buscador',
  description:
    'Páginas para personas: operaciones, codigos, municipios y buscar. Con .md detrás, como operaciones.md, son Markdown; ' +
    '/api/v4/llms.txt dice cuáles hay.',
  access: 'anonymous',
  rate: 'read',
  standing: 'chosen',
  kept: true,
  alsoAnswers: { 404: 'La página no existe.' },
  request: z.object({
    page: z
      .string()
      .max(100)
      .meta({ description: 'operaciones, codigos, municipios o buscar, o una de ellas con .md.' }),
  }),
  page: 'text/html',
  response: z.string().meta({ description: 'Página HTML, sin envoltorio.' }),
  example: { request: { page: 'operaciones' }, response: '<!doctype html>…' },
  run: async ({ page }, { now }) => pageReply(page, madridDay(now)),
});

export const getReferenceScript = resource({
  id: 'getReferenceScript',
  method: 'GET',
  path: '/docs/scripts/{file}',
  summary: 'Programa de las páginas de la referencia',
  description: 'Su nombre cambia con su contenido, así que las cachés pueden guardarlo para siempre.',
  access: 'anonymous',
  rate: 'read',
  standing: 'chosen',
  kept: true,
  alsoAnswers: { 404: 'El fichero no existe.' },
  request: z.object({ file: z.string().max(100).meta({ description: 'Nombre del fichero.' }) }),
  page: 'text/javascript',
  response: z.string().meta({ description: 'Programa, sin envoltorio.' }),
  example: { request: { file: 'pagina-ABCD1234.js' }, response: '…' },
  run: async ({ file }) => fileReply(file.replace(/\.js$/, ''), 'js'),
});

export const getReferenceStyle = resource({
  id: 'getReferenceStyle',
  method: 'GET',
  path: '/docs/styles/{file}',
  summary: 'Hoja de estilo de las páginas de la referencia',
  description: 'Su nombre cambia con su contenido, así que las cachés pueden guardarla para siempre.',
  access: 'anonymous',
  rate: 'read',
  standing: 'chosen',
  kept: true,
  alsoAnswers: { 404: 'El fichero no existe.' },
  request: z.object({ file: z.string().max(100).meta({ description: 'Nombre del fichero.' }) }),
  page: 'text/css',
  response: z.string().meta({ description: 'Hoja de estilo, sin envoltorio.' }),
  example: { request: { file: 'pagina-ABCD1234.css' }, response: '…' },
  run: async ({ file }) => fileReply(file.replace(/\.css$/, ''), 'css'),
});
