import * as z from 'zod';
import { rowParser } from '../dynamo/row-parser.ts';

/** What webhooks are told of: as the list of events has it. Ids, times and kinds only. */
export const webhookEvent = () =>
  z.object({
    id: z.string(),
    type: z.string(),
    /** ISO instant. */
    at: z.string(),
    /** The client company that it is about; absent for the account itself. */
    clientId: z.int().optional(),
    subject: z.object({ kind: z.string(), id: z.string() }),
  });

/** An event as a webhook gets it. */
export type WebhookEvent = z.infer<ReturnType<typeof webhookEvent>>;

const webhookRow = () =>
  z.object({
    id: z.string(),
    accountId: z.string(),
    url: z.string(),
    description: z.string().optional(),
    /** Types of events, or families such as `tramite.*`; absent for all. */
    types: z.array(z.string()).optional(),
    /** The client company whose events are wanted; absent for all. */
    company: z.int().optional(),
    active: z.boolean(),
    /** Encrypted, the newest first; the others are good until an ISO instant. */
    secrets: z.array(z.object({ sealed: z.string(), until: z.string().optional() })).min(1),
    /** Who made it: id of a user. */
    createdBy: z.string(),
    /** ISO instants. */
    createdAt: z.string(),
    updatedAt: z.string(),
    /** Since when no call succeeds; absent where the last one did. */
    failingSince: z.string().optional(),
    /** When it was switched off, because it had failed for days. */
    disabledAt: z.string().optional(),
    /** The mail about that is still to be sent. */
    mailDue: z.literal(true).optional(),
  });

/** A webhook: an address of an account to which its events are sent. */
export type Webhook = z.infer<ReturnType<typeof webhookRow>>;

/** Reads the row of a webhook. */
export const parseWebhook = rowParser('Webhook', 'webhook', webhookRow);

const FAMILY = '.*';

/** Whether a webhook wants an event: of its types, and of its company. One that is switched off wants none. */
export const wants = ({ active, types, company }: Webhook, event: WebhookEvent): boolean =>
  active &&
  (company === undefined || company === event.clientId) &&
  (types === undefined ||
    types.some((type) =>
      type.endsWith(FAMILY) ? event.type.startsWith(type.slice(0, 1 - FAMILY.length)) : type === event.type,
    ));

/** What may become of a delivery: it will be tried (again), the receiver took it, or it is not tried any more. */
export const DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];
