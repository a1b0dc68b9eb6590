import { later } from '../../../shared/kernel/lazy.ts';
import type { Capability } from '../capability.ts';

const store = later(async () => ({
  ...(await import('./store/operator.ts')),
  ...(await import('./store/pauses.ts')),
  ...(await import('./store/totals.ts')),
}));

declare module '../../../shared/stores/stores.ts' {
  interface CapabilityStores {
    operator: typeof store;
  }
}

/** What an operator of the service sees of all accounts, and may pause. */
export const operator: Capability = {
  name: 'operator',
  uses: ['events'],
  store,
  follow: async () => (await import('./follow.ts')).followForOperators,
};
