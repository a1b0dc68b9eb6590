import type { SESv2Client } from '@aws-sdk/client-sesv2';
import { setting } from '../../kernel/config.ts';
import { limited } from '../limits.ts';

/** A mail in plain text. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
}

// Loaded at first use: most functions have the stores and send no mail.
const load = () => import('@aws-sdk/client-sesv2');

let client: SESv2Client | undefined;

const utf8 = (Data: string) => ({ Data, Charset: 'UTF-8' });

/**
 * Sends a mail from the deployment's address. A mail that is accepted may still not be delivered: bounces go to the
 * sender's address later.
 * @throws Error if the deployment has no address to send from, or the mail is not accepted
 */
export const sendMail = async ({ to, subject, text }: Mail): Promise<void> => {
  const sender = setting('MAIL_SENDER');
  if (!sender) throw new Error('the deployment has no address to send mail from');
  const { SESv2Client, SendEmailCommand } = await load();
  client ??= limited((config) => new SESv2Client(config));
  await client.send(
    new SendEmailCommand({
      FromEmailAddress: sender,
      Destination: { ToAddresses: [to] },
      Content: { Simple: { Subject: utf8(subject), Body: { Text: utf8(text) } } },
    }),
  );
};
