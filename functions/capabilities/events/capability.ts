import { later } from '../../../shared/kernel/lazy.ts';
import type { Capability } from '../capability.ts';

const store = later(async () => ({
  ...(await import('./store/events.ts')),
  ...(await import('./store/erase.ts')),
  ...(await import('./store/event-row.ts')),
  ...(await import('./store/places.ts')),
  ...(await import('./store/reminders.ts')),
}));

declare module '../../../shared/stores/stores.ts' {
  interface CapabilityStores {
    events: typeof store;
  }
}

/** Events of an account: changes of rows, dates and states of authorities. */
export const events: Capability = {
  name: 'events',
  store,
  rowKinds: async () => (await import('./gateway-rows.ts')).gatewayRows,
  follow: async () => (await import('./reminders.ts')).remind,
  scheduled: [async (services) => (await import('./scheduled.ts')).noteScheduled(services)],
  erase: (accountId) => store.eraseEvents(accountId),
};
