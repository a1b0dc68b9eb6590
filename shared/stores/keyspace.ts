/** A number as text that sorts as the number does; 15 digits hold any client id that a `cert_secret` can carry. */
const sortable = (number: number) => String(number).padStart(15, '0');

/** Client ids that share a partition: what is counted, read and searched together. */
export const CLIENT_BLOCK = 100;

/**
 * Keys of the `records` table, in one place. The partition of whatever an account owns is named after the account, so
 * that a look-up is always by account and another account's row cannot be found by its id.
 */
export const recordKey = {
  account: (accountId: string) => ({ pk: `account#${accountId}`, sk: 'account' }),
  /** Row in the directory of accounts, which operators list. */
  directory: (accountId: string) => ({ pk: 'accounts', sk: accountId }),
  user: (userId: string) => ({ pk: `user#${userId}`, sk: 'user' }),
  /** Guard that makes an e-mail unique in the service, and finds its user. */
  email: (email: string) => ({ pk: `email#${email.trim().toLowerCase()}`, sk: 'email' }),
  /** By blocks of ids, so that however many clients an account has, no partition grows with them. */
  client: (accountId: string, clientId: number) => ({
    pk: `clients#${accountId}#${Math.floor(clientId / CLIENT_BLOCK)}`,
    sk: `client#${sortable(clientId)}`,
  }),
  /** Guard that makes a CIF unique in an account, and finds its client. */
  cif: (accountId: string, cif: string) => ({ pk: `cif#${accountId}#${cif}`, sk: 'cif' }),
  /** How many clients an account has among the `width` ids from `from` on. */
  clientCount: (accountId: string, width: number, from: number) => ({
    pk: `client-counts#${accountId}`,
    sk: `${width}#${sortable(from)}`,
  }),
  /** Clients of one block of ids that have a word with this beginning. */
  clientWords: (accountId: string, head: string, block: number) => ({
    pk: `client-words#${accountId}#${head}`,
    sk: sortable(block),
  }),
  /** The client ids that an account may still hand out. */
  clientIds: (accountId: string) => ({ pk: `account#${accountId}`, sk: 'client-ids' }),
  /** Numbers that are given out once in the service. */
  counter: (name: 'client-id-ranges' | 'contribution-account-ids') => ({
    pk: `counter#${name}`,
    sk: 'counter',
  }),
  /** `clientId` 0 is the account itself. */
  certificate: (accountId: string, clientId: number, certificateId: string) => ({
    pk: `account#${accountId}`,
    sk: `certificate#${clientId}#${certificateId}`,
  }),
  /** Guard that keeps the same certificate from being stored twice for one owner, and finds the stored one. */
  fingerprint: (accountId: string, clientId: number, fingerprint: string) => ({
    pk: `account#${accountId}`,
    sk: `fingerprint#${clientId}#${fingerprint}`,
  }),
};

/** Keys of the `windows` table. */
export const windowKey = {
  session: (sessionId: string) => ({ id: `session#${sessionId}` }),
  signIns: (email: string) => ({ id: `sign-ins#${email.trim().toLowerCase()}` }),
  submission: (name: string) => ({ id: `submission#${name}` }),
  link: (hash: string) => ({ id: `link#${hash}` }),
};
