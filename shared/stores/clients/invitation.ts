import { findAccount } from '../accounts.ts';
import { takeMails, takeMailTo } from '../budgets.ts';
import { plainEmail } from '../email.ts';
import { issueLink, passwordLinkText } from '../identity/links.ts';
import { sendMail } from '../mail/mail.ts';
import { asMailData, blocks, markdown } from '../mail/markdown.ts';

/** A client company that can sign in. */
interface Company {
  accountId: string;
  name: string;
  email: string;
  /** Further e-mails, which get a notice. */
  alternatives?: string[];
}

const UNEXPECTED = 'Si no esperaba este mensaje, no tiene que hacer nada.';

/**
 * Sends a client company without a password the link to make one. The link goes to its sign-in e-mail only, because
 * it lets its holder make the password. Its other addresses get a notice without the link, unless their budget of
 * the day is used up.
 * @param page address of the page that the link opens
 * @returns `false`, and sends nothing, if the budget of the account or of the sign-in e-mail is used up
 * @throws Error if the deployment sends no mail, or the mail with the link is not accepted
 */
export const inviteClient = async (
  company: Company & { clientId: number; userId: string },
  page: string,
  now: Date,
): Promise<boolean> => {
  const noticed = await takeRecipients(company, now);
  if (!noticed) return false;
  const { accountId, clientId, userId } = company;
  const news = await newsOf(company);
  const token = await issueLink({ id: userId, accountId, clientId, generation: 0 }, now);
  const link = passwordLinkText(page, token);
  await sendMail({
    to: company.email,
    subject: 'Cree su contraseña',
    source: blocks(news, link, UNEXPECTED),
  });
  await sendNotices(noticed, [news, 'Se ha enviado un enlace para crear la contraseña al e-mail de acceso.']);
  return true;
};

/**
 * Sends a client company that has a password, and its other e-mails, the notice that it can sign in.
 * @returns `false`, and sends nothing, if the account has too few mails left today, or the sign-in e-mail has had all of them
 * @throws Error if the deployment sends no mail, or the mail to the sign-in e-mail is not accepted
 */
export const announceClient = async (company: Company, now: Date): Promise<boolean> => {
  const noticed = await takeRecipients(company, now);
  if (!noticed) return false;
  const news = await newsOf(company);
  const text = [news, 'La contraseña se la facilita quien le ha dado acceso.'];
  await sendMail({ to: company.email, subject: NOTICE, source: blocks(...text, UNEXPECTED) });
  await sendNotices(noticed, [news]);
  return true;
};

/** It names the office that invites, which the company knows, and not only the platform. */
const newsOf = async ({ accountId, name }: Company): Promise<string> => {
  const office = asMailData((await findAccount(accountId))?.name ?? '');
  return office
    ? markdown`${office} ha dado acceso a ${asMailData(name) ?? 'su empresa'}.`
    : markdown`${asMailData(name) ?? 'Su empresa'} ya tiene acceso a la plataforma.`;
};

/**
 * Takes the mails to a company from the budget of the day.
 * @returns its other addresses that get one; `undefined` if none may be sent
 */
const takeRecipients = async (
  { accountId, email, alternatives = [] }: Company,
  now: Date,
): Promise<string[] | undefined> => {
  const others = distinct(alternatives, email);
  const [isLeft, ...areLeft] = await Promise.all(
    [email, ...others].map((to) => takeMailTo(accountId, to, now)),
  );
  const noticed = others.filter((_, index) => areLeft[index]);
  return isLeft && (await takeMails(accountId, 1 + noticed.length, now)) ? noticed : undefined;
};

const NOTICE = 'Acceso a la plataforma';

/** A notice that cannot be sent must not look as if the mail to the sign-in e-mail was not sent. */
const sendNotices = async (to: string[], text: string[]): Promise<void> => {
  await Promise.allSettled(
    to.map((to) => sendMail({ to, subject: NOTICE, source: blocks(...text, UNEXPECTED) })),
  );
};

/** Removes duplicates, without regard to case, and the address that gets the other mail. */
const distinct = (addresses: string[], but: string): string[] => {
  const byName = new Map(addresses.map((address) => [plainEmail(address), address]));
  byName.delete(plainEmail(but));
  return [...byName.values()];
};
