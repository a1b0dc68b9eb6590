import { findAccount } from '../accounts.ts';
import { takeMails, takeMailTo } from '../budgets.ts';
import { sendMail } from '../mail/mail.ts';
import { asMailData, blocks, markdown } from '../mail/markdown.ts';
import { issueLink } from './links.ts';
import { passwordLinkText } from './password-links.ts';
import type { User } from './user-row.ts';

/**
 * Sends a new user of an account the link with which to make a password. The mail names the office that invites.
 * @param page address of the page that the link opens
 * @returns `false`, and sends nothing, if the account or the address has had all mails of the day
 * @throws Error if the deployment sends no mail, or the mail is not accepted
 */
export const inviteUser = async (user: User, page: string, now: Date): Promise<boolean> => {
  const { accountId, email } = user;
  if (!(await takeMailTo(accountId, email, now)) || !(await takeMails(accountId, 1, now))) return false;
  const office = asMailData((await findAccount(accountId))?.name ?? '') ?? 'Su oficina';
  await sendMail({
    to: email,
    subject: 'Cree su contraseña',
    source: blocks(
      markdown`${office} le invita a su cuenta en la plataforma.`,
      passwordLinkText(page, await issueLink(user, now)),
      'Si no esperaba este mensaje, no tiene que hacer nada.',
    ),
  });
  return true;
};
