import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { GatewayEvent } from '../../../functions/capabilities/events/gateway-event.ts';
import { stores } from '../../../functions/stores.ts';
import type { LeftByErasure } from '../of-capabilities.ts';

/** An event of a filing, its webhook, and the result of its delivery. */
const leave: LeftByErasure['leave'] = async ({ accountId, userId, filingId }) => {
  const now = new Date();
  const chosen = { url: 'https://programa.example.com/avisos' };
  const { webhook } = await stores.webhooks.addWebhook({ accountId, userId, bond: {} }, chosen, now);
  const event: GatewayEvent = {
    id: randomUUID().replaceAll('-', ''),
    type: 'tramite.accepted',
    at: now.toISOString(),
    subject: { kind: 'tramite', id: filingId },
  };
  await stores.events.appendEvents(accountId, [event], { now });
  const made = { at: now.toISOString(), status: 200, milliseconds: 12 };
  const of = { accountId, webhookId: webhook.id };
  expect(await stores.webhooks.recordTry(of, undefined, { event, state: 'delivered', made, now })).toBe(true);
};

/** The data of webhooks that an erased account had. */
export const erased: LeftByErasure = { leave, rows: ['deliveries#', ' webhook#'] };
