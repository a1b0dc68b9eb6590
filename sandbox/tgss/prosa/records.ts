/** Records of the Prosa applications besides registrations. */

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
  /** `N` if it is not a placement. */
  indPractica: string;
  noRemunerada: boolean;
  communicated: string;
}

/** The bank account for contributions, or for refunds by TGSS. */
export interface BankAccount {
  ccc: string;
  use: 'CUENTA' | 'ACREEDOR';
  iban: string;
  holderDocument: string;
  holderName: string;
  communicated: string;
}

/** One row of the FIE report. Values are by column; absent ones are empty. */
export interface FieRecord {
  /** Empty for a self-employed worker, for whom only the user in `autorizacion` may ask. */
  ccc: string;
  autorizacion: string;
  nss: string;
  /** Day on which it was added to the report. */
  registered: IsoDate;
  entity: string;
  it?: Record<string, string>;
  dip?: Record<string, string>;
  dop?: Record<string, string>;
}

/** The firm's data of a sick leave. */
export interface SickLeave {
  ccc: string;
  nss: string;
  /** First day of the leave. */
  from: IsoDate;
  /** 1 to 5, as on the form. */
  contingency: string;
  post: string;
  tasks: string;
  occupation: string;
  /** 1 or 2, as on the form. */
  contractClass: string;
  /** In euros, with a decimal comma. */
  amount: string;
  days: string;
  /** Day of the accident; empty if there is none. */
  accident: string;
  communicated: string;
}

/** A firm's certificate for birth and care of a minor, with one period. */
export interface BirthRecord {
  ccc: string;
  nss: string;
  /** M, P, A or B, as on the form. */
  applicant: string;
  reason: string;
  from: IsoDate;
  to: IsoDate;
  communicated: string;
}

/** A settlement of an account's contributions. */
export interface Settlement {
  number: string;
  ccc: string;
  type: string;
  /** Months, `YYYY-MM`, both included. */
  from: string;
  to: string;
  /** Control date, if the settlement has one: the month in which contributions were due. */
  control?: string;
  /** Affiliation numbers of its workers. */
  workers: string[];
}

/** All records of the Prosa applications. */
export interface ProsaRecords {
  placements: Placement[];
  bankAccounts: BankAccount[];
  fie: FieRecord[];
  sickLeaves: SickLeave[];
  births: BirthRecord[];
  /** Whether the report has new columns, which no client knows. */
  fieNewColumns: boolean;
  settlements: Settlement[];
}
