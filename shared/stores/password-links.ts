import { findUserByEmail } from './accounts.ts';
import { issueLink, LINK_SECONDS } from './links.ts';
import { sendMail } from './mail.ts';
import { countRequest } from './windows.ts';

/** The mail with which somebody makes a password: a link to `page`, good once and for a day. */
export const passwordLinkText = (page: string, token: string): string =>
  `Para crear su contraseña, abra este enlace. Sirve una sola vez y durante ${LINK_SECONDS / 3600} horas:\n\n` +
  `${page}?token=${token}`;

/**
 * Sends the link to make a new password to a user who forgot it. Nothing is sent to an e-mail that nobody signs in
 * with, nor more than once a minute to one.
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
