import { logger } from '../../kernel/log.ts';
import { findAccount, findUserByEmail } from '../accounts.ts';
import { takeLink } from '../budgets.ts';
import { withDeadline } from '../limits.ts';
import { sendMail } from '../mail/mail.ts';
import { blocks, link } from '../mail/markdown.ts';
import { issueLink, LINK_SECONDS } from './links.ts';
import { isKnownTo, readOrigin } from './sign-ins.ts';

/** Source of a mail with the link to `page`, on which the reader makes a password; valid for a day and for one use. */
export const passwordLinkText = (page: string, token: string): string =>
  blocks(
    `Para crear su contraseña, abra este enlace. Sirve una sola vez y durante ${LINK_SECONDS / 3600} horas:`,
    link(`${page}?token=${token}`),
  );

/** Milliseconds that a mail may take, also of a function that has just started. Asking takes as long where none is sent. */
const MAIL_MS = 2_700;

/**
 * Sends a user who forgot the password the link with which to make a new one. Sends nothing to an e-mail without user or
 * of a disabled account, and no more than the network that asks may have sent to the user. A mail that cannot be sent is only
 * logged, because that would show which e-mails exist.
 */
export const sendPasswordLink = async (asked: Asked, now: Date): Promise<void> => {
  try {
    await withDeadline(MAIL_MS, () => send(asked, now));
  } catch (error) {
    // Only the error's name: its message may contain an address, which is personal data.
    logger.error('a link to make a password could not be sent', { cause: (error as Error).name });
  }
};

/** That somebody asked for a link: for whom, from which address, and the page that the link opens. */
interface Asked {
  email: string;
  ip: string;
  page: string;
}

const send = async ({ email, ip, page }: Asked, now: Date): Promise<void> => {
  const [user, origin] = await Promise.all([findUserByEmail(email), readOrigin(email, ip, now)]);
  if (!user || (await findAccount(user.accountId))?.disabled !== false) return;
  const { accountId } = user;
  const asked = { accountId, email: user.email, network: origin.network, isKnown: isKnownTo(origin, user) };
  if (!(await takeLink(asked, now))) return;
  await sendMail({
    to: user.email,
    subject: 'Enlace para crear una contraseña nueva',
    source: blocks(
      passwordLinkText(page, await issueLink(user, now)),
      'Si no lo ha pedido, no tiene que hacer nada.',
    ),
  });
};
