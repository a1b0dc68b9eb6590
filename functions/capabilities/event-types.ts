import { auditEvents } from './audit/events.ts';
import { batchEvents } from './batches/events.ts';
import { type DigestWords, gatewayEvents, userEvents } from './events/events-of-gateway.ts';
import { obligationEvents } from './obligations/events.ts';
import { reconciliationEvents } from './reconciliation/events.ts';
import { webhookEvents } from './webhooks/events.ts';

/**
 * Types of events, of the gateway and of capabilities, in the order of the reference. They are apart from the list of
 * capabilities, because schemas need them, which load nothing that reaches AWS.
 */
export const eventTypes = {
  ...gatewayEvents.types,
  ...obligationEvents.types,
  ...batchEvents.types,
  ...reconciliationEvents.types,
  ...userEvents,
  ...webhookEvents.types,
  ...auditEvents.types,
};

/** Kinds of their subjects, in the order of the reference. */
export const eventSubjects = [
  ...gatewayEvents.subjects,
  ...webhookEvents.subjects,
  ...obligationEvents.subjects,
  ...batchEvents.subjects,
  ...reconciliationEvents.subjects,
  ...auditEvents.subjects,
] as const;

/** Words of the sections of the daily digest, by the type of their events, in the order of the sections. */
export const digestWords: Record<string, DigestWords> = {
  ...reconciliationEvents.digest,
};
