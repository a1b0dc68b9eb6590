import { Webhook as Signer } from 'standardwebhooks';
import type { GatewayEvent } from '../../events/gateway-event.ts';
import type { ReceiverCall } from '../store/call-receiver.ts';

/**
 * The request that brings an event to a webhook, signed as Standard Webhooks says. It has the id of the event, by which a
 * receiver notices that it gets an event twice.
 * @param secrets all valid ones: there is a signature for each, so a receiver needs any one of them
 */
export const signedRequest = (
  url: string,
  { id, type, at, companyId, clientId, subject, detail }: GatewayEvent,
  { secrets, now }: { secrets: string[]; now: Date },
): ReceiverCall => {
  const body = JSON.stringify({
    type,
    timestamp: at,
    data: { company: companyId ?? null, clientId: clientId ?? null, subject, ...(detail && { detail }) },
  });
  return {
    url,
    body,
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': 'pasarela',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': secrets.map((secret) => new Signer(secret).sign(id, now, body)).join(' '),
    },
  };
};
