/** What a webhook brings: a kind of event, when it happened, and of what. */
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

/** Names and values of the headers of a request, as a program has them. */
type HeaderValues = Headers | Record<string, string | string[] | undefined>;

/** Seconds by which a request may be older, or newer, than now: an older one may be somebody's copy. */
const TOLERANCE = 300;

/** What was received was not sent by the gateway with this secret, or too long ago. Answer it with a 400 or 401. */
export class WebhookNotVerified extends Error {
  override readonly name = 'WebhookNotVerified';
}

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

const valueOf = (headers: HeaderValues, name: string): string => {
  const value =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  if (typeof value !== 'string') throw new WebhookNotVerified(`the header ${name} is missing`);
  return value;
};

/**
 * Verifies what a webhook received (Standard Webhooks). Remember the header `webhook-id`: an event may come more than once, always
 * with the same one.
 * @param body as it was received, before anything reads it as JSON
 * @param secret of the webhook, `whsec_…`
 * @throws WebhookNotVerified where it is not to be believed
 */
export const verifyWebhook = async (
  body: string,
  headers: HeaderValues,
  secret: string,
): Promise<WebhookEvent> => {
  const id = valueOf(headers, 'webhook-id');
  const timestamp = valueOf(headers, 'webhook-timestamp');
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= TOLERANCE))
    throw new WebhookNotVerified('it was not sent just now');
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytesOf(secret.replace(/^whsec_/, '')), algorithm, false, [
    'verify',
  ]);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  // Several while a secret is replaced; other versions than v1 are not known here.
  for (const signature of valueOf(headers, 'webhook-signature').split(' '))
    if (/^v1,[A-Za-z0-9+/]{43}=$/.test(signature))
      if (await crypto.subtle.verify('HMAC', key, bytesOf(signature.slice('v1,'.length)), signed))
        return JSON.parse(body);
  throw new WebhookNotVerified('it has no signature of this secret');
};
