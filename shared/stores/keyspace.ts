/** Key of a row of the `records` table. */
export interface RowKey {
  pk: string;
  sk: string;
}

/** What makes a certificate of an account one and the same: owner, file and type. */
export interface CertificateIdentity {
  clientId: number;
  type?: number | undefined;
  /** SHA-256 of the certificate. */
  fingerprint: string;
}

/** A number as text that sorts as the number does; 15 digits hold any client id that a `cert_secret` can carry. */
const sortable = (number: number) => String(number).padStart(15, '0');

/** How the partition keys of every account, API token, user and session begin. */
export const ACCOUNTS = 'account#';
export const API_TOKENS = 'api-tokens#';
export const USERS = 'user#';
export const SESSIONS = 'session#';

/** How the partition keys of e-mails begin. */
export const EMAILS = 'email#';

/** How the partition keys of client companies begin, and of what is read of them for each request. */
export const CLIENTS = 'clients#';
export const CLIENT_BRIEFS = 'client-briefs#';

/** How the keys of windows begin in which something is counted: requests, derivations of keys, mails. */
export const RATES = 'rate#';
export const DERIVATIONS = 'derivations#';
export const MAILS = 'mails#';

/** How the keys of windows begin that only signing in reads and writes, and of links to make a password. */
export const SIGN_INS = 'sign-ins#';
export const SIGN_INS_OF_WEEK = 'sign-ins-of-week#';
export const WRONG_TRIES = 'wrong-tries#';
export const KNOWN_NETWORKS = 'known-network#';
export const LINKS = 'link#';

/** How the keys of rows on authorities begin: what was seen of them, and pauses. */
export const HEALTH = 'health#';

/** Number of client ids in a block. The clients of a block are counted and read together. */
export const CLIENT_BLOCK = 100;

/** Number of client ids in a range. Accounts reserve them in ranges. */
export const CLIENT_RANGE = 10_000;

/**
 * Keys of the `records` table, in one place. The partition key of a row that an account owns contains the account's
 * id: a look-up is always by account, and another account's row cannot be found by its own id.
 */
export const recordKey = {
  account: (accountId: string) => ({ pk: `${ACCOUNTS}${accountId}`, sk: 'account' }),
  /** Copy of an account's row in the list of all accounts, for operators. */
  directory: (accountId: string) => ({ pk: 'accounts', sk: accountId }),
  user: (userId: string) => ({ pk: `${USERS}${userId}`, sk: 'user' }),
  /** Makes an e-mail unique in the service, and finds its user. */
  email: (email: string) => ({ pk: `${EMAILS}${email.trim().toLowerCase()}`, sk: 'email' }),
  /** In partitions by block of ids, so that no partition grows with the number of clients of an account. */
  client: (accountId: string, clientId: number) => ({
    pk: `${CLIENTS}${accountId}#${Math.floor(clientId / CLIENT_BLOCK)}`,
    sk: `client#${sortable(clientId)}`,
  }),
  /** Makes a CIF unique in an account, and finds its client. */
  cif: (accountId: string, cif: string) => ({ pk: `cif#${accountId}#${cif}`, sk: 'cif' }),
  /** Number of clients of an account among the `width` ids from `from` on. */
  clientCount: (accountId: string, width: number, from: number) => ({
    pk: `client-counts#${accountId}`,
    sk: `${width}#${sortable(from)}`,
  }),
  /** Clients of one shard that have a word with this beginning. */
  clientWord: (accountId: string, beginning: string, shard: number) => ({
    pk: `client-words#${accountId}#${beginning}`,
    sk: sortable(shard),
  }),
  /** Clients of one shard that have these three letters in an identifier of this kind, at one of a group of places. */
  clientPart: (accountId: string, three: string, kind: string, places: number, shard: number) => ({
    pk: `client-parts#${accountId}#${three}`,
    sk: `${kind}#${places}#${sortable(shard)}`,
  }),
  /** What is read of a client for each request, and of all clients for a search. In partitions by range of ids. */
  clientBrief: (accountId: string, clientId: number) => ({
    pk: `${CLIENT_BRIEFS}${accountId}#${Math.floor(clientId / CLIENT_RANGE)}`,
    sk: sortable(clientId),
  }),
  /** The clients of an account that are not completely in the index, and so in no search. */
  unfinishedClients: (accountId: string) => ({ pk: `${ACCOUNTS}${accountId}`, sk: 'unfinished-clients' }),
  /** The client ids that an account has reserved and not used. */
  clientIds: (accountId: string) => ({ pk: `${ACCOUNTS}${accountId}`, sk: 'client-ids' }),
  /** Counters of numbers that are unique in the service. */
  counter: (name: 'client-id-ranges' | 'contribution-account-ids') => ({
    pk: `counter#${name}`,
    sk: 'counter',
  }),
  /** In a partition of their own, to which a function can be confined. */
  apiToken: (accountId: string, userId: string, id: string) => ({
    pk: `${API_TOKENS}${accountId}`,
    sk: `${userId}#${id}`,
  }),
  /** Names the API token that a user made last, so that two are not made at once. */
  newestApiToken: (accountId: string, userId: string) => ({
    pk: `${API_TOKENS}${accountId}`,
    sk: `newest#${userId}`,
  }),
  /** How many things of a kind an account has. Kinds have rows of their own, so that they do not wait for each other. */
  total: (accountId: string, kind: 'clients' | 'certificates') => ({
    pk: `${ACCOUNTS}${accountId}`,
    sk: `total#${kind}`,
  }),
  /** `clientId` 0 is the account itself. */
  certificate: (accountId: string, clientId: number, certificateId: string) => ({
    pk: `${ACCOUNTS}${accountId}`,
    sk: `certificate#${clientId}#${certificateId}`,
  }),
  /** Keeps the same certificate from being stored twice for one owner and type, and finds the stored one. */
  fingerprint: (accountId: string, { clientId, type, fingerprint }: CertificateIdentity) => ({
    pk: `${ACCOUNTS}${accountId}`,
    sk: `fingerprint#${clientId}#${type ?? 'any'}#${fingerprint}`,
  }),
};

/** Keys of the `passwords` table. */
export const passwordKey = {
  password: (userId: string) => ({ userId }),
};

/**
 * Keys of the `windows` table. What is counted in a window has a row for each window, so that an instance whose clock
 * is wrong counts in rows of its own.
 */
export const windowKey = {
  rate: (scope: string, window: number) => ({ id: `${RATES}${window}#${scope}` }),
  session: (sessionId: string) => ({ id: `${SESSIONS}${sessionId}` }),
  /** Failed sign-ins with an e-mail, which only its MAC shows. */
  signIns: (mac: string, day: number) => ({ id: `${SIGN_INS}${day}#${mac}` }),
  /** The same, of a week. */
  signInsOfWeek: (mac: string, week: number) => ({ id: `${SIGN_INS_OF_WEEK}${week}#${mac}` }),
  /** Wrong passwords that were tried with a user who has a short one. */
  wrongTries: (userId: string) => ({ id: `${WRONG_TRIES}${userId}` }),
  /** A network from which a user signed in; the MAC is of e-mail and network. */
  knownNetwork: (mac: string) => ({ id: `${KNOWN_NETWORKS}${mac}` }),
  /** Mails of a day, of an account. */
  mails: (accountId: string, day: number) => ({ id: `${MAILS}${day}#${accountId}` }),
  /** Those to one address, which only its MAC shows. */
  mailsTo: (accountId: string, mac: string, day: number) => ({ id: `${MAILS}${day}#${accountId}#${mac}` }),
  /** Derivations of keys of an hour, that a user had made. */
  derivations: (userId: string, hour: number) => ({ id: `${DERIVATIONS}${hour}#${userId}` }),
  link: (hash: string) => ({ id: `${LINKS}${hash}` }),
  /** What accounts saw of an authority, named with its address. */
  health: (authority: string) => ({ id: `${HEALTH}${authority}` }),
  /** The operator lets nobody ask an authority for a while. */
  pause: (authority: string) => ({ id: `${HEALTH}pause#${authority}` }),
};
