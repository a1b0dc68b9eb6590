import type { SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod';
import { setting } from '../../kernel/config.ts';
import { eventSchema } from '../events/event-row.ts';
import { limited } from '../limits.ts';

/** The queue of SQS from which a function takes deliveries. */

/** Schema of a message: one delivery of one event to one webhook. */
export const deliveryMessage = () =>
  z.object({
    accountId: z.string(),
    webhookId: z.string(),
    event: eventSchema(),
    /** How often it was tried before. A message of an earlier try that comes again is known by that. */
    tries: z.int(),
    /** When it is due, in epoch milliseconds; absent for at once. */
    notBefore: z.int().optional(),
  });

/** What a message of the queue says. */
export type DeliveryMessage = z.infer<ReturnType<typeof deliveryMessage>>;

/** Longest delay of a message in SQS, in seconds. What is due later is passed on until then. */
const LONGEST_DELAY = 900;
/** Messages that SQS takes at a time. */
const BATCH = 10;

// Loaded at first use: few functions send deliveries.
const load = () => import('@aws-sdk/client-sqs');

let client: SQSClient | undefined;

/**
 * Puts deliveries into the queue. SQS keeps those to one webhook from holding up those to others.
 * @throws Error when SQS does not take all of them; some may be in the queue then, and may be sent again
 */
export const sendDeliveries = async (messages: DeliveryMessage[], now: Date): Promise<void> => {
  if (messages.length === 0) return;
  const { SendMessageBatchCommand, SQSClient } = await load();
  client ??= limited((config) => new SQSClient({ ...config, useQueueUrlAsEndpoint: false }));
  for (let at = 0; at < messages.length; at += BATCH) {
    const { Failed = [] } = await client.send(
      new SendMessageBatchCommand({
        QueueUrl: setting('DELIVERIES_QUEUE'),
        Entries: messages.slice(at, at + BATCH).map((message, index) => ({
          Id: String(index),
          MessageBody: JSON.stringify(message),
          MessageGroupId: message.webhookId,
          DelaySeconds: delayOf(message, now),
        })),
      }),
    );
    if (Failed.length > 0)
      throw new Error(`SQS did not take ${Failed.length} deliveries: ${Failed[0]!.Code}`);
  }
};

const delayOf = ({ notBefore = 0 }: DeliveryMessage, now: Date): number =>
  Math.min(LONGEST_DELAY, Math.max(0, Math.ceil((notBefore - now.getTime()) / 1000)));
