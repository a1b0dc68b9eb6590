import { later } from '../../../shared/kernel/lazy.ts';
import type { Capability } from '../capability.ts';

const store = later(() => import('./store/batches.ts'));

declare module '../../../shared/stores/stores.ts' {
  interface CapabilityStores {
    batches: typeof store;
  }
}

/** Many submissions in one file. */
export const batches: Capability = {
  name: 'batches',
  uses: ['events', 'obligations'],
  store,
  ports: (services, read) => ({
    batches: later(async () => (await import('./ports.ts')).batchPorts(services, read)),
  }),
  hooks: {
    openBatchesOf: (...given) => store.openBatchesOfDue(...given),
    isStillWanted: async (_, { accountId, batch }) =>
      batch === undefined || (await store.getBatch(accountId, batch.id))?.state !== 'cancelled',
  },
  rowKinds: async () => (await import('./row-kinds.ts')).rowKinds,
  scheduled: [
    async (services, context) => (await import('./driver/drive.ts')).driveScheduled(services, context),
  ],
  erase: (accountId) => store.eraseBatches(accountId),
  workerData: async () => ({ batches: (await import('./of-worker.ts')).batchesData }),
};
