import * as z from 'zod';
import { sendMessages } from '../../../shared/stores/queues.ts';

/** The queue of SQS from which a function takes mails to send. */

/**
 * Schema of a message: an event about which all are written to who chose that, the digest of a user on a day, or that a user's
 * second factor was switched on or off.
 */
export const mailMessage = () =>
  z.union([
    z.object({
      kind: z.enum(['certificates', 'unknown']),
      accountId: z.string(),
      event: z.object({
        id: z.string(),
        clientId: z.int().optional(),
        companyId: z.int().optional(),
        subject: z.object({ id: z.string() }),
        detail: z.object({ days: z.int().optional() }).optional(),
      }),
    }),
    z.object({
      kind: z.literal('digest'),
      accountId: z.string(),
      userId: z.string(),
      /** `YYYY-MM-DD`. */
      day: z.string(),
    }),
    z.object({
      kind: z.literal('secondFactor'),
      accountId: z.string(),
      userId: z.string(),
      isOn: z.boolean(),
      /** Names the change; the same whenever it is read again. */
      change: z.string(),
    }),
  ]);

/** What a message of the queue says. */
export type MailMessage = z.infer<ReturnType<typeof mailMessage>>;

/**
 * Puts mails into the queue. SQS keeps those of one account from holding up those of others.
 * @param delay seconds until they are given out, 900 at most
 * @throws Error when SQS does not take all of them; some may be in the queue then, and may be sent again
 */
export const queueMails = (messages: MailMessage[], delay = 0): Promise<void> =>
  sendMessages(
    'MAILS_QUEUE',
    messages.map((message) => ({ text: JSON.stringify(message), group: message.accountId, delay })),
  );
