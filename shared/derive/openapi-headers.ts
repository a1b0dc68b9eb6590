import * as z from 'zod';
import type { ServiceError } from '../kernel/errors.ts';
import { askedMembers } from '../operation/not-asked.ts';
import type { Operation } from '../operation/operation.ts';
import { arrivesAs } from './remapped-headers.ts';

// The headers of answers, for the reference.
/** A header that is described once, among the components of the document. */
const headerOf = (id: string, description: string) => z.string().meta({ description, header: { id } });

/** What every answer has, whatever its status. */
const answerHeaders = z.object({
  'X-Request-Id': headerOf('RequestId', 'Identificador de la petición.'),
  'X-Ratelimit-Limit': headerOf('RatelimitLimit', 'Peticiones por minuto.').optional(),
  'X-Ratelimit-Remaining': headerOf('RatelimitRemaining', 'Peticiones que quedan en este minuto.').optional(),
  'X-Ratelimit-Reset': headerOf(
    'RatelimitReset',
    'Fin del minuto, en segundos desde el 1 de enero de 1970 (UTC).',
  ).optional(),
  'X-Ignored-Fields': headerOf(
    'IgnoredFields',
    'Nombres que se enviaron y nadie define, separados por comas.',
  ).optional(),
  'Cache-Control': headerOf('CacheControl', 'no-store: la respuesta no debe guardarse en cachés.'),
  'X-Content-Type-Options': headerOf('ContentTypeOptions', 'Siempre nosniff.'),
  'Strict-Transport-Security': headerOf('TransportSecurity', 'Siempre max-age=63072000: solo por HTTPS.'),
  'Access-Control-Allow-Origin': headerOf(
    'AllowOrigin',
    'Siempre *: se puede llamar desde páginas de cualquier origen.',
  ),
  'Access-Control-Expose-Headers': headerOf('ExposeHeaders', 'Las cabeceras que una página puede leer.'),
});

const replayedHeader = {
  'Idempotency-Replayed': headerOf(
    'IdempotencyReplayed',
    'true: la respuesta es la que ya se dio a la misma petición.',
  ).optional(),
};

const filingHeaders = {
  submission: {
    ...replayedHeader,
    'X-Tramite-Id': headerOf(
      'TramiteOfSubmission',
      'Trámite de la petición, o el que ya la está tramitando; sin él, la petición no era válida.',
    ).optional(),
  },
  reading: {
    'X-Tramite-Id': headerOf(
      'TramiteOfReading',
      'Trámite que tendrá la respuesta, si no se da en el momento.',
    ).optional(),
  },
  resource: {},
};

const supersededHeaders = {
  Deprecation: headerOf('Deprecation', 'true: la dirección está en desuso.'),
  Link: headerOf('SuccessorVersion', 'La dirección que la sustituye.'),
};

/** Of a page for people. */
const pageHeaders = {
  'Content-Security-Policy': headerOf('PagePolicy', 'De una página: qué puede cargar y ejecutar.').optional(),
  'Referrer-Policy': headerOf('PageReferrer', 'De una página: no-referrer.').optional(),
};

/** Of what caches may keep. */
const keptHeaders = {
  'Cache-Control': headerOf(
    'KeptCacheControl',
    'Cómo puede guardarse la respuesta en cachés; no-store, si es un error.',
  ),
  ETag: headerOf('EntityTag', 'Identifica el contenido; sirve para If-None-Match.').optional(),
};

/** Headers that an answer of this operation may have, whatever its status. */
export const answerHeadersOf = (operation: Operation) =>
  answerHeaders.extend({
    ...filingHeaders[operation.kind],
    ...(operation.page === 'text/html' && pageHeaders),
    ...(operation.supersededBy && supersededHeaders),
    ...(operation.kind === 'resource' && operation.kept && keptHeaders),
  });

const retryAfter = headerOf('RetryAfter', 'Segundos que hay que esperar.');

const notAsked = headerOf(
  'NotAsked',
  'Miembros de data que no se pidieron, separados por comas: que estén vacíos o falten no dice que no haya nada.',
);

/** Headers of an answer that is no failure. */
export const successHeadersOf = (operation: Operation) =>
  answerHeadersOf(operation).extend({
    ...(operation.kind === 'resource' && operation.takesKey && replayedHeader),
    ...(operation.kind === 'resource' &&
      operation.sendsRetryAfter && { 'Retry-After': retryAfter.optional() }),
    ...(operation.kind === 'resource' &&
      operation.waits && {
        'Preference-Applied': z.string().optional().meta({ description: 'wait, si se pidió.' }),
      }),
    ...(askedMembers(operation).length > 0 && { 'X-Not-Asked': notAsked.optional() }),
  });

/** Headers of a failure of this status. */
export const failureHeadersOf = (operation: Operation, { headers }: ServiceError) =>
  answerHeadersOf(operation).extend({
    ...('Retry-After' in headers && { 'Retry-After': retryAfter }),
    ...('WWW-Authenticate' in headers && {
      [arrivesAs('WWW-Authenticate')]: headerOf(
        'Authenticate',
        'Bearer. Así llega el WWW-Authenticate de HTTP.',
      ),
    }),
  });
