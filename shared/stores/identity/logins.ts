import * as z from 'zod';
import { setting } from '../../kernel/config.ts';
import type { Write } from '../dynamo/dynamo.ts';
import { readRow } from '../dynamo/read-keys.ts';
import { rowParser } from '../dynamo/row-parser.ts';
import { accountsKey } from '../keyspace.ts';
import { is, update } from '../table.ts';
import { isShort } from './passwords.ts';

/** The rows of e-mails: each makes its e-mail unique in the service, and says what signing in needs of its user. */

/** Properties of a user that signing in needs. */
export interface Login {
  id: string;
  accountId: string;
  /** Set for the user of a client company. */
  clientId?: number | undefined;
  /** As in the row of the user. */
  generation: number;
  /** Has a password of fewer than 12 characters. */
  hasShortPassword?: boolean | undefined;
  /** Signs in with a code, too. */
  hasSecondFactor?: boolean | undefined;
}

/**
 * The row of an e-mail, with a copy of its user's properties and the password. Both rows are written together.
 * @param password the first one, if there is one
 */
export const emailOf = (
  { id, accountId, clientId, generation }: Omit<Login, 'hasShortPassword' | 'hasSecondFactor'>,
  password: string | undefined,
) => ({
  userId: id,
  accountId,
  clientId,
  generation,
  hasShortPassword: password === undefined ? undefined : isShort(password),
});

/** The e-mail of a client company without access has no user. */
const parseEmail = rowParser('Email', 'email', () =>
  z.union([
    z
      .object({
        userId: z.string(),
        accountId: z.string(),
        clientId: z.int().optional(),
        generation: z.int(),
        hasShortPassword: z.boolean().optional(),
        hasSecondFactor: z.boolean().optional(),
      })
      .transform(({ userId, ...rest }): Login => ({ id: userId, ...rest })),
    z.object({ userId: z.undefined().optional() }).transform(() => undefined),
  ]),
);

/** The user with this e-mail, in any case, as signing in needs it. */
export const findLogin = (email: string): Promise<Login | undefined> =>
  readRow(parseEmail, accountsKey.email(email));

/**
 * The write that raises the generation next to the e-mail, in the transaction that raises it in the row of the user.
 * @param password the new one, if there is one
 */
export const raiseOfEmail = ({ id, email }: { id: string; email: string }, password?: string): Write => ({
  Update: update(setting('ACCOUNTS_TABLE'), accountsKey.email(email), {
    add: { generation: 1 },
    set: { hasShortPassword: password === undefined ? undefined : isShort(password) },
    if: is('userId', id),
  }),
});
