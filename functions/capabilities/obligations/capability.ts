import { later } from '../../../shared/kernel/lazy.ts';
import type { Capability } from '../capability.ts';
import type { OpenBatchesOf } from './open-batches.ts';

const store = later(() => import('./store/obligations.ts'));

declare module '../../../shared/stores/stores.ts' {
  interface CapabilityStores {
    obligations: typeof store;
  }
}

const noOpenBatches: OpenBatchesOf = async () => new Map();

/** What an office has to do by a day, from what it filed and from what authorities answer. */
export const obligations: Capability = {
  name: 'obligations',
  uses: ['events'],
  store,
  ports: ({ hooks }) => ({ openBatchesOf: hooks.openBatchesOf ?? noOpenBatches }),
  hooks: {
    warningsOf: async (facts) => {
      const { warningsOf } = await import('./due.ts');
      return facts.flatMap(warningsOf);
    },
    runReading: async (services, acting, run) =>
      (await import('./proofs.ts')).withProofs(services, acting, run),
    workerName: async (_, about) => (await import('./facts.ts')).workerName(store, about),
  },
  rowKinds: async () => (await import('./row-kinds.ts')).rowKinds,
  follow: async () => (await import('./follow.ts')).followObligations,
  erase: (accountId) => store.forgetObligations(accountId),
  workerData: async () => ({ obligations: (await import('./of-worker.ts')).obligationsData }),
};
