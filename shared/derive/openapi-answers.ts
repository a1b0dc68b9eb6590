import * as z from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiResponseObject } from 'zod-openapi';
import { authorityDown, authoritySilent, errorPage, unknownOutcome } from '../kernel/authority-errors.ts';
import { failed, masked } from '../kernel/envelope.ts';
import {
  AUTHORITIES,
  clientInactive,
  inProgress,
  invalid,
  malformed,
  notFound,
  ServiceError,
  storeSilent,
  tooLarge,
  tooManyRequests,
  unauthenticated,
  unsupportedMedia,
} from '../kernel/errors.ts';
import { answerText } from '../operation/answer-fields.ts';
import { askedMembers } from '../operation/not-asked.ts';
import { type Operation, roleFor } from '../operation/operation.ts';
import { arrivesAs } from './remapped-headers.ts';

/** The members that every answer has around its payload. The OpenAPI document gets its response schemas from it. */
export const envelope = z
  .looseObject({
    success: z.boolean().meta({ description: 'Verdadero si la operación se realizó.' }),
    message: z.string().meta({ description: 'Mensaje del resultado; OK en la mayoría de los casos.' }),
    status: z.int().meta({ description: 'Código de estado HTTP.' }),
    data: z.unknown().meta({
      description:
        'Contenido de la respuesta. Si no lo hay, vacío y del mismo tipo; si success es falso, una lista vacía.',
    }),
  })
  .meta({ id: 'Envelope' });

/** The additional members of a failure. */
export const failure = envelope
  .extend({
    success: z.literal(false),
    data: z.unknown().meta({ description: 'Lista vacía.' }),
    errors: z
      .record(z.string(), z.array(z.string()))
      .optional()
      .meta({
        description: `Mensajes por campo (ruta con puntos), cabecera u organismo (${AUTHORITIES.join(', ')}); solo si hay alguno.`,
      }),
    maintenance: z.boolean().meta({ description: 'Verdadero si el organismo está en mantenimiento.' }),
  })
  .meta({ id: 'Failure' });

/** A header that is described once, among the components of the document. */
const headerOf = (id: string, description: string) => z.string().meta({ description, header: { id } });

/** Headers of every answer, whatever its status. */
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
    'X-Repeated': headerOf(
      'Repeated',
      'Trámite con el que ya se aceptó esto mismo: no se ha enviado otra vez, y la respuesta es la de entonces, con un aviso en ' +
        'warnings. En un simulacro: lo que se presente lo repetirá.',
    ).optional(),
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

/** Of cacheable answers. */
const keptHeaders = {
  'Cache-Control': headerOf(
    'KeptCacheControl',
    'Cómo puede guardarse la respuesta en cachés; no-store, si es un error.',
  ),
  ETag: headerOf('EntityTag', 'Identifica el contenido; sirve para If-None-Match.').optional(),
};

/** Headers that an answer of this operation may have, whatever its status. */
const answerHeadersOf = (operation: Operation) =>
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
    ...(askedMembers(operation).length > 0 && { 'X-Not-Asked': notAsked.optional() }),
  });

/** Headers of a failure of this status. */
const failureHeadersOf = (operation: Operation, { headers }: ServiceError) =>
  answerHeadersOf(operation).extend({
    ...('Retry-After' in headers && { 'Retry-After': retryAfter }),
    ...('WWW-Authenticate' in headers && {
      [arrivesAs('WWW-Authenticate')]: headerOf(
        'Authenticate',
        'Bearer. Así llega el WWW-Authenticate de HTTP.',
      ),
    }),
  });

/** The trámite in examples. */
const EXAMPLE_ID = '01KAJ5Z3W8Q2N6T4R0M9XCVB7D';

const TOO_LARGE =
  'Petición demasiado grande. A partir de 10 MB responde API Gateway por sí mismo, con un cuerpo que no tiene esta forma; ' +
  'tampoco entonces se ha presentado nada.';

const DOCUMENT_TOO_LARGE = 'O con documents=inline, un documento que no cabe en la respuesta.';

/** Whether a request names something of the account, such as a client, which may not be there. */
const namesOwn = ({ path, request: { shape } }: Operation): boolean =>
  path.includes('{') || 'clientId' in shape || 'company' in shape;

/** The failures of an operation, each with an example of its body. */
export const failuresOf = (operation: Operation): NonNullable<ZodOpenApiOperationObject['responses']> => {
  const role = roleFor(operation);
  const lacksRole = role === 'reads' ? '' : `Hace falta el rol ${role}. `;
  const authority = operation.kind === 'resource' ? undefined : operation.authority;
  const examples: [description: string, error: ServiceError][] = [
    [
      'El cuerpo no es el JSON o el formulario que dice ser.',
      malformed('El cuerpo de la petición no es JSON válido.'),
    ],
    ...(role === 'anonymous'
      ? []
      : ([
          ['Sin sesión válida.', unauthenticated()],
          [`${lacksRole}Cliente inactivo, o certificado de otro tipo.`, clientInactive()],
        ] as [string, ServiceError][])),
    ...(namesOwn(operation) ? [['No existe en esta cuenta.', notFound()] as [string, ServiceError]] : []),
    [
      operation.kind === 'reading' ? `${TOO_LARGE} ${DOCUMENT_TOO_LARGE}` : TOO_LARGE,
      tooLarge(operation.maxFile ?? operation.maxBody ?? 256 * 1024),
    ],
    ['El contenido es de otro tipo.', unsupportedMedia('application/json')],
    [
      'Campos que faltan o no son válidos, todos a la vez; o lo que rechaza el organismo.',
      invalid({ campo: ['Este campo es obligatorio.'] }),
    ],
    ['Límite de peticiones superado.', tooManyRequests(30)],
    ...(authority
      ? ([
          ['Página del organismo no operativa.', errorPage(authority, 500)],
          ...(operation.kind === 'submission'
            ? [
                [
                  'La misma petición se está tramitando; o lo mismo se envió con otro certificado u otros datos y no se conoce su resultado, o acaba de aceptarse; o se está tramitando algo que lo anula.',
                  inProgress({ id: EXAMPLE_ID, authority }),
                ],
                [
                  'Resultado desconocido: compruébese antes de repetir.',
                  unknownOutcome(authority, undefined, EXAMPLE_ID),
                ],
              ]
            : []),
          ['Organismo no operativo; véase Retry-After.', authorityDown(authority, 30)],
          [
            'El organismo no ha respondido a tiempo, o no ha dado tiempo a leerlo todo.',
            authoritySilent(authority),
          ],
        ] as [string, ServiceError][])
      : ([
          ['Error interno, con una referencia.', masked('0f9a…', undefined)],
          ['El servicio no llega a sus datos; véase Retry-After.', storeSilent(false, undefined)],
        ] as [string, ServiceError][])),
  ];
  const others = Object.entries(operation.alsoAnswers ?? {}).map(([status, description]) => [
    description,
    new ServiceError(Number(status), description, retryLater(Number(status))),
  ]) as typeof examples;
  return Object.fromEntries(
    [...examples, ...others].map(([description, error]) => [
      String(error.status) as '422',
      sharedBetweenOperations(operation, error, {
        description,
        headers: failureHeadersOf(operation, error),
        content: {
          ...(operation.page &&
            !GATEWAY_STATUSES.includes(error.status) && { [operation.page]: { schema: operation.response } }),
          // Also of a page, where its form could not be read.
          'application/json': { schema: failure, example: failed(error) },
        },
      }),
    ]),
  );
};

/** Names of the failures that many operations have alike. */
const FAILURE_NAMES: Record<number, string> = {
  400: 'Malformed',
  401: 'Unauthenticated',
  403: 'Forbidden',
  404: 'NotFound',
  409: 'InProgress',
  413: 'TooLarge',
  415: 'UnsupportedMedia',
  422: 'Invalid',
  429: 'TooManyRequests',
  500: 'ErrorPage',
  502: 'UnknownOutcome',
  503: 'AuthorityDown',
  504: 'AuthoritySilent',
};

const sharedFailures = new Map<string, ZodOpenApiResponseObject>();

/** The failure as a component of the document, which all operations of a kind share, unless this one's is its own. */
const sharedBetweenOperations = (
  operation: Operation,
  { status }: ServiceError,
  described: ZodOpenApiResponseObject,
): ZodOpenApiResponseObject => {
  const isOwn =
    operation.page ||
    operation.supersededBy ||
    (status === 413 && operation.maxBody) ||
    operation.alsoAnswers?.[status];
  if (isOwn) return described;
  const authority = operation.kind !== 'resource' && status >= 500 ? operation.authority : '';
  const name = status === 503 && operation.kind === 'resource' ? 'StoreSilent' : FAILURE_NAMES[status]!;
  const id = [name, operation.kind === 'resource' ? '' : operation.kind, authority]
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
  const shared = sharedFailures.get(id) ?? { id, ...described };
  sharedFailures.set(id, shared);
  return shared;
};

/** Of a page for people these, too, are JSON: they are answered before its operation runs. */
const GATEWAY_STATUSES = [400, 413, 415, 429, 500];

const retryLater = (status: number) => (status === 503 ? { headers: { 'Retry-After': '30' } } : {});

/** The 304 of what caches may keep; others have none. */
export const knownOf = (operation: Operation): ZodOpenApiOperationObject['responses'] =>
  operation.kind === 'resource' && operation.kept
    ? {
        '304': {
          description: 'El contenido es el mismo que el de la etiqueta de If-None-Match.',
          headers: answerHeadersOf(operation),
        },
      }
    : {};

/** The 202 of an operation before an authority, which may be asked for later; others have none. */
export const laterOf = (operation: Operation): ZodOpenApiOperationObject['responses'] =>
  operation.kind === 'resource'
    ? {}
    : {
        '202': {
          description:
            'Solo si la petición lleva Prefer: respond-async: se tramitará en segundo plano. El trámite dice cómo va, y al terminar, ' +
            'su respuesta. Sin esa cabecera nunca se responde 202, y un cliente generado puede tomar la respuesta por la de 200.',
          headers: answerHeadersOf(operation).extend({
            Location: answerText('Dirección del trámite.'),
            'Retry-After': answerText('Segundos hasta la primera consulta que merece la pena.'),
            'Preference-Applied': answerText('respond-async.'),
          }),
          content: {
            'application/json': {
              schema: envelope.extend({
                data: z.object({
                  id: answerText('Trámite.'),
                  state: answerText('Estado del trámite: queued, si nadie lo había empezado.'),
                }),
              }),
              example: {
                success: true,
                message: `Petición aceptada; se tramita en segundo plano. Trámite: ${EXAMPLE_ID}.`,
                status: 202,
                data: { id: EXAMPLE_ID, state: 'queued' },
              },
            },
          },
        },
      };
