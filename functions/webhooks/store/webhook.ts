import * as z from 'zod';
import { BOND_ENDS, bondMembers } from '../../../shared/kernel/bond.ts';
import { rowParser } from '../../../shared/stores/dynamo/row-parser.ts';
import { type GatewayEvent, isSelected } from '../../events/gateway-event.ts';

/** Why a webhook was switched off, but by its owner: it had failed for days, or the access that it was bound to ended. */
export const DISABLED_WHYS = ['failing', ...BOND_ENDS] as const;

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
    /** Who chose its address, switched it on or got its secret last: id of the user to whose access it is bound. */
    confirmedBy: z.string().optional(),
    ...bondMembers(),
    /** ISO instants. */
    createdAt: z.string(),
    updatedAt: z.string(),
    /** Since when no call succeeds; absent where the last one did. */
    failingSince: z.string().optional(),
    /** When it was switched off, but by its owner, and why: absent, it had failed for days. */
    disabledAt: z.string().optional(),
    disabledWhy: z.enum(DISABLED_WHYS).optional(),
    /** The mail about that is still to be sent. */
    mailDue: z.literal(true).optional(),
  });

/** A webhook: an address of an account to which its events are sent. */
export type Webhook = z.infer<ReturnType<typeof webhookRow>>;

/** Reads the row of a webhook. */
export const parseWebhook = rowParser('Webhook', 'webhook', webhookRow);

/**
 * Whether a webhook wants an event: of its types, and of its company, as in the list of events. One that is switched off wants
 * none.
 */
export const wants = ({ active, types, company }: Webhook, event: GatewayEvent): boolean =>
  active &&
  (company === undefined || event.companyId === company || event.clientId === company) &&
  (types === undefined || isSelected(types, event.type));

/** What may become of a delivery: it will be tried (again), the receiver took it, or it is not tried any more. */
export const DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];
