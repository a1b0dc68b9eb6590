import { ServiceError } from './errors.ts';
import { messageOf, type Reply } from './reply.ts';

/** Headers of every answer, whether a function or API Gateway itself gives it. */
export const FIXED_HEADERS = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  // Two years: a browser that was here once does not try without TLS.
  'Strict-Transport-Security': 'max-age=63072000',
};

/** The body of a success, or of a 200 without success. */
export const succeeded = (reply: Reply<unknown>) => ({
  success: reply.success ?? true,
  message: messageOf(reply),
  status: reply.status ?? 200,
  data: reply.data ?? [],
  ...(reply.success === false && { maintenance: false }),
  ...reply.envelope,
});

/** The body of a failure. Programs take an empty `errors` for a message, so there is none. */
export const failed = (error: ServiceError) => ({
  success: false,
  message: error.message,
  status: error.status,
  data: error.data,
  ...(Object.keys(error.errors).length > 0 && { errors: error.errors }),
  maintenance: error.maintenance,
});

/** The answer to an unforeseen error. With the request id it can be found in the log. */
export const masked = (requestId: string, cause: unknown) =>
  new ServiceError(500, `Error interno del servicio. Indique esta referencia si lo comunica: ${requestId}.`, {
    cause,
  });
