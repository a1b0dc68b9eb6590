/** What the Prosa applications keep beside registrations. */

import type { IsoDate } from '../../calendar.ts';

/** Days of unpaid placement of a worker in a month. */
export interface Placement {
  nss: string;
  ccc: string;
  /** `YYYY-MM`. */
  month: string;
  diaEfectivo: string;
  diaPrevistoItat: string;
  diaPrevisto: string;
  /** `N` where it is no placement. */
  indPractica: string;
  noRemunerada: boolean;
  communicated: string;
}

/** Where the contributions of an account are charged, or what it is owed is paid to. */
export interface BankAccount {
  ccc: string;
  use: 'CUENTA' | 'ACREEDOR';
  iban: string;
  holderDocument: string;
  holderName: string;
  communicated: string;
}

/** One line of the report of the national institute; values by column, what is absent is empty. */
export interface FieRecord {
  /** Empty for a self-employed worker, whom only the authorised user below may ask for. */
  ccc: string;
  autorizacion: string;
  nss: string;
  /** Day on which it came to be in the report. */
  registered: IsoDate;
  entity: string;
  it?: Record<string, string>;
  dip?: Record<string, string>;
  dop?: Record<string, string>;
}

/** Contributions of an account that were settled. */
export interface Settlement {
  number: string;
  ccc: string;
  type: string;
  /** Months, `YYYY-MM`, both included. */
  from: string;
  to: string;
  /** Of settlements that have one: the month in which they were due. */
  control?: string;
  /** Affiliation numbers of those it is about. */
  workers: string[];
}

/** What an employer asked for, or confirmed, of a settlement. */
export interface SettlementFiling {
  /** Of the settlement. */
  number: string;
  kind: 'settlement-draft' | 'settlement-confirmation' | 'settlement-second-confirmation';
  communicated: string;
}

/** All of it. */
export interface ProsaRecords {
  placements: Placement[];
  bankAccounts: BankAccount[];
  fie: FieRecord[];
  /** Whether the report has columns that nobody knows yet. */
  fieNewColumns: boolean;
  settlements: Settlement[];
  settlementFilings: SettlementFiling[];
}
