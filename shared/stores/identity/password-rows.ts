import * as z from 'zod';
import { setting } from '../../kernel/config.ts';
import { readRow } from '../dynamo/read-keys.ts';
import { rowParser } from '../dynamo/row-parser.ts';
import { passwordKey, windowKey } from '../keyspace.ts';

/**
 * The hashes of passwords. They have a table of their own, so that only functions that sign in may read them, and only
 * those that make passwords may write them.
 */

const parsePassword = rowParser('Password', 'password', () => z.object({ hash: z.string() }));

const table = () => setting('PASSWORDS_TABLE');

/** The hash of a user's password; `undefined` until the user makes one. */
export const findPasswordHash = async (userId: string): Promise<string | undefined> =>
  (await readRow(parsePassword, passwordKey.password(userId), table()))?.hash;

/** The write of a transaction that stores a hash, in place of an earlier one. */
export const putPassword = (userId: string, hash: string) => ({
  Put: { TableName: table(), Item: { ...passwordKey.password(userId), hash } },
});

/** The write of a transaction that deletes a hash, if there is one. */
export const deletePassword = (userId: string) => ({
  Delete: { TableName: table(), Key: passwordKey.password(userId) },
});

/** The write of a transaction that forgets the wrong passwords that were tried with a user: a short one is taken again. */
export const forgetWrongTries = (userId: string) => ({
  Delete: { TableName: setting('WINDOWS_TABLE'), Key: windowKey.wrongTries(userId) },
});
