import { findUser } from '../../../shared/stores/accounts.ts';
import { serviceKey, signed, verifiedFor } from '../../../shared/stores/service-keys.ts';
import { MAIL_KINDS, type MailKind } from '../fields.ts';
import { endMail } from './choices.ts';

/** What the signature of a link covers in addition: what it is for. */
const CONTEXT = 'mails';

/** What a link in a mail ends: mails of a kind to a user. */
interface Link {
  userId: string;
  kind: MailKind;
}

/**
 * The token of a link that ends mails of a kind. It names user and kind, can do nothing else, and stays good until its key is
 * dropped: a mail may be read years later.
 */
export const unsubscribeToken = async ({ userId, kind }: Link): Promise<string> =>
  signed(Buffer.from(`${kind}#${userId}`), await serviceKey('unsubscribe'), { context: CONTEXT });

/** What a token ends; `undefined` if it is none of ours. */
export const readUnsubscribeToken = async (token: string): Promise<Link | undefined> => {
  const payload = (await verifiedFor('unsubscribe', token, { context: CONTEXT }))?.toString();
  const kind = MAIL_KINDS.find((one) => payload?.startsWith(`${one}#`));
  return kind && { kind, userId: payload!.slice(kind.length + 1) };
};

/** Ends mails of a kind to a user. Nothing happens where that was done before, or there is no such user. */
export const unsubscribe = async ({ userId, kind }: Link): Promise<void> => {
  const user = await findUser(userId);
  if (user) await endMail(user, kind);
};
