/** Body of a webhook: event type, time and subject. */
export interface WebhookEvent {
  type: string;
  /** ISO 8601. */
  timestamp: string;
  data: {
    company: number | null;
    clientId: number | null;
    subject: { kind: string; id: string };
    detail?: Record<string, unknown>;
  };
}

/** Headers of a request, as different frameworks provide them. */
type HeaderValues = Headers | Record<string, string | string[] | undefined>;

/** Tolerated age of a request, in seconds, in both directions: an older one may be a replay. */
const TOLERANCE = 300;

/** The request was not sent by the gateway with this secret, or is too old. Answer it with 400 or 401. */
export class WebhookNotVerified extends Error {
  override readonly name = 'WebhookNotVerified';
}

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

const headerOf = (headers: HeaderValues, name: string): string => {
  const value =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  // Some frameworks have a list for each header. Several signatures mean the same as one header with all of them.
  const text = [value ?? []].flat().join(' ');
  if (text === '') throw new WebhookNotVerified(`the header ${name} is missing`);
  return text;
};

/**
 * Verifies a webhook request (Standard Webhooks). Store the header `webhook-id`: an event may arrive more than once,
 * always with the same id.
 * @param body as received, before it is parsed as JSON
 * @param secret of the webhook, `whsec_…`
 * @throws WebhookNotVerified if it cannot be trusted
 */
export const verifyWebhook = async (
  body: string,
  headers: HeaderValues,
  secret: string,
): Promise<WebhookEvent> => {
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= TOLERANCE))
    throw new WebhookNotVerified('it was not sent just now');
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytesOf(secret.replace(/^whsec_/, '')), algorithm, false, [
    'verify',
  ]);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  // There are several signatures while a secret is being replaced. Only version v1 is supported.
  for (const signature of headerOf(headers, 'webhook-signature').split(/,? +/))
    if (/^v1,[A-Za-z0-9+/]{43}=$/.test(signature))
      if (await crypto.subtle.verify('HMAC', key, bytesOf(signature.slice('v1,'.length)), signed))
        return JSON.parse(body);
  throw new WebhookNotVerified('it has no signature of this secret');
};
