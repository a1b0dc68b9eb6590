import type { Hooks, Scheduled } from '../../shared/serving/hooks.ts';
import type { WorkerData } from '../../shared/serving/worker-data.ts';
import type { OfUsers } from '../../shared/stores/identity/users.ts';
import type { SealedRows } from '../../shared/stores/sealed.ts';
import type { Follow } from './events/changes.ts';
import type { RowKind } from './events/row-kinds.ts';

/**
 * A part of the service that stands on the gateway, such as batches, and what it joins in. The gateway works
 * without any of them. Everything is loaded when it is first needed, so a function loads no capability that it does not
 * use.
 */
export interface Capability {
  /** The name of its folder, and of its store in `services.stores`. */
  name: string;
  /** The capabilities whose code or stores it uses; it does not work without them. */
  uses?: string[];
  /** Its store, as of `later`. */
  store?: object;
  /** What it provides to the gateway. No two capabilities provide the same hook. */
  hooks?: Partial<Omit<Hooks, 'ports' | 'loadRowKinds'>>;
  /** Ports of operations on its own resources. */
  ports?: Hooks['ports'];
  /** What it keeps of users. */
  ofUsers?: Partial<OfUsers>;
  /** Kinds of its rows with secrets, which a rotation of the service's key seals again. */
  sealedRows?: () => Promise<SealedRows[]>;
  /** Kinds of its rows whose changes are read. */
  rowKinds?: () => Promise<RowKind[]>;
  /** Follows up changes of rows of any kind, in the order of the list of capabilities. */
  follow?: () => Promise<Follow>;
  /** Work that the schedule does each minute. The work of all capabilities runs in parallel. */
  scheduled?: Scheduled[];
  /** Steps of the erasure of an account that remove its data, by name. */
  erase?: (accountId: string) => Promise<unknown>;
  /** Data that it keeps of workers, by name. They are erased in the order of the list of capabilities. */
  workerData?: () => Promise<Record<string, WorkerData>>;
}
