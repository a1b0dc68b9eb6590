import * as z from 'zod';
import { setting } from '../../../../shared/kernel/config.ts';
import { transact, type Write } from '../../../../shared/stores/dynamo/dynamo.ts';
import { readKeys, rowsUnder } from '../../../../shared/stores/dynamo/read-keys.ts';
import { rowParser } from '../../../../shared/stores/dynamo/row-parser.ts';
import type { User } from '../../../../shared/stores/identity/user-row.ts';
import { accountsKey, mailChoices } from '../../../../shared/stores/keyspace.ts';
import { remove, update } from '../../../../shared/stores/table.ts';
import { MAIL_KINDS, type MailKind } from '../fields.ts';

/**
 * Users' mail subscriptions: a row for each, so that all subscribers of a kind are found without reading any account.
 * It has no address; a mail goes to the user's address at that time.
 */

const choiceRow = () =>
  z.object({
    kind: z.enum(MAIL_KINDS),
    accountId: z.string(),
    userId: z.string(),
    /** Client company of the user, who gets mails about that company only. */
    clientId: z.int().optional(),
    /** Origin at which the user reached the service, for links in mails. */
    origin: z.string(),
    /** ISO instant. */
    chosenAt: z.string(),
  });

/** A user's subscription to a kind of mails. */
export type MailChoice = z.infer<ReturnType<typeof choiceRow>>;

const parseChoice = rowParser('MailChoice', 'mailChoice', choiceRow);

/** The recipient: a user of an account, or of a client company. */
type Whose = Pick<User, 'id' | 'accountId' | 'clientId'>;

const table = () => setting('ACCOUNTS_TABLE');

const keyOf = ({ accountId, id }: Whose, kind: MailKind) => accountsKey.mailChoice(accountId, kind, id);

/** Kinds of mails that a user subscribed to. */
export const mailsOf = async (user: Whose): Promise<Set<MailKind>> => {
  const keys = MAIL_KINDS.map((kind) => keyOf(user, kind));
  const rows = await readKeys(parseChoice, { table: table(), keys, isConsistent: true });
  return new Set(rows.map(({ kind }) => kind));
};

/**
 * Subscribes to mails and unsubscribes from others; kinds that are not named stay unchanged.
 * @param origin at which the user reaches the service
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

/**
 * Subscribes an owner who joins to all kinds, because somebody has to learn of an outcome that is unknown. Whoever has
 * other work ends them by the link of any mail.
 */
export const beginMails = (user: Whose, at: { origin: string; now: Date }): Promise<void> =>
  chooseMails(user, Object.fromEntries(MAIL_KINDS.map((kind) => [kind, true])), at);

const putChoice = (user: Whose, kind: MailKind, { origin, now }: { origin: string; now: Date }): Write => ({
  Update: update(table(), keyOf(user, kind), {
    set: { kind, accountId: user.accountId, userId: user.id, origin, clientId: user.clientId },
    // A new subscription continues after the last digest.
    setOnce: { chosenAt: now.toISOString() },
  }),
});

const deleteChoice = (user: Whose, kind: MailKind): Write => ({
  Delete: remove(table(), keyOf(user, kind)),
});

/** Unsubscribes a user from a kind of mails. */
export const endMail = async (user: Whose, kind: MailKind): Promise<void> => {
  await transact([deleteChoice(user, kind)]);
};

/** Writes that end all subscriptions of a user who is removed. */
export const endMails = (user: Whose): Write[] => MAIL_KINDS.map((kind) => deleteChoice(user, kind));

/** Subscribers of a kind of mails in an account, including its client companies. */
export const whoChose = (accountId: string, kind: MailKind): Promise<MailChoice[]> =>
  rowsUnder(accountsKey.mailChoice(accountId, kind, ''), parseChoice);

/** Subscribers of a kind of mails in one of the `MAIL_CHOICE_SHARDS`. */
export const whoChoseInShard = (kind: MailKind, shard: number): Promise<MailChoice[]> =>
  rowsUnder({ pk: mailChoices(shard), sk: `${kind}#` }, parseChoice);
