import { later } from '../shared/kernel/lazy.ts';
import { gatewayStores } from '../shared/stores/stores.ts';

const loadRowsOfUser = async () => (await import('./mails/store/choices.ts')).endMails;

const capabilities = {
  batches: later(() => import('./batches/store/batches.ts')),
  drafts: later(() => import('./drafts/store/drafts.ts')),
  events: later(async () => ({
    ...(await import('./events/store/events.ts')),
    ...(await import('./events/store/erase.ts')),
    ...(await import('./events/store/event-row.ts')),
    ...(await import('./events/store/places.ts')),
    ...(await import('./events/store/reminders.ts')),
  })),
  mails: later(async () => ({
    ...(await import('./mails/store/mails.ts')),
    ...(await import('./mails/store/choices.ts')),
    ...(await import('./mails/store/queue.ts')),
    ...(await import('../shared/stores/mail/mail.ts')),
  })),
  obligations: later(() => import('./obligations/store/obligations.ts')),
  operator: later(async () => ({
    ...(await import('./operator/store/operator.ts')),
    ...(await import('./operator/store/pauses.ts')),
    ...(await import('./operator/store/totals.ts')),
  })),
  reconciliation: later(async () => ({
    ...(await import('./reconciliation/store/nightly.ts')),
    ...(await import('./reconciliation/store/begun.ts')),
    ...(await import('./reconciliation/store/reconciliations.ts')),
    ...(await import('./reconciliation/store/workforce.ts')),
    ...(await import('./reconciliation/store/erase.ts')),
  })),
  search: later(() => import('./search/store/people.ts')),
  webhooks: later(async () => ({
    ...(await import('./webhooks/store/webhooks.ts')),
    ...(await import('./webhooks/store/deliveries.ts')),
    ...(await import('./webhooks/store/queue.ts')),
  })),
};
type Capabilities = typeof capabilities;

declare module '../shared/stores/stores.ts' {
  interface CapabilityStores extends Capabilities {}
}

/** The stores of the gateway and of its capabilities. A capability's store is loaded when it is first used. */
export const stores = { ...gatewayStores(loadRowsOfUser), ...capabilities };
