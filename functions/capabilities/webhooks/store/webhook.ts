import * as z from 'zod';
import { BOND_ENDS, bondMembers } from '../../../../shared/kernel/bond.ts';
import { rowParser } from '../../../../shared/stores/dynamo/row-parser.ts';
import { type GatewayEvent, isSelected } from '../../events/gateway-event.ts';

/**
 * Why the service switched a webhook off: it had failed for days, its receiver said that it is gone, or the access that it was
 * bound to ended.
 */
export const DISABLED_WHYS = ['failing', 'gone', ...BOND_ENDS] as const;

const webhookRow = () =>
  z.object({
    id: z.string(),
    accountId: z.string(),
    url: z.string(),
    description: z.string().optional(),
    /** Event types, or families such as `tramite.*`; `undefined` for all. */
    types: z.array(z.string()).optional(),
    /** Client company whose events are wanted; `undefined` for all. */
    company: z.int().optional(),
    active: z.boolean(),
    /** Encrypted secrets, the newest first; the others are valid until an ISO instant. */
    secrets: z.array(z.object({ sealed: z.string(), until: z.string().optional() })).min(1),
    /** Id of the user who created it. */
    createdBy: z.string(),
    /**
     * Id of the user to whose access it is bound: the last one who chose its address, switched it on or got its
     * secret.
     */
    confirmedBy: z.string(),
    ...bondMembers(),
    /** ISO instants. */
    createdAt: z.string(),
    updatedAt: z.string(),
    /** Since when calls fail; `undefined` if the last one succeeded. */
    failingSince: z.string().optional(),
    /** Until when its receiver asked not to be called, an ISO instant. */
    pausedUntil: z.string().optional(),
    /** When and why the service switched it off; without a reason, it had failed for days. */
    disabledAt: z.string().optional(),
    disabledWhy: z.enum(DISABLED_WHYS).optional(),
    /** Whether the mail about that is still to be sent. */
    mailDue: z.literal(true).optional(),
  });

/** A webhook: an address to which an account's events are sent. */
export type Webhook = z.infer<ReturnType<typeof webhookRow>>;

/** Parses the row of a webhook. */
export const parseWebhook = rowParser('Webhook', 'webhook', webhookRow);

/** Whether an active webhook wants an event, by type and company, as in the list of events. */
export const wants = ({ active, types, company }: Webhook, event: GatewayEvent): boolean =>
  active &&
  (company === undefined || event.companyId === company || event.clientId === company) &&
  (types === undefined || isSelected(types, event.type));

/** States of a delivery: to be attempted (again), accepted by the receiver, or given up. */
export const DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];
