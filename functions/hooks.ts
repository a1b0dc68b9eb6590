import { later } from '../shared/kernel/lazy.ts';
import type { Hooks, Scheduled } from '../shared/serving/hooks.ts';
import type { WorkerData } from '../shared/serving/worker-data.ts';
import { stores } from './stores.ts';

/**
 * The hooks by which capabilities such as batches, obligations and events join the gateway. Only this file,
 * `groups.ts` (their operations) and `stores.ts` (their stores) know them. Each hook is loaded when it is first
 * needed.
 */

/** Hooks while the gateway serves a request, or runs queued work. */
export const hooks: Hooks = {
  ports: (services, read) => ({
    batches: later(async () => (await import('./batches/ports.ts')).batchPorts(services, read)),
    reconciliation: later(async () =>
      (await import('./reconciliation/ports.ts')).reconciliationPorts(services, read),
    ),
    workerData: later(async () => {
      const { overParts } = await import('../shared/serving/worker-data.ts');
      return overParts(await loadWorkerData(), services, read.caller!.accountId);
    }),
  }),
  warningsOf: async (facts) => {
    const { warningsOf } = await import('./obligations/due.ts');
    return facts.flatMap(warningsOf);
  },
  runReading: async (services, acting, run) =>
    (await import('./obligations/proofs.ts')).withProofs(services, acting, run),
  workerName: async ({ stores }, about) =>
    (await import('./obligations/facts.ts')).workerName(stores.obligations, about),
  isStillWanted: async ({ stores }, { accountId, batch }) =>
    batch === undefined || (await stores.batches.getBatch(accountId, batch.id))?.state !== 'cancelled',
};

/** Loads what handles changes of tables after their events are written, in this order. */
export const loadFollows = async () => [
  (await import('./events/reminders.ts')).remind,
  (await import('./obligations/follow.ts')).followObligations,
  (await import('./search/follow.ts')).followPeople,
  (await import('./reconciliation/follow.ts')).followWorkforce,
  (await import('./webhooks/deliveries/hand-over.ts')).handOverEvents,
  (await import('./mails/hand-over.ts')).handOverMails,
  (await import('./operator/follow.ts')).followForOperators,
];

/** Work that the schedule does each minute in addition to looking after filings. */
export const scheduled: Scheduled[] = [
  async (services) => (await import('./events/scheduled.ts')).noteScheduled(services),
  async (services) => (await import('./mails/hand-over.ts')).sendDigests(services),
  async (services, context) => (await import('./batches/driver/drive.ts')).driveScheduled(services, context),
  async (services, context) =>
    (await import('./reconciliation/driver/nightly.ts')).beginNightlies(services, context),
  async (services, context) =>
    (await import('./reconciliation/driver/drive.ts')).driveReconciliations(services, context),
];

/** Steps of an account's erasure that remove the data of capabilities, by name, in this order. */
export const erasures: Record<string, (accountId: string) => Promise<unknown>> = {
  batches: stores.batches.eraseBatches,
  drafts: stores.drafts.eraseDrafts,
  obligations: stores.obligations.forgetObligations,
  search: stores.search.forgetPeople,
  reconciliation: stores.reconciliation.eraseReconciliation,
  events: stores.events.eraseEvents,
};

/** Loads the parts of the service that keep data of a worker, by name. They erase it in this order. */
export const loadWorkerData = async (): Promise<Record<string, WorkerData>> => ({
  filings: (await import('../shared/serving/worker-data.ts')).filingsData,
  obligations: (await import('./obligations/of-worker.ts')).obligationsData,
  search: (await import('./search/of-worker.ts')).searchData,
  workforce: (await import('./reconciliation/of-worker.ts')).workforceData,
  reconciliations: (await import('./reconciliation/of-worker.ts')).reconciliationData,
  batches: (await import('./batches/of-worker.ts')).batchesData,
  drafts: (await import('./drafts/of-worker.ts')).draftsData,
});
