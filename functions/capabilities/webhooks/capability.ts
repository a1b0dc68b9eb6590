import { later } from '../../../shared/kernel/lazy.ts';
import type { Capability } from '../capability.ts';

const store = later(async () => ({
  ...(await import('./store/webhooks.ts')),
  ...(await import('./store/deliveries.ts')),
  ...(await import('./store/queue.ts')),
}));

declare module '../../../shared/stores/stores.ts' {
  interface CapabilityStores {
    webhooks: typeof store;
  }
}

/** Sends events to addresses of an account. */
export const webhooks: Capability = {
  name: 'webhooks',
  uses: ['events'],
  store,
  sealedRows: async () => (await import('./store/sealed-rows.ts')).sealedRows,
  rowKinds: async () => (await import('./row-kinds.ts')).rowKinds,
  follow: async () => (await import('./deliveries/hand-over.ts')).handOverEvents,
};
