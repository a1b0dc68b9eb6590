import { later } from '../shared/kernel/lazy.ts';
import { gatewayStores } from '../shared/stores/stores.ts';

const loadRowsOfUser = async () => (await import('./mails/store/choices.ts')).endMails;

const capabilities = {
  batches: later(() => import('./batches/store/batches.ts')),
  events: later(() => import('./events/store/events.ts')),
  mails: later(() => import('./mails/store/mails.ts')),
  obligations: later(() => import('./obligations/store/obligations.ts')),
  operator: later(() => import('./operator/store/operator.ts')),
  reconciliation: later(() => import('./reconciliation/store/reconciliation.ts')),
  search: later(() => import('./search/store/people.ts')),
  webhooks: later(() => import('./webhooks/store/webhooks.ts')),
};
type Capabilities = typeof capabilities;

declare module '../shared/stores/stores.ts' {
  interface CapabilityStores extends Capabilities {}
}

/** The stores of the gateway and of its capabilities. Those of capabilities are loaded when they are first used. */
export const stores = { ...gatewayStores(loadRowsOfUser), ...capabilities };
