import { fewAtOnce } from '../../../../shared/kernel/side-by-side.ts';
import type { Services } from '../../../../shared/serving/services.ts';
import type { Follow } from '../../events/changes.ts';
import { type GatewayEvent, SERVICE } from '../../events/gateway-event.ts';
import { wants } from '../store/webhook.ts';

/** Accounts whose webhooks are read at the same time. */
const AT_ONCE = 8;

/**
 * Queues a delivery of each new event for each webhook that wants it. Another function makes the deliveries. Idempotent:
 * events that are handed over again give the same deliveries. Events of the service, which are few, go to the webhooks of all
 * accounts.
 * @throws Error when not all messages are in the queue; all may be handed over again then
 */
export const handOverEvents: Follow = async (services, changes) => {
  const events = changes.flatMap((change) => (change.kind === 'event' && change.after ? [change.after] : []));
  const byOwner = Map.groupBy(events, ({ owner }) => owner);
  for (const [owner, own] of byOwner) {
    const accounts =
      owner === SERVICE ? (await services.stores.accounts.listAccounts()).map(({ id }) => id) : [owner];
    const given = own.map(({ event: { number: _, ...event } }) => event);
    await fewAtOnce(accounts, AT_ONCE, (accountId) => handOver(services, accountId, given));
  }
};

const handOver = async (
  { stores, now }: Pick<Services, 'stores' | 'now'>,
  accountId: string,
  events: GatewayEvent[],
): Promise<void> => {
  const webhooks = await stores.webhooks.listWebhooks(accountId);
  const messages = webhooks.flatMap((webhook) =>
    events
      .filter((event) => wants(webhook, event))
      .map((event) => ({ accountId, webhookId: webhook.id, event, tries: 0 })),
  );
  await stores.webhooks.sendDeliveries(messages, now());
};
