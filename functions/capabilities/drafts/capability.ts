import { later } from '../../../shared/kernel/lazy.ts';
import type { Capability } from '../capability.ts';

const store = later(() => import('./store/drafts.ts'));

declare module '../../../shared/stores/stores.ts' {
  interface CapabilityStores {
    drafts: typeof store;
  }
}

/** Forms that a person began and has not filed. */
export const drafts: Capability = {
  name: 'drafts',
  store,
  erase: (accountId) => store.eraseDrafts(accountId),
  workerData: async () => ({ drafts: (await import('./of-worker.ts')).draftsData }),
};
