import { findUserByEmail } from '../accounts.ts';
import { sendMail } from '../mail.ts';
import { countRequest } from '../rate-windows.ts';
import { issueLink, LINK_SECONDS } from './links.ts';

/** Text of a mail with the link to `page`, on which the reader makes a password; valid for a day and for one use. */
export const passwordLinkText = (page: string, token: string): string =>
  `Para crear su contraseña, abra este enlace. Sirve una sola vez y durante ${LINK_SECONDS / 3600} horas:\n\n` +
  `${page}?token=${token}`;

/**
 * Sends a user who forgot the password the link with which to make a new one. Sends nothing to an e-mail without user,
 * and at most one mail a minute to each user.
 * @param page address of the page that the link opens
 */
export const sendPasswordLink = async (email: string, page: string, now: Date): Promise<void> => {
  const user = await findUserByEmail(email);
  if (!user) return;
  const { admitted } = await countRequest(`password-link#${user.id}`, 1, now);
  if (!admitted) return;
  await sendMail({
    to: user.email,
    subject: 'Enlace para crear una contraseña nueva',
    text: [
      passwordLinkText(page, await issueLink(user.id, now)),
      'Si no lo ha pedido, no tiene que hacer nada.',
    ].join('\n\n'),
  });
};
