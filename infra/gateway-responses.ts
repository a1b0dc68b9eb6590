import { ResponseType, type RestApi } from 'aws-cdk-lib/aws-apigateway';
import { FIXED_HEADERS, failed } from '../shared/kernel/envelope.ts';
import {
  forbidden,
  notFound,
  ServiceError,
  tooLarge,
  tooManyRequests,
  unauthenticated,
} from '../shared/kernel/errors.ts';

/** The largest request that API Gateway accepts, in bytes. */
const REQUEST_BYTES = 10 * 1024 * 1024;

/** Seconds for `Retry-After`. Functions count requests by the minute, so a minute is always enough. */
const RETRY_AFTER = 60;

const malformed = () => new ServiceError(400, 'La petición no es válida.');
const unknownPath = () => notFound('La dirección no existe. La referencia está en /api/v4/docs.');
const accessDenied = () => forbidden('No tiene permiso para acceder a este recurso.');

/** For failures before the function ran: nothing was filed. */
const unavailable = () =>
  new ServiceError(500, 'El servicio no está disponible en este momento. La petición no se ha tramitado.');

/** For a function that failed or timed out: whether it filed something at an authority is unknown. */
const unknownOutcome = (status: number) =>
  new ServiceError(
    status,
    'No se conoce el resultado de la operación. ' +
      'Por favor, verifique si se realizó correctamente antes de volver a enviarla.',
  );

/** Answers that API Gateway gives itself, by response type. The two defaults cover all other types. */
const RESPONSES: [ResponseType, ServiceError][] = [
  [ResponseType.BAD_REQUEST_BODY, malformed()],
  [ResponseType.BAD_REQUEST_PARAMETERS, malformed()],
  [ResponseType.UNAUTHORIZED, unauthenticated()],
  [ResponseType.ACCESS_DENIED, accessDenied()],
  [ResponseType.EXPIRED_TOKEN, accessDenied()],
  [ResponseType.INVALID_API_KEY, accessDenied()],
  [ResponseType.INVALID_SIGNATURE, accessDenied()],
  [ResponseType.WAF_FILTERED, accessDenied()],
  // API Gateway uses this type for a path without methods.
  [ResponseType.MISSING_AUTHENTICATION_TOKEN, unknownPath()],
  [ResponseType.RESOURCE_NOT_FOUND, unknownPath()],
  // Only emulators use it. AWS returns its own body (docs/decisions.md).
  [ResponseType.REQUEST_TOO_LARGE, tooLarge(REQUEST_BYTES)],
  [ResponseType.UNSUPPORTED_MEDIA_TYPE, new ServiceError(415, 'El tipo de contenido no se admite.')],
  [ResponseType.THROTTLED, tooManyRequests(RETRY_AFTER)],
  [ResponseType.QUOTA_EXCEEDED, tooManyRequests(RETRY_AFTER)],
  [ResponseType.DEFAULT_4XX, malformed()],
  [ResponseType.AUTHORIZER_FAILURE, unavailable()],
  [ResponseType.AUTHORIZER_CONFIGURATION_ERROR, unavailable()],
  [ResponseType.API_CONFIGURATION_ERROR, unavailable()],
  [ResponseType.INTEGRATION_FAILURE, unknownOutcome(502)],
  [ResponseType.INTEGRATION_TIMEOUT, unknownOutcome(504)],
  [ResponseType.DEFAULT_5XX, unknownOutcome(500)],
];

/** The web ACL's only rules count requests, so each of its blocks is a 429. */
const TOO_MANY_OF_AN_ADDRESS: [ResponseType, ServiceError] = [
  ResponseType.WAF_FILTERED,
  tooManyRequests(RETRY_AFTER),
];

/**
 * Gives API Gateway's own answers the envelope of all other answers.
 * @param limitsAddresses whether the stage has a web ACL
 */
export const addGatewayResponses = (
  api: RestApi,
  { limitsAddresses }: { limitsAddresses: boolean },
): void => {
  const responses = new Map([...RESPONSES, ...(limitsAddresses ? [TOO_MANY_OF_AN_ADDRESS] : [])]);
  for (const [type, error] of responses) {
    api.addGatewayResponse(type.responseType, {
      type,
      statusCode: String(error.status),
      responseHeaders: {
        ...quoted({
          ...error.headers,
          ...FIXED_HEADERS,
          'Access-Control-Allow-Origin': '*',
          'Access-Control-Expose-Headers': '*',
        }),
        // API Gateway's request id: a function that ran has logged it next to its own.
        'X-Request-Id': 'context.requestId',
      },
      templates: { 'application/json': JSON.stringify(failed(error)) },
    });
  }
};

/** API Gateway takes a quoted value as a constant, and an unquoted one as a mapping expression. */
const quoted = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, `'${value}'`]));
