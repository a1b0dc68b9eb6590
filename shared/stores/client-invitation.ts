import { issueLink } from './links.ts';
import { sendMail } from './mail.ts';
import { passwordLinkText } from './password-links.ts';

/** A client company that can sign in and has no password yet. */
interface Invited {
  userId: string;
  name: string;
  email: string;
  /** Further e-mails that are told. */
  alternatives?: string[];
}

/**
 * Sends a client company that can sign in the link by which it makes its password. To its sign-in e-mail only, since
 * whoever holds the link makes the password; its other e-mails are told that it was sent.
 * @param page address of the page that the link opens
 * @throws Error where the deployment sends no mail, or the one with the link is not accepted
 */
export const inviteClient = async (
  { userId, name, email, alternatives = [] }: Invited,
  page: string,
  now: Date,
): Promise<void> => {
  const news = `${name} ya tiene acceso a la plataforma con el e-mail ${email}.`;
  const unexpected = 'Si no esperaba este mensaje, no tiene que hacer nada.';
  await sendMail({
    to: email,
    subject: 'Cree su contraseña',
    text: [news, passwordLinkText(page, await issueLink(userId, now)), unexpected].join('\n\n'),
  });
  // The link is what matters: a notice that cannot be sent must not look as if the link had not gone out.
  await Promise.allSettled(
    alternatives.map((to) =>
      sendMail({
        to,
        subject: 'Acceso a la plataforma',
        text: [news, 'A ese e-mail se ha enviado un enlace para crear la contraseña.', unexpected].join(
          '\n\n',
        ),
      }),
    ),
  );
};
