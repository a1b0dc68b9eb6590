import type { APIGatewayProxyEvent } from 'aws-lambda';
import { header } from '../stages.ts';

/** The preference that a request may have in its header `Prefer`. */
export const RESPOND_ASYNC = 'respond-async';

/** Whether a caller prefers an answer at once, and to fetch the result later (RFC 7240). */
export const prefersLater = (event: APIGatewayProxyEvent): boolean =>
  (header(event, 'Prefer') ?? '')
    .split(',')
    .some((preference) => preference.split(';')[0]!.trim().toLowerCase() === RESPOND_ASYNC);
