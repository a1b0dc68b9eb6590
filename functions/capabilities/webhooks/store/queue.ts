import * as z from 'zod';
import { sendMessages } from '../../../../shared/stores/queues.ts';
import { eventSchema } from '../../events/store/event-row.ts';

/** SQS queue of deliveries. */

/** Schema of a message: one delivery of one event to one webhook. */
export const deliveryMessage = () =>
  z.object({
    accountId: z.string(),
    webhookId: z.string(),
    event: eventSchema(),
    /** Number of earlier attempts, by which a repeated message is recognised. */
    tries: z.int(),
    /** Due time in epoch milliseconds; `undefined` for at once. */
    notBefore: z.int().optional(),
  });

/** A message of the queue. */
export type DeliveryMessage = z.infer<ReturnType<typeof deliveryMessage>>;

/** Longest delay of an SQS message, in seconds. Later deliveries are requeued until they are due. */
const LONGEST_DELAY = 900;
/**
 * Queues deliveries. SQS fair queues keep one webhook from delaying others.
 * @throws Error if SQS does not accept all of them; some may be queued then, and may be sent again
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
