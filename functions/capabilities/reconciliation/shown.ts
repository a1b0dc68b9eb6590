import type { Document } from '../../../shared/kernel/document.ts';
import type { SheetFile, SheetMapping } from '../../../shared/operation/sent-sheet.ts';
import type { Client } from '../../../shared/stores/clients/company.ts';
import type { AskedReconciliation } from './compared.ts';
import type { WorkforceWorker } from './fields/worker.ts';
import type { Import } from './import.ts';
import type { ListFilter } from './listed.ts';
import type {
  Nightly,
  NotComparedOfAccount,
  Reconciliation,
  ReconciliationResult,
} from './store/reconciliation-row.ts';

/** What operations on workforces and comparisons send and get. */

/** A sent workforce: rows, or a file with a mapping of its headers. */
export interface SentWorkforce {
  rows?: WorkforceWorker[] | undefined;
  file?: SheetFile | undefined;
  mapping?: SheetMapping | undefined;
}

/** The port of operations on workforces. */
export interface ReconciliationPorts {
  /** The client company, if the caller may see it. @throws ServiceError 404 */
  company(id: number): Promise<Client>;
  /**
   * Replaces the workforce of a company.
   * @param today by the authorities' clock
   * @returns how many workers it has, and notes on the list, in Spanish
   */
  save(company: Client, sent: SentWorkforce, today: string): Promise<{ count: number; notes: string[] }>;
  /**
   * The least number of readings of a comparison.
   * @throws ServiceError 409 without a workforce that says enough, 422 for an account of another company
   */
  cost(company: Client, asked: AskedReconciliation): Promise<number>;
  /** Begins a comparison. @throws ServiceError as `cost`, 422 without a certificate, and 409 if as many are open as may be */
  begin(company: Client, asked: AskedReconciliation & { questions: number }): Promise<ShownReconciliation>;
  /** Comparisons, the newest first, and their total. */
  list(
    filter: ListFilter,
    page: { position: number; limit: number },
  ): Promise<{ page: NamedReconciliation[]; total: number }>;
  /** Continues a comparison, and returns its state. @throws ServiceError 404 */
  find(id: string): Promise<ShownReconciliation>;
  /** Switches the nightly comparison on. @throws ServiceError 409 without a workforce, and 422 without a certificate */
  switchOn(company: Client, asked: AskedReconciliation): Promise<Nightly>;
  /** Stops a comparison; if it has ended, it stays as it is. @throws ServiceError 404, and 403 for who may not stop it */
  stop(id: string): Promise<ShownReconciliation>;
  /** Switches the nightly comparison off. */
  switchOff(company: Client): Promise<void>;
  /** The company's nightly comparison; `undefined` if it was never switched on. */
  nightly(company: Client): Promise<Nightly | undefined>;
  /** Accepts a difference, so that nights do not report it until it changes. @throws ServiceError 404, and 422 for an unknown key */
  accept(id: string, key: string): Promise<KeyedDifference>;
  /** Withdraws the acceptance of a difference. @throws ServiceError as `accept` */
  unaccept(id: string, key: string): Promise<KeyedDifference>;
  /** Plans or makes an import from a comparison. @throws ServiceError 404, and as `importFrom` */
  import(id: string, preview: string | undefined): Promise<Import>;
  /** The result as a sheet. @throws ServiceError 404, and 409 before the end */
  sheet(id: string, format: 'xlsx' | 'csv'): Promise<Document>;
}

/** A difference with its key, and whether a person has accepted it. */
export type KeyedDifference = ReconciliationResult['differences'][number] & {
  key: string;
  isAccepted: boolean;
};

/** A comparison with its differences. */
export interface ShownReconciliation {
  reconciliation: Reconciliation;
  differences: KeyedDifference[];
  notCompared: NotComparedOfAccount[];
  /** Whether the caller may stop it now. */
  mayStop: boolean;
}

/** A comparison with the name of its company; `undefined` if the company was deleted. */
export type NamedReconciliation = ShownReconciliation & { companyName: string | undefined };

declare module '../../../shared/operation/ports.ts' {
  interface ResourcePorts {
    /** Workforces of client companies, and their comparisons. */
    reconciliation: ReconciliationPorts;
  }
}
