import * as z from 'zod';
import type { ZodOpenApiOperationObject } from 'zod-openapi';
import { failed, failure, masked } from '../envelope.ts';
import {
  authorityDown,
  authoritySilent,
  errorPage,
  forbidden,
  inProgress,
  invalid,
  malformed,
  notFound,
  type ServiceError,
  tooLarge,
  tooManyRequests,
  unauthenticated,
  unknownOutcome,
  unsupportedMedia,
} from '../errors.ts';
import type { Operation } from '../operation.ts';

/** The headers of answers, and how an operation can fail, for the reference. */

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

/** Headers of an answer that is no failure. */
export const successHeadersOf = (operation: Operation) =>
  answerHeadersOf(operation).extend({
    'X-Ignored-Fields': z
      .string()
      .optional()
      .meta({ description: 'Nombres que se enviaron y nadie define, separados por comas.' }),
    ...(operation.kind === 'submission' && {
      'Idempotency-Replayed': z
        .literal('true')
        .optional()
        .meta({ description: 'La respuesta es la que ya se dio a la misma petición.' }),
    }),
    ...(operation.supersededBy && {
      Deprecation: z.literal('true').meta({ description: 'La dirección está en desuso.' }),
      Link: z.string().meta({ description: 'La dirección que la sustituye.' }),
    }),
  });

const retryAfter = z.string().meta({ description: 'Segundos que hay que esperar.' });

/** Headers of a failure of this status. */
const failureHeadersOf = (operation: Operation, { headers }: ServiceError) =>
  answerHeadersOf(operation).extend({
    ...('Retry-After' in headers && { 'Retry-After': retryAfter }),
    ...('WWW-Authenticate' in headers && {
      'WWW-Authenticate': z.string().meta({ description: 'Bearer.' }),
    }),
  });

const answerHeadersOf = ({ kind }: Operation) =>
  kind === 'submission' ? submissionAnswerHeaders : answerHeaders;

/** The failures of an operation, each with an example of its body. */
export const failuresOf = (operation: Operation): NonNullable<ZodOpenApiOperationObject['responses']> => {
  const anonymous = operation.kind === 'resource' && operation.access === 'anonymous';
  const authority = operation.kind === 'resource' ? undefined : operation.authority;
  const ofAccount = operation.path.includes('{') || 'clientId' in operation.request.shape;
  const examples: [description: string, error: ServiceError][] = [
    [
      'El cuerpo no es el JSON o el formulario que dice ser.',
      malformed('El cuerpo de la petición no es JSON válido.'),
    ],
    ...(anonymous
      ? []
      : ([
          ['Sin sesión válida.', unauthenticated()],
          [
            'Cliente inactivo, o certificado de otro tipo.',
            forbidden('El acceso de este cliente está desactivado.'),
          ],
        ] as [string, ServiceError][])),
    ...(ofAccount ? [['No existe en esta cuenta.', notFound()] as [string, ServiceError]] : []),
    ['Petición demasiado grande.', tooLarge(operation.maxBody ?? 256 * 1024)],
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
                ['La misma petición se está tramitando.', inProgress()],
                ['Resultado desconocido: compruébese antes de repetir.', unknownOutcome(authority)],
              ]
            : []),
          ['Organismo no operativo; véase Retry-After.', authorityDown(authority, 30)],
          [
            'El organismo no ha respondido a tiempo, o no ha dado tiempo a leerlo todo.',
            authoritySilent(authority),
          ],
        ] as [string, ServiceError][])
      : ([['Error interno, con una referencia.', masked('0f9a…', undefined)]] as [string, ServiceError][])),
  ];
  return Object.fromEntries(
    examples.map(([description, error]) => [
      String(error.status) as '422',
      {
        description,
        headers: failureHeadersOf(operation, error),
        content: { 'application/json': { schema: failure, example: failed(error) } },
      },
    ]),
  );
};
