/** A contribution account of a client company. */
export interface ContributionAccount {
  /** Unique in the service. */
  id: number;
  /** 4 digits. */
  regimen: string;
  /** 11 digits. */
  ccc: string;
  alias: string;
  /** Code of its collective agreement. */
  agreement?: string;
}

/** A contribution account as the integrator sends it. */
export type NewAccount = Omit<ContributionAccount, 'id'>;

/** Contribution accounts of one client; its row, which holds them, is read on every call with its certificates. */
export const MAX_ACCOUNTS = 500;

/** Who represents a client company before the law. */
export interface Representative {
  doc: string;
  name: string;
  surname: string;
  jobPosition: string;
}

/** What the integrator says of a client company. */
export interface ClientDetails {
  name: string;
  email: string;
  /** Further e-mails for notifications. */
  alternatives?: string[];
  /** Upper case, without separators. */
  cif: string;
  /** Registered name. */
  companyName: string;
  postcode?: string;
  address?: string;
  /** Identifier in the integrator's own system. */
  externalId?: string;
  representative?: Representative;
  /** Profile members that only the legacy variant of the interface has, as they were sent. */
  legacy?: Record<string, unknown>;
}

/** A client company as the integrator sends it. */
export interface NewClient extends ClientDetails {
  accounts: NewAccount[];
  /** Makes it a user who can sign in; without a password, once he has made one. */
  access?: { password?: string };
}

/** A client company of an account. */
export interface Client extends ClientDetails {
  id: number;
  /** While it is false, neither its certificates nor its sessions work. */
  active: boolean;
  /** Set while it is being removed; it never comes back from there. */
  removing?: true;
  /** By regime and account number, so that the same one cannot be there twice. */
  accounts: Record<string, ContributionAccount>;
  /** Its user; absent where it was created without access. */
  userId?: string;
  /** What it is found by, kept so that exactly this is taken out of the index when it is removed. */
  words: string[];
  /** ISO instants. */
  createdAt: string;
  updatedAt: string;
}
