import { findAccount } from '../accounts.ts';
import { takeMails, takeMailTo } from '../budgets.ts';
import { issueLink } from '../identity/links.ts';
import { passwordLinkText } from '../identity/password-links.ts';
import { sendMail } from '../mail/mail.ts';
import { asMailData } from '../mail/text.ts';

/** A client company that can sign in and has no password yet. */
interface Invited {
  accountId: string;
  userId: string;
  name: string;
  email: string;
  /** Further e-mails, which get a notice. */
  alternatives?: string[];
}

/**
 * Sends a client company that can sign in the link with which it makes its password, and which office invites. The link goes to its sign-in
 * e-mail only, because whoever has the link can make the password. Its other e-mails get one notice each, without the link,
 * unless they have had all mails that an address gets in a day.
 * @param page address of the page that the link opens
 * @returns `false`, and sends nothing, if the account has too few mails left today, or the sign-in e-mail has had all of them
 * @throws Error if the deployment sends no mail, or the mail with the link is not accepted
 */
export const inviteClient = async (
  { accountId, userId, name, email, alternatives = [] }: Invited,
  page: string,
  now: Date,
): Promise<boolean> => {
  const others = distinct(alternatives, email);
  const [isLeft, ...areLeft] = await Promise.all(
    [email, ...others].map((to) => takeMailTo(accountId, to, now)),
  );
  const noticed = others.filter((_, index) => areLeft[index]);
  if (!isLeft || !(await takeMails(accountId, 1 + noticed.length, now))) return false;
  const office = asMailData((await findAccount(accountId))?.name ?? '');
  const company = asMailData(name) ?? 'Su empresa';
  const news = `${office ? `${office} le invita: ` : ''}${company} ya tiene acceso a la plataforma.`;
  const unexpected = 'Si no esperaba este mensaje, no tiene que hacer nada.';
  await sendMail({
    to: email,
    subject: 'Cree su contraseña',
    text: [
      news,
      passwordLinkText(page, await issueLink({ id: userId, accountId, generation: 0 }, now)),
      unexpected,
    ].join('\n\n'),
  });
  // A notice that cannot be sent must not look as if the link was not sent.
  await Promise.allSettled(
    noticed.map((to) =>
      sendMail({
        to,
        subject: 'Acceso a la plataforma',
        text: [
          news,
          'Se ha enviado un enlace para crear la contraseña al e-mail de acceso.',
          unexpected,
        ].join('\n\n'),
      }),
    ),
  );
  return true;
};

/** Each of some addresses once, in upper or lower case, and not the one that gets another mail. */
const distinct = (addresses: string[], but: string): string[] => {
  const byName = new Map(addresses.map((address) => [address.toLowerCase(), address]));
  byName.delete(but.toLowerCase());
  return [...byName.values()];
};
