import { later } from '../../../shared/kernel/lazy.ts';
import type { Capability } from '../capability.ts';

const store = later(() => import('./store/acts.ts'));

declare module '../../../shared/stores/stores.ts' {
  interface CapabilityStores {
    audit: typeof store;
  }
}

/** What an account did with itself: who signed in, who changed users, certificates and settings, and when. */
export const audit: Capability = {
  name: 'audit',
  uses: ['events'],
  store,
  hooks: {
    runNoted: async (...given) => (await import('./run-noted.ts')).runNoted(...given),
  },
  rowKinds: async () => (await import('./row-kinds.ts')).rowKinds,
  erase: (accountId) => store.eraseActs(accountId),
};
