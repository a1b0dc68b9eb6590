import { later, once } from '../shared/kernel/lazy.ts';
import { type Hooks, type Scheduled, UNNOTED } from '../shared/serving/hooks.ts';
import type { WorkerData } from '../shared/serving/worker-data.ts';
import type { SealedRows } from '../shared/stores/sealed.ts';
import type { RowKind } from './capabilities/events/row-kinds.ts';
import { capabilities } from './capabilities/list.ts';

/** The hooks by which capabilities join the gateway, from their list. Each is loaded when it is first needed. */

declare module '../shared/serving/hooks.ts' {
  interface Hooks {
    /** Loads the kinds of rows whose changes are read. */
    loadRowKinds(): Promise<RowKind[]>;
  }
}

/** What happens where no capability provides a hook. */
const withoutCapabilities: Omit<Hooks, 'ports' | 'loadRowKinds'> = {
  warningsOf: async () => [],
  runReading: (_services, _acting, run) => run(),
  workerName: async () => undefined,
  isStillWanted: async () => true,
  runNoted: (_services, _read, run) => run(UNNOTED),
};

const loadAll = async <Part>(parts: ((() => Promise<Part>) | undefined)[]): Promise<Part[]> =>
  Promise.all(parts.flatMap((load) => (load ? [load()] : [])));

/** Hooks while the gateway serves a request, or runs queued work. */
export const hooks: Hooks = Object.assign(
  {
    ports: (services, read) =>
      Object.assign(
        {
          workerData: later(async () => {
            const { overParts } = await import('../shared/serving/worker-data.ts');
            return overParts(await loadWorkerData(), services, read.caller!.accountId);
          }),
        },
        ...capabilities.map(({ ports }) => ports?.(services, read)),
      ),
    loadRowKinds: once(async () => (await loadAll(capabilities.map(({ rowKinds }) => rowKinds))).flat()),
    ...withoutCapabilities,
  } satisfies Hooks,
  ...capabilities.map((capability) => capability.hooks),
);

/** Loads the kinds of rows of capabilities with secrets that are sealed with a key of the service. */
export const loadSealedRows = async (): Promise<SealedRows[]> =>
  (await loadAll(capabilities.map(({ sealedRows }) => sealedRows))).flat();

/** Loads what handles changes of tables after their events are written, in this order. */
export const loadFollows = () => loadAll(capabilities.map(({ follow }) => follow));

/** Work that the schedule does each minute in addition to looking after filings. */
// Marked as pure, as the steps below are, so that a bundle has only what its function uses.
export const scheduled: Scheduled[] = /* @__PURE__ */ capabilities.flatMap(
  (capability) => capability.scheduled ?? [],
);

/**
 * Steps of an account's erasure that remove the data of capabilities, by name. A capability is erased before those that
 * come before it in the list, which still write of it until then.
 */
export const erasures: Record<string, (accountId: string) => Promise<unknown>> =
  /* @__PURE__ */ Object.fromEntries(
    /* @__PURE__ */ capabilities.toReversed().flatMap(({ name, erase }) => (erase ? [[name, erase]] : [])),
  );

/** Loads the parts of the service that keep data of a worker, by name. They erase it in this order. */
export const loadWorkerData = async (): Promise<Record<string, WorkerData>> => ({
  filings: (await import('../shared/serving/worker-data.ts')).filingsData,
  ...Object.assign({}, ...(await loadAll(capabilities.map(({ workerData }) => workerData)))),
});
