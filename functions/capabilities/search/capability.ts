import { later } from '../../../shared/kernel/lazy.ts';
import type { Capability } from '../capability.ts';

const store = later(() => import('./store/people.ts'));

declare module '../../../shared/stores/stores.ts' {
  interface CapabilityStores {
    search: typeof store;
  }
}

/** One search for all that an account has. */
export const search: Capability = {
  name: 'search',
  uses: ['events'],
  store,
  follow: async () => (await import('./follow.ts')).followPeople,
  erase: (accountId) => store.forgetPeople(accountId),
  workerData: async () => ({ search: (await import('./of-worker.ts')).searchData }),
};
