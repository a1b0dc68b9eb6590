import { ResponseType, type RestApi } from 'aws-cdk-lib/aws-apigateway';
import { failed } from '../shared/envelope.ts';
import {
  forbidden,
  notFound,
  ServiceError,
  tooLarge,
  tooManyRequests,
  unauthenticated,
} from '../shared/errors.ts';

/** Largest request that API Gateway takes, in bytes. */
const LARGEST_REQUEST = 10 * 1024 * 1024;

/** Seconds: the longest that an exact limit takes to open again. */
const NEXT_MINUTE = 60;

const malformed = () => new ServiceError(400, 'La petición no es válida.');
const unknownPath = () => notFound('La dirección no existe.');
const mayNotPass = () => forbidden('No tiene permiso para acceder a este recurso.');

/** The function never ran: nothing was done. */
const unavailable = () =>
  new ServiceError(500, 'El servicio no está disponible en este momento. La petición no se ha tramitado.');

/** The function ran, and was cut off or failed: what it did at an authority is not known. */
const unknownEnd = (status: number) =>
  new ServiceError(
    status,
    'No se conoce el resultado de la operación. ' +
      'Por favor, verifique si se realizó correctamente antes de volver a enviarla.',
  );

/** What API Gateway answers by itself, for each of its reasons; the two defaults take any reason yet to come. */
const REFUSALS: [ResponseType, ServiceError][] = [
  [ResponseType.BAD_REQUEST_BODY, malformed()],
  [ResponseType.BAD_REQUEST_PARAMETERS, malformed()],
  [ResponseType.UNAUTHORIZED, unauthenticated()],
  [ResponseType.ACCESS_DENIED, mayNotPass()],
  [ResponseType.EXPIRED_TOKEN, mayNotPass()],
  [ResponseType.INVALID_API_KEY, mayNotPass()],
  [ResponseType.INVALID_SIGNATURE, mayNotPass()],
  [ResponseType.WAF_FILTERED, mayNotPass()],
  // What API Gateway calls a missing token is a path without methods.
  [ResponseType.MISSING_AUTHENTICATION_TOKEN, unknownPath()],
  [ResponseType.RESOURCE_NOT_FOUND, unknownPath()],
  [ResponseType.REQUEST_TOO_LARGE, tooLarge(LARGEST_REQUEST)],
  [ResponseType.UNSUPPORTED_MEDIA_TYPE, new ServiceError(415, 'El tipo de contenido no se admite.')],
  [ResponseType.THROTTLED, tooManyRequests(NEXT_MINUTE)],
  [ResponseType.QUOTA_EXCEEDED, tooManyRequests(NEXT_MINUTE)],
  [ResponseType.DEFAULT_4XX, malformed()],
  [ResponseType.AUTHORIZER_FAILURE, unavailable()],
  [ResponseType.AUTHORIZER_CONFIGURATION_ERROR, unavailable()],
  [ResponseType.API_CONFIGURATION_ERROR, unavailable()],
  [ResponseType.INTEGRATION_FAILURE, unknownEnd(502)],
  [ResponseType.INTEGRATION_TIMEOUT, unknownEnd(504)],
  [ResponseType.DEFAULT_5XX, unknownEnd(500)],
];

/** Gives what never reaches a function, or never comes back from one, the service's envelope. */
export const refuseInEnvelope = (api: RestApi): void => {
  for (const [type, error] of REFUSALS) {
    api.addGatewayResponse(type.responseType, {
      type,
      statusCode: String(error.status),
      responseHeaders: quoted({
        ...error.headers,
        'Access-Control-Allow-Origin': '*',
        'Access-Control-Expose-Headers': '*',
        'Cache-Control': 'no-store',
      }),
      templates: { 'application/json': JSON.stringify(failed(error)) },
    });
  }
};

/** API Gateway tells a fixed value from a mapping by its quotes. */
const quoted = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, `'${value}'`]));
