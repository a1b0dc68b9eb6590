import * as z from 'zod';
import { setting } from '../../../shared/kernel/config.ts';
import { transact, type Write } from '../../../shared/stores/dynamo/dynamo.ts';
import { readKeys, rowsUnder } from '../../../shared/stores/dynamo/read-keys.ts';
import { rowParser } from '../../../shared/stores/dynamo/row-parser.ts';
import type { User } from '../../../shared/stores/identity/user-row.ts';
import { accountsKey, mailChoices } from '../../../shared/stores/keyspace.ts';
import { remove, update } from '../../../shared/stores/table.ts';
import { MAIL_KINDS, type MailKind } from '../fields.ts';

/**
 * Which mails users have chosen: a row for each, so that all who chose a kind are found without reading any account. It
 * has no address: a mail goes to that of its user then.
 */

const choiceRow = () =>
  z.object({
    kind: z.enum(MAIL_KINDS),
    accountId: z.string(),
    userId: z.string(),
    /** Of the user of a client company, which gets mails on its own company only. */
    clientId: z.int().optional(),
    /** Scheme and host at which the user reached the service: links in mails lead there. */
    origin: z.string(),
    /** ISO instant. */
    chosenAt: z.string(),
  });

/** That a user has chosen a kind of mails. */
export type MailChoice = z.infer<ReturnType<typeof choiceRow>>;

const parseChoice = rowParser('MailChoice', 'mailChoice', choiceRow);

/** Whose mails: a user of an account, or of a client company. */
type Whose = Pick<User, 'id' | 'accountId' | 'clientId'>;

const table = () => setting('ACCOUNTS_TABLE');

const keyOf = ({ accountId, id }: Whose, kind: MailKind) => accountsKey.mailChoice(accountId, kind, id);

/** The kinds of mails that a user has chosen. */
export const mailsOf = async (user: Whose): Promise<Set<MailKind>> => {
  const keys = MAIL_KINDS.map((kind) => keyOf(user, kind));
  const rows = await readKeys(parseChoice, { table: table(), keys, isConsistent: true });
  return new Set(rows.map(({ kind }) => kind));
};

/**
 * Chooses mails, and ends others; kinds that are not named stay as they are.
 * @param origin scheme and host at which the user reaches the service
 */
export const chooseMails = async (
  user: Whose,
  wanted: Partial<Record<MailKind, boolean | undefined>>,
  { origin, now }: { origin: string; now: Date },
): Promise<void> => {
  const writes = MAIL_KINDS.flatMap((kind): Write[] => {
    if (wanted[kind] === undefined) return [];
    return [wanted[kind] ? putChoice(user, kind, { origin, now }) : deleteChoice(user, kind)];
  });
  if (writes.length > 0) await transact(writes);
};

const putChoice = (user: Whose, kind: MailKind, { origin, now }: { origin: string; now: Date }): Write => ({
  Update: update(table(), keyOf(user, kind), {
    set: { kind, accountId: user.accountId, userId: user.id, origin, clientId: user.clientId },
    // Who chooses it again goes on where the mail before ended.
    setOnce: { chosenAt: now.toISOString() },
  }),
});

const deleteChoice = (user: Whose, kind: MailKind): Write => ({
  Delete: remove(table(), keyOf(user, kind)),
});

/** Ends mails of a kind to a user. */
export const endMail = async (user: Whose, kind: MailKind): Promise<void> => {
  await transact([deleteChoice(user, kind)]);
};

/** The writes that end all mails of a user who is removed. */
export const endMails = (user: Whose): Write[] => MAIL_KINDS.map((kind) => deleteChoice(user, kind));

/** Who of an account has chosen a kind of mails, also in its client companies. */
export const whoChose = (accountId: string, kind: MailKind): Promise<MailChoice[]> =>
  rowsUnder(accountsKey.mailChoice(accountId, kind, ''), parseChoice);

/** Everybody who has chosen a kind of mails: those of one of the `MAIL_CHOICE_SHARDS`. */
export const whoChoseInShard = (kind: MailKind, shard: number): Promise<MailChoice[]> =>
  rowsUnder({ pk: mailChoices(shard), sk: `${kind}#` }, parseChoice);
