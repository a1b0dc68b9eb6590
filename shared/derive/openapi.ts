import * as z from 'zod';
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from 'zod-openapi';
import { partMembers } from '../continuation.ts';
import { envelope, failed, failure } from '../envelope.ts';
import {
  authorityDown,
  errorPage,
  inProgress,
  invalid,
  type ServiceError,
  tooManyRequests,
  unauthenticated,
  unknownOutcome,
} from '../errors.ts';
import type { Group, Operation } from '../operation.ts';
import { LIMITS, rateOf } from '../rates.ts';
import { addressOf } from './routes.ts';

/** The OpenAPI 3.1 description of the service, made from the list of operations. */
export const openApiDocument = (groups: Group[]) =>
  createDocument({
    openapi: '3.1.0',
    info: {
      title: 'pasarela',
      version: '4',
      description:
        'Pasarela entre programas de nóminas y recursos humanos y las administraciones españolas. Toda respuesta lleva ' +
        'el mismo envoltorio (success, message, status, data) y las cabeceras X-Ratelimit-*. Las operaciones con la ' +
        'marca x-standing: chosen tienen dirección o campos elegidos por este servicio.',
    },
    servers: [{ url: '/' }],
    tags: groups.map(({ name, title }) => ({ name, description: title })),
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
    paths: pathsOf(groups),
  });

const pathsOf = (groups: Group[]): ZodOpenApiPathsObject => {
  const paths: ZodOpenApiPathsObject = {};
  for (const group of groups)
    for (const operation of group.operations) {
      const path = addressOf(group, operation);
      paths[path] = { ...paths[path], [operation.method.toLowerCase()]: operationObject(group, operation) };
    }
  return paths;
};

const operationObject = (group: Group, operation: Operation): ZodOpenApiOperationObject => {
  const rate = rateOf(operation);
  const anonymous = rate === 'anonymous';
  return {
    operationId: `${group.name}:${operation.method.toLowerCase()}${operation.path.replace(/\W+/g, '-')}`,
    tags: [group.name],
    summary: operation.summary,
    ...(operation.description && { description: operation.description }),
    ...(operation.supersededBy && { deprecated: true }),
    security: anonymous ? [] : [{ token: [] }],
    ...requestOf(operation),
    responses: {
      '200': {
        description: 'Resultado de la operación.',
        headers: answerHeadersOf(operation),
        content: contentOf(operation),
      },
      ...laterOf(operation),
      ...failuresOf(operation),
    },
    'x-rate-class': rate,
    'x-rate-limit': `${LIMITS[rate]} peticiones por minuto`,
    'x-standing': operation.standing,
    ...(operation.kind === 'submission' && { 'x-dry-run': operation.dryRun }),
  } as ZodOpenApiOperationObject;
};

/** A reading that takes a token answers its list in parts. */
const isInParts = ({ kind, request }: Operation): boolean =>
  kind === 'reading' && 'continueToken' in request.shape;

const contentOf = (operation: Operation) => {
  const { response, example, page } = operation;
  const around = isInParts(operation) ? envelope.extend(partMembers.shape) : envelope;
  return page
    ? { [page]: { schema: response } }
    : {
        'application/json': {
          schema: around.extend({ data: response }),
          example: { success: true, message: 'OK', status: 200, data: example.response },
        },
      };
};

/** Of an operation before an authority, which may be asked for later. */
const laterAnswer = {
  description:
    'Con Prefer: respond-async: la petición se tramitará en segundo plano. El trámite dice cómo va, y al terminar, su ' +
    'respuesta.',
  headers: z.object({
    Location: z.string().meta({ description: 'Dirección del trámite.' }),
    'Retry-After': z.string().meta({ description: 'Segundos hasta la primera consulta que merece la pena.' }),
    'Preference-Applied': z.string().meta({ description: 'respond-async.' }),
  }),
  data: z.object({
    id: z.string().meta({ description: 'Trámite.' }),
    state: z.string().meta({ description: 'Estado del trámite: queued, si nadie lo había empezado.' }),
  }),
};

const laterOf = (operation: Operation): ZodOpenApiOperationObject['responses'] =>
  operation.kind === 'resource'
    ? {}
    : {
        '202': {
          description: laterAnswer.description,
          headers: answerHeadersOf(operation).extend(laterAnswer.headers.shape),
          content: {
            'application/json': {
              schema: envelope.extend({ data: laterAnswer.data }),
              example: {
                success: true,
                message:
                  'Petición aceptada; se tramita en segundo plano. Trámite: 01KAJ5Z3W8Q2N6T4R0M9XCVB7D.',
                status: 202,
                data: { id: '01KAJ5Z3W8Q2N6T4R0M9XCVB7D', state: 'queued' },
              },
            },
          },
        },
      };

const certificateHeader = z.object({
  'X-Cert-Secret': z
    .string()
    .meta({ description: 'Clave (cert_secret) del certificado con el que se actúa.' }),
  Prefer: z.string().optional().meta({
    description:
      'respond-async: se responde 202 y se tramita en segundo plano, con minutos en vez de segundos para el organismo.',
  }),
});

const submissionHeaders = certificateHeader.extend({
  'Idempotency-Key': z.string().optional().meta({
    description:
      'Con la misma clave y la misma petición, durante 30 días, se devuelve la respuesta ya dada sin volver a presentar nada.',
  }),
});

const answerHeaders = z.object({
  'X-Request-Id': z.string().meta({ description: 'Identificador de la petición.' }),
  'X-Ratelimit-Limit': z.string().meta({ description: 'Peticiones por minuto.' }),
  'X-Ratelimit-Remaining': z.string().meta({ description: 'Peticiones que quedan en este minuto.' }),
  'X-Ratelimit-Reset': z
    .string()
    .meta({ description: 'Fin del minuto, en segundos desde el 1 de enero de 1970 (UTC).' }),
});

const submissionAnswerHeaders = answerHeaders.extend({
  'X-Tramite-Id': z.string().optional().meta({
    description: 'Trámite de la petición, o el que ya la está tramitando; sin él, la petición no era válida.',
  }),
});

const readingAnswerHeaders = answerHeaders.extend({
  'X-Tramite-Id': z.string().optional().meta({
    description: 'Trámite que tendrá la respuesta, si no se da en el momento.',
  }),
});

const ANSWER_HEADERS = {
  submission: submissionAnswerHeaders,
  reading: readingAnswerHeaders,
  resource: answerHeaders,
};

const answerHeadersOf = ({ kind }: Operation) => ANSWER_HEADERS[kind];

const requestOf = (
  operation: Operation,
): Pick<ZodOpenApiOperationObject, 'requestParams' | 'requestBody'> => {
  const shape = (operation.request as z.ZodObject).shape;
  const inPath = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
  const pick = (names: string[]) =>
    z.object(Object.fromEntries(names.map((name) => [name, shape[name] as z.ZodType])));
  const rest = pick(Object.keys(shape).filter((name) => !inPath.includes(name)));
  const headers =
    operation.kind === 'submission'
      ? submissionHeaders
      : operation.kind === 'reading'
        ? certificateHeader
        : undefined;
  const inQuery = operation.method === 'GET' || operation.method === 'DELETE';
  const body = (operation.kind === 'resource' && operation.body) || 'json';
  return {
    requestParams: {
      ...(inPath.length > 0 && { path: pick(inPath) }),
      ...(headers && { header: headers }),
      ...(inQuery && { query: rest }),
    },
    ...(!inQuery && {
      requestBody: {
        required: true,
        content: {
          [MEDIA_TYPE[body]]: {
            schema: rest,
            // An example in JSON cannot contain a file.
            ...(body !== 'multipart' && { example: operation.example.request }),
          },
        },
      },
    }),
  };
};

const MEDIA_TYPE = {
  json: 'application/json',
  multipart: 'multipart/form-data',
  form: 'application/x-www-form-urlencoded',
};

/** The failures of an operation, each with an example of its body. */
const failuresOf = (operation: Operation): NonNullable<ZodOpenApiOperationObject['responses']> => {
  const anonymous = operation.kind === 'resource' && operation.access === 'anonymous';
  const authority = operation.kind === 'resource' ? undefined : operation.authority;
  const examples: [description: string, error: ServiceError][] = [
    ...(anonymous ? [] : [['Sin sesión válida.', unauthenticated()] as [string, ServiceError]]),
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
                ['La misma petición se está tramitando.', inProgress()],
                ['Resultado desconocido: compruébese antes de repetir.', unknownOutcome(authority)],
              ]
            : []),
          ['Organismo no operativo; véase Retry-After.', authorityDown(authority, 30)],
        ] as [string, ServiceError][])
      : []),
  ];
  return Object.fromEntries(
    examples.map(([description, error]) => [
      String(error.status) as '422',
      {
        description,
        headers: answerHeadersOf(operation),
        content: { 'application/json': { schema: failure, example: failed(error) } },
      },
    ]),
  );
};
