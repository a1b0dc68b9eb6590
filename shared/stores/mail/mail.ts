import type { MessageHeader, SESv2Client, SendEmailCommandInput } from '@aws-sdk/client-sesv2';
import { setting } from '../../kernel/config.ts';
import { asciiEmail } from '../email.ts';
import { limited } from '../limits.ts';

/** A mail in plain text and HTML. */
export interface Mail {
  to: string;
  subject: string;
  /** As of `markdown.ts`. */
  source: string;
  /**
   * Address that unsubscribes its receiver from mails of this kind, with one POST. Absent for mails that nobody
   * chose.
   */
  unsubscribe?: string;
}

// Loaded at first use: most functions have the stores and send no mail.
const load = () => import('@aws-sdk/client-sesv2');

let client: SESv2Client | undefined;

const utf8 = (Data: string) => ({ Data, Charset: 'UTF-8' });

/** Headers with which mail programs show an unsubscribe button (RFC 8058). */
const unsubscribeHeaders = (address: string): MessageHeader[] => [
  { Name: 'List-Unsubscribe', Value: `<${address}>` },
  { Name: 'List-Unsubscribe-Post', Value: 'List-Unsubscribe=One-Click' },
];

/** A mail in SES's format. @param sender address of the sender */
export const toSes = async (
  { to, subject, source, unsubscribe }: Mail,
  sender: string,
): Promise<SendEmailCommandInput> => {
  // Loaded at first use, as the SDK is.
  const { text, html } = (await import('./forms.ts')).formsOf(source);
  const Headers = unsubscribe === undefined ? undefined : unsubscribeHeaders(unsubscribe);
  return {
    FromEmailAddress: sender,
    Destination: { ToAddresses: [asciiEmail(to)] },
    Content: { Simple: { Subject: utf8(subject), Body: { Text: utf8(text), Html: utf8(html) }, Headers } },
  };
};

/**
 * Sends a mail from the deployment's address, by SES in the deployment's region of mail. A mail that is accepted may still not be delivered: bounces go to the
 * sender's address later.
 * @throws Error if the deployment has no address to send from, or the mail is not accepted
 */
export const sendMail = async (mail: Mail): Promise<void> => {
  const sender = setting('MAIL_SENDER');
  if (!sender) throw new Error('the deployment has no address to send mail from');
  const [{ SESv2Client, SendEmailCommand }, input] = await Promise.all([load(), toSes(mail, sender)]);
  client ??= limited((config) => new SESv2Client({ ...config, region: setting('MAIL_REGION') }));
  await client.send(new SendEmailCommand(input));
};
