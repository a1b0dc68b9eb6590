/**
 * Keys of the `records` table, in one place. An account's clients and certificates share its partition, so that a
 * look-up is always by account and another account's row cannot be found by its id.
 */
export const recordKey = {
  account: (accountId: string) => ({ pk: `account#${accountId}`, sk: 'account' }),
  /** Row in the directory of accounts, which operators list. */
  directory: (accountId: string) => ({ pk: 'accounts', sk: accountId }),
  user: (userId: string) => ({ pk: `user#${userId}`, sk: 'user' }),
  /** Guard that makes an e-mail unique in the service, and finds its user. */
  email: (email: string) => ({ pk: `email#${email.trim().toLowerCase()}`, sk: 'email' }),
  client: (accountId: string, clientId: number) => ({ pk: `account#${accountId}`, sk: `client#${clientId}` }),
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
};
