import { later } from '../../../shared/kernel/lazy.ts';
import type { Capability } from '../capability.ts';

const store = later(async () => ({
  ...(await import('./store/nightly.ts')),
  ...(await import('./store/begun.ts')),
  ...(await import('./store/reconciliations.ts')),
  ...(await import('./store/workforce.ts')),
  ...(await import('./store/erase.ts')),
}));

declare module '../../../shared/stores/stores.ts' {
  interface CapabilityStores {
    reconciliation: typeof store;
  }
}

/** Compares lists of workers with the records of the authorities. */
export const reconciliation: Capability = {
  name: 'reconciliation',
  uses: ['batches', 'events', 'obligations'],
  store,
  ports: (services, read) => ({
    reconciliation: later(async () => (await import('./ports.ts')).reconciliationPorts(services, read)),
  }),
  rowKinds: async () => (await import('./row-kinds.ts')).rowKinds,
  follow: async () => (await import('./follow.ts')).followWorkforce,
  scheduled: [
    async (services, context) => (await import('./driver/nightly.ts')).beginNightlies(services, context),
    async (services, context) => (await import('./driver/drive.ts')).driveReconciliations(services, context),
  ],
  erase: (accountId) => store.eraseReconciliation(accountId),
  workerData: async () => {
    const { workforceData, reconciliationData } = await import('./of-worker.ts');
    return { workforce: workforceData, reconciliations: reconciliationData };
  },
};
