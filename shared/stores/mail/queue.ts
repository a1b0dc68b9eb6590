import type { SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod';
import { setting } from '../../kernel/config.ts';
import { limited } from '../limits.ts';

/** The queue of SQS from which a function takes mails to send. */

/** Schema of a message: an event about which all are written to who chose that, or the digest of a user on a day. */
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
  ]);

/** What a message of the queue says. */
export type MailMessage = z.infer<ReturnType<typeof mailMessage>>;

/** Messages that SQS takes at a time. */
const BATCH = 10;

// Loaded at first use: few functions have mails sent.
const load = () => import('@aws-sdk/client-sqs');

let client: SQSClient | undefined;

/**
 * Puts mails into the queue. SQS keeps those of one account from holding up those of others.
 * @param delay seconds until they are given out, 900 at most
 * @throws Error when SQS does not take all of them; some may be in the queue then, and may be sent again
 */
export const queueMails = async (messages: MailMessage[], delay = 0): Promise<void> => {
  if (messages.length === 0) return;
  const { SendMessageBatchCommand, SQSClient } = await load();
  client ??= limited((config) => new SQSClient({ ...config, useQueueUrlAsEndpoint: false }));
  for (let at = 0; at < messages.length; at += BATCH) {
    const { Failed = [] } = await client.send(
      new SendMessageBatchCommand({
        QueueUrl: setting('MAILS_QUEUE'),
        Entries: messages.slice(at, at + BATCH).map((message, index) => ({
          Id: String(index),
          MessageBody: JSON.stringify(message),
          MessageGroupId: message.accountId,
          DelaySeconds: delay,
        })),
      }),
    );
    if (Failed.length > 0) throw new Error(`SQS did not take ${Failed.length} mails: ${Failed[0]!.Code}`);
  }
};
