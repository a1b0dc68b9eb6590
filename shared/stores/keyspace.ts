import { plainEmail } from './email.ts';

/** Key of a row of the `accounts` table. */
export interface RowKey {
  pk: string;
  sk: string;
}

/** A certificate of an account is unique by owner, file and type. */
export interface CertificateIdentity {
  clientId: number;
  type?: number | undefined;
  /** SHA-256 of the certificate. */
  fingerprint: string;
}

/** How the partition keys of every account, API token, user and session begin. */
export const ACCOUNTS = 'account#';
export const API_TOKENS = 'api-tokens#';
export const USERS = 'user#';
export const SESSIONS = 'session#';

/** The partition key of the list of all accounts. */
export const ALL_ACCOUNTS = 'accounts';

/** How the partition keys of counters begin. */
export const COUNTERS = 'counter#';

/** How the partition keys of e-mails begin. */
export const EMAILS = 'email#';

/** Prefix of the partition keys of users' mail choices. */
export const MAIL_CHOICES = 'mail-choices#';

/** How the keys of second factors begin, in the table of passwords. */
export const SECOND_FACTORS = 'second-factor#';

/** Prefix of the partition keys that requests of client companies read. */
export const CLIENT_BRIEFS = 'briefs#';

/** How the partition keys of client companies begin. */
export const CLIENTS = 'clients#';

/** How the partition keys begin of rows that find the client company of a contribution account. */
export const CONTRIBUTION_ACCOUNTS = 'contribution-accounts#';

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

/** Prefixes of the rows on authorities: observed health, and pauses. */
export const HEALTH = 'health#';

/** Partitions over which the briefs of an account's clients are spread, to be read side by side. */
const CLIENT_SHARDS = 4;

const briefs = (accountId: string, shard: number) => `${CLIENT_BRIEFS}${accountId}#${shard}`;

/** The partition keys of the briefs of all clients of an account. */
export const briefsOf = (accountId: string): string[] =>
  Array.from({ length: CLIENT_SHARDS }, (_, shard) => briefs(accountId, shard));

/** Partitions over which it is spread which mails users have chosen, by their account. */
export const MAIL_CHOICE_SHARDS = 8;

/** The partition key of a shard of them. */
export const mailChoices = (shard: number): string => `${MAIL_CHOICES}${shard}`;

const shardOf = (id: string, shards: number): number =>
  [...id].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % shards;

/**
 * Keys of the `accounts` table, in one place. The partition key of a row that an account owns contains the account's
 * id: a look-up is always by account, and another account's row cannot be found by its own id.
 */
export const accountsKey = {
  account: (accountId: string) => ({ pk: `${ACCOUNTS}${accountId}`, sk: 'account' }),
  /** Copy of an account's row in the list of all accounts, for operators. */
  directory: (accountId: string) => ({ pk: ALL_ACCOUNTS, sk: accountId }),
  user: (userId: string) => ({ pk: `${USERS}${userId}`, sk: 'user' }),
  /** The users of an account and its owners, in one row. */
  members: (accountId: string) => ({ pk: `${ACCOUNTS}${accountId}`, sk: 'members' }),
  /** Makes an e-mail unique in the service, and finds its user. */
  email: (email: string) => ({ pk: `${EMAILS}${plainEmail(email)}`, sk: 'email' }),
  /** Record of a client, under its CIF, which is therefore unique in an account. */
  client: (accountId: string, cif: string) => ({ pk: `${CLIENTS}${accountId}#${cif}`, sk: 'client' }),
  /** Brief of a client, which every request and the list read. */
  clientBrief: (accountId: string, clientId: number) => ({
    pk: briefs(accountId, clientId % CLIENT_SHARDS),
    sk: String(clientId),
  }),
  /** Finds the client that has a contribution account (régimen and ccc); several may have it. */
  contributionAccount: (accountId: string, account: string, clientId: number | '') => ({
    pk: `${CONTRIBUTION_ACCOUNTS}${accountId}`,
    sk: `${account}#${clientId}`,
  }),
  /** Orders the creations of the last clients that an account may have. */
  lastClients: (accountId: string) => ({ pk: `${ACCOUNTS}${accountId}`, sk: 'last-clients' }),
  /** Counters of numbers that are unique in the service. */
  counter: (name: 'client-ids' | 'contribution-account-ids') => ({
    pk: `${COUNTERS}${name}`,
    sk: 'counter',
  }),
  /** In a partition of their own, so that a function's rights can be confined to it. */
  apiToken: (accountId: string, userId: string, id: string) => ({
    pk: `${API_TOKENS}${accountId}`,
    sk: `${userId}#${id}`,
  }),
  /** Names the API token that a user created last, so that two are not created at once. */
  newestApiToken: (accountId: string, userId: string) => ({
    pk: `${API_TOKENS}${accountId}`,
    sk: `newest#${userId}`,
  }),
  /** A user's choice of a kind of mails. */
  mailChoice: (accountId: string, kind: string, userId: string) => ({
    pk: mailChoices(shardOf(accountId, MAIL_CHOICE_SHARDS)),
    sk: `${kind}#${accountId}#${userId}`,
  }),
  /** How many certificates an account has. */
  total: (accountId: string) => ({ pk: `${ACCOUNTS}${accountId}`, sk: 'total#certificates' }),
  /** How the keys begin of all certificates of an account, and of all its client companies. */
  certificates: (accountId: string) => ({ pk: `${ACCOUNTS}${accountId}`, sk: 'certificate#' }),
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
  /** The certificates of an owner that share a secret, because they have the same key and chain. */
  sharedSecret: (accountId: string, { clientId, chainHash }: { clientId: number; chainHash: string }) => ({
    pk: `${ACCOUNTS}${accountId}`,
    sk: `secret#${clientId}#${chainHash}`,
  }),
};

/** Keys of the `passwords` table. */
export const passwordKey = {
  password: (userId: string) => ({ userId }),
  secondFactor: (userId: string) => ({ userId: `${SECOND_FACTORS}${userId}` }),
};

/**
 * Keys of the `windows` table. Each window has a row of its own, so an instance with a wrong clock counts in other
 * rows.
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
  /** Mails to one address, of which the key only has the MAC. */
  mailsTo: (accountId: string, mac: string, day: number) => ({ id: `${MAILS}${day}#${accountId}#${mac}` }),
  /** Mails of a day on outcomes that are unknown, to one user. */
  notices: (userId: string, day: number) => ({ id: `${MAILS}${day}#notices#${userId}` }),
  /** Mails of a day on how a user signs in. */
  alerts: (userId: string, day: number) => ({ id: `${MAILS}${day}#alerts#${userId}` }),
  /** Derivations of keys of an hour, that a user had made. */
  derivations: (userId: string, hour: number) => ({ id: `${DERIVATIONS}${hour}#${userId}` }),
  link: (hash: string) => ({ id: `${LINKS}${hash}` }),
  /** Health of an authority as seen by accounts. The key contains the authority's address. */
  health: (authority: string) => ({ id: `${HEALTH}${authority}` }),
  /** A pause of an authority by the operator. */
  pause: (authority: string) => ({ id: `${HEALTH}pause#${authority}` }),
};

/** Folders of an account in the bucket of documents. Erasing the account empties them. */
export const FOLDERS_OF_ACCOUNTS = ['documents', 'requests', 'answers', 'batches'] as const;
/** Folder of recorded conversations with authorities, which an operator switched on. */
export const CONVERSATIONS = 'conversations';
