/**
 * The two sides of a comparison of one contribution account: what payroll believes, and what the records of the authorities show.
 * Days are `YYYY-MM-DD` in Madrid; documents are in the form of `plainDocument`.
 */

/** A worker as payroll has it. Absent members are not compared. */
export interface Believed {
  document: string;
  nss?: string | undefined;
  name?: string | undefined;
  since: string;
  /** Last day. */
  until?: string | undefined;
  contract?: string | undefined;
  /** Thousandths; empty for full time. */
  coefficient?: string | undefined;
  group?: string | undefined;
  cno?: string | undefined;
}

/** An entry of TGSS's list of the workers of an account: registered, or registered ahead. */
export interface Registered {
  document: string;
  nss: string;
  /** As TGSS shows it, the surnames first; absent if it shows none. */
  name?: string | undefined;
  since: string;
}

/** The newest situation of a worker in the account. Texts are empty where TGSS shows no value. */
export interface Situation {
  nss: string;
  /** As in `Registered`. */
  name?: string | undefined;
  since: string;
  until: string;
  /** If the registration has ended, its cause (situacion), 2 digits. */
  cause: string;
  contract: string;
  coefficient: string;
  group: string;
  cno: string;
}

/** A contract of SEPE's list. */
export interface Contract {
  document: string;
  start: string;
}

/** The authorities' answers. A member is absent if it could not be read or has not been read yet. */
export interface Records {
  registered?: readonly Registered[] | undefined;
  /** By document; `null` if TGSS has no situation of that worker in the account. */
  situations: ReadonlyMap<string, Situation | null>;
  contracts?: readonly Contract[] | undefined;
  /** Days of the company certificates of a worker at this company, by document. */
  certificates: ReadonlyMap<string, readonly string[]>;
}

/** The account, and the first and the last day of the contracts and terminations that are compared. */
export interface Compared {
  /** 4 digits. */
  regimen: string;
  /** 11 digits. */
  ccc: string;
  cif: string;
  from: string;
  today: string;
}

/** What is known of the whole company. By default it has this account alone. */
export interface OfCompany {
  /** Payroll's whole list, of all accounts. */
  listed: readonly Pick<Believed, 'document' | 'nss'>[];
  /** The workers of all accounts whose lists TGSS showed. */
  registered: readonly Pick<Registered, 'document' | 'nss'>[];
}
