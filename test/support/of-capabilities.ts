import { globSync } from 'node:fs';
import { join } from 'node:path';
import type { Role } from '../../shared/kernel/roles.ts';
import type { Purpose } from '../../shared/stores/service-keys.ts';
import type { Gateway } from './gateway.ts';
import type { startWorkQueues } from './servers/work-queues.ts';
import type { newService } from './setup/own-service.ts';
import type { WorldCompany } from './world-of-companies.ts';

/**
 * What capabilities add to tests that hold a rule for all operations, functions or data. It is in the folder of support that has
 * the name of the capability, so that it goes when the capability goes.
 */

/**
 * What few functions do: read files of callers by the function for it, queue requests, have a client for HTTP, send to their own
 * queue, send mails, or load more than the operations of their group.
 */
type Special =
  | 'readsFiles'
  | 'queuesRequests'
  | 'hasClientForHttp'
  | 'callsItself'
  | 'sendsMails'
  | 'loadsMore';

/** Rows of tables in tests, in the file `rows.ts` of a capability. Operations are `POST /path`, without the prefix of the interface. */
export interface TestRows {
  /** Operations on its own data that need more than the role `reads`. */
  needs?: Record<string, Role>;
  /** Further operations that are refused to a client company. */
  notForClients?: RegExp[];
  /** Operations that are refused to an API token, whatever its role. */
  notForTokens?: RegExp[];
  /** Operations that are no submissions, and whose requests are read strictly, because something is filed or changed by them. */
  strict?: string[];
  /** Lists that come in several answers, each with what asks for the next one and where the elements are. */
  lists?: string[];
  /** Filters of the stream of filings. */
  ofFilings?: object[];
  /** Its functions that do what few functions may do. */
  functions?: Partial<Record<Special, string[]>>;
  /** Names of the data that it keeps of workers. */
  workerData?: string[];
  /** Tools of assistants, and those of them that ask an authority. */
  tools?: { reads: string[]; asks?: string[] };
  /** Purposes of keys that differ in each generation of the service's key. */
  keysFor?: Purpose[];
  /** Its variables that an emulator sets otherwise. */
  ofEmulator?: string[];
}

/** The modules of this name in the folders of capabilities in `test/support`, sorted by capability. */
export const ofCapabilities = async <Module>(name: string): Promise<Module[]> =>
  Promise.all(
    globSync(`*/${name}.ts`, { cwd: import.meta.dirname })
      .toSorted()
      .map((file) => import(join(import.meta.dirname, file)) as Promise<Module>),
  );

/** The rows of all capabilities. */
export const testRows = (await ofCapabilities<{ rows: TestRows }>('rows')).map(({ rows }) => rows);

/** The functions of capabilities that do this. */
export const functionsThat = (what: Special): string[] =>
  testRows.flatMap(({ functions }) => functions?.[what] ?? []);

/** Something that has an owner, in the file `isolated.ts` of a capability. */
export interface Isolated {
  /** The field that identifies it. */
  field: string;
  /**
   * Makes some of other owners. The file is for the test of isolation, whose clients are these.
   * @param clients.own the account; `other` another account; `sibling` a client company of the account; `foreign` one of the other
   * @returns ids that neither the account nor its client company may see, and further ids that the client company may not see
   */
  ofOthers(clients: {
    own: Gateway;
    other: Gateway;
    sibling: { id: number; gateway: Gateway };
    foreign: { id: number };
    now: Date;
  }): Promise<{ toAccount: Record<string, string>; toClient: Record<string, string> }>;
}

/** Data that an account has, in the file `erased.ts` of a capability. */
export interface LeftByErasure {
  leave(of: { accountId: string; userId: string; filingId: string }): Promise<void>;
  /** Parts of the keys of the rows in which the data are. */
  rows: string[];
}

/** Makes a value that is sealed with the key of the service, in the file `sealed.ts` of a capability. */
export type Sealed = (of: { accountId: string; userId: string }) => Promise<{
  /** @throws if the value cannot be opened */
  works(): Promise<void>;
  /** Adds one to it that no key opens. */
  addUnreadable(): Promise<void>;
}>;

type Service = Awaited<ReturnType<typeof newService>>['service'];
type Queues = Awaited<ReturnType<typeof startWorkQueues>>;

/** What a capability keeps of workers, in its file `data-of-workers.ts`. */
export interface DataOfWorkers {
  /** Makes such data of the workers of a company. */
  leave(of: { service: Service; queues: Queues; customerID: number; company: WorldCompany }): Promise<void>;
  /** Parts of the keys of the rows in which they are. */
  places: string[];
}

/** What tools of assistants read of a capability, in its file `read-by-tools.ts`. */
export interface ReadByTools {
  /** Stores what the tools read. @param of.customerID the client company of which they read */
  prepare(of: { service: Service; customerID: number }): Promise<void>;
  /** Reads what needs an id that a tool has answered. @param of.said what each tool has answered, to which it adds */
  further(of: {
    service: Service;
    queues: Queues;
    said: Map<string, string>;
    ask(tool: string, args: object): Promise<string>;
  }): Promise<void>;
  check(said: ReadonlyMap<string, string>): void;
}
