import * as z from 'zod';
import { sendMessages } from '../../../shared/stores/queues.ts';
import { eventSchema } from '../../events/store/event-row.ts';

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
/**
 * Puts deliveries into the queue. SQS keeps those to one webhook from holding up those to others.
 * @throws Error when SQS does not take all of them; some may be in the queue then, and may be sent again
 */
export const sendDeliveries = (messages: DeliveryMessage[], now: Date): Promise<void> =>
  sendMessages(
    'DELIVERIES_QUEUE',
    messages.map((message) => ({
      text: JSON.stringify(message),
      group: message.webhookId,
      delay: delayOf(message, now),
    })),
  );

const delayOf = ({ notBefore = 0 }: DeliveryMessage, now: Date): number =>
  Math.min(LONGEST_DELAY, Math.max(0, Math.ceil((notBefore - now.getTime()) / 1000)));
