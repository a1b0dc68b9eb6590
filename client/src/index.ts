/** A client of pasarela for programs, with a method for each operation of its reference. */
export { createClient, type Gateway } from './client.ts';
export { PasarelaError, StillPending, UnknownOutcome } from './errors.ts';
export type { Config } from './transport.ts';
export type * from './types.ts';
export { NotSent } from './unsent.ts';
export { verifyWebhook, type WebhookEvent, WebhookNotVerified } from './webhooks.ts';
