import type { APIGatewayProxyEvent } from 'aws-lambda';
import { header } from './stages.ts';

/** The preference for an answer at once, with the result later. */
export const RESPOND_ASYNC = 'respond-async';

/** What a caller prefers, in the header `Prefer`. */
export interface Preferences {
  /** An answer at once, and the result later. */
  later: boolean;
  /** How a document that does not fit in the answer is given: not at all, or as a link. Absent: as the account has it. */
  documents?: 'inline' | 'link';
  /** Seconds to wait for something new, where an operation can; never longer than the gateway does. */
  waitSeconds?: number;
}

/** Longest wait, in seconds: the caller has its answer before API Gateway waits no longer. */
const MOST_WAIT = 20;

/**
 * What a caller prefers (RFC 7240): preferences are separated by commas, names and values in any case of letters.
 * Of one that comes twice the first counts. What is not known is ignored.
 */
export const preferencesOf = (event: Pick<APIGatewayProxyEvent, 'headers'>): Preferences => {
  const named = new Map<string, string>();
  for (const preference of (header(event, 'Prefer') ?? '').split(',')) {
    const [name = '', value = ''] = preference
      .split(';')[0]!
      .split('=')
      .map((part) =>
        part
          .trim()
          .toLowerCase()
          .replace(/^"(.*)"$/, '$1'),
      );
    if (!named.has(name)) named.set(name, value);
  }
  const documents = named.get('documents');
  const wait = named.get('wait') ?? '';
  return {
    ...(/^\d{1,9}$/.test(wait) && { waitSeconds: Math.min(Number(wait), MOST_WAIT) }),
    later: named.has(RESPOND_ASYNC),
    ...((documents === 'inline' || documents === 'link') && { documents }),
  };
};
