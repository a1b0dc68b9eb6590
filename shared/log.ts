import { Logger } from '@aws-lambda-powertools/logger';

/**
 * The service's log: JSON lines. What goes in are names of operations and exchanges, counts, times, statuses and ids
 * of our own; never fields of a request, tokens, secrets, documents or identifiers of persons.
 */
export const logger = new Logger({ serviceName: 'pasarela' });
