import * as z from 'zod';
import { setting } from '../../kernel/config.ts';
import { readRow } from '../dynamo/read-keys.ts';
import { rowParser } from '../dynamo/row-parser.ts';
import { passwordKey, windowKey } from '../keyspace.ts';
import { put, remove } from '../table.ts';
import type { Login } from './logins.ts';

/**
 * The hashes of passwords. They have a table of their own, so that only functions that sign in may read them, and only
 * those that make passwords may write them.
 */

const parsePassword = rowParser('Password', 'password', () =>
  z.object({
    hash: z.string(),
    /**
     * The client company of the user, in rows of the function that saves client companies, which may write no
     * others.
     */
    clientId: z.int().optional(),
  }),
);

const table = () => setting('PASSWORDS_TABLE');

/**
 * The hash of a user's password; `undefined` until the user makes one, or if the row was written for another
 * company's user.
 */
export const findPasswordHash = async ({
  id,
  clientId,
}: Pick<Login, 'id' | 'clientId'>): Promise<string | undefined> => {
  const row = await readRow(parsePassword, passwordKey.password(id), table());
  return row && isOfClient(row, clientId) ? row.hash : undefined;
};

/**
 * Whether a row may be used for a user. The function that saves client companies may only write rows that name a
 * client company (see `infra/rights/accounts.ts`), so such a row is valid for that company's user only.
 */
export const isOfClient = (row: { clientId?: number | undefined }, clientId: number | undefined): boolean =>
  row.clientId === undefined || row.clientId === clientId;

/** The write of a transaction that stores a hash, in place of an earlier one. @param clientId whose user it is */
export const putPassword = (userId: string, hash: string, clientId?: number) => ({
  Put: put(table(), {
    ...passwordKey.password(userId),
    hash,
    ...(clientId !== undefined && { clientId }),
  }),
});

/** The write of a transaction that deletes a hash, if there is one. */
export const deletePassword = (userId: string) => ({
  Delete: remove(table(), passwordKey.password(userId)),
});

/** The write of a transaction that forgets the wrong passwords that were tried with a user: a short one is taken again. */
export const forgetWrongTries = (userId: string) => ({
  Delete: remove(setting('WINDOWS_TABLE'), windowKey.wrongTries(userId)),
});
