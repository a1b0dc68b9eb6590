import * as z from 'zod';
import { sendMessages } from '../../../../shared/stores/queues.ts';

/** SQS queue of mails to send. */

/**
 * Schema of a message: an event to tell all subscribers about, a user's digest of a day, or a change of a user's
 * second factor.
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
      /** Id of the change, the same whenever it is read again. */
      change: z.string(),
    }),
  ]);

/** A message of the queue. */
export type MailMessage = z.infer<ReturnType<typeof mailMessage>>;

/**
 * Queues mails. SQS fair queues keep one account from delaying others.
 * @param delay in seconds, 900 at most
 * @throws Error if SQS does not accept all of them; some may be queued then, and may be sent again
 */
export const queueMails = (messages: MailMessage[], delay = 0): Promise<void> =>
  sendMessages(
    'MAILS_QUEUE',
    messages.map((message) => ({ text: JSON.stringify(message), group: message.accountId, delay })),
  );
