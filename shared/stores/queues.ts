import type { SQSClient } from '@aws-sdk/client-sqs';
import { setting, type Variable } from '../kernel/config.ts';
import type { Filing } from './filings/filing.ts';
import { limited } from './limits.ts';

/** Sends messages to queues of SQS. */

/** A message for a queue. */
export interface QueueMessage {
  text: string;
  /** SQS fair queues: messages of one group do not delay those of other groups. */
  group: string;
  /** Seconds until it is given out, 900 at most. */
  delay?: number;
}

/** Messages that SQS takes at a time. */
const BATCH = 10;

// Loaded at first use: few functions send messages.
const load = () => import('@aws-sdk/client-sqs');

let client: SQSClient | undefined;
const clientOf = ({ SQSClient }: Awaited<ReturnType<typeof load>>): SQSClient => {
  client ??= limited((config) => new SQSClient({ ...config, useQueueUrlAsEndpoint: false }));
  return client;
};

/** Puts one message into a queue, at once. @throws Error when SQS does not take it */
export const sendMessage = async (
  url: string,
  { text, group }: Omit<QueueMessage, 'delay'>,
): Promise<void> => {
  const sdk = await load();
  await clientOf(sdk).send(
    new sdk.SendMessageCommand({ QueueUrl: url, MessageBody: text, MessageGroupId: group }),
  );
};

/**
 * Puts messages into a queue.
 * @param variable the setting with its URL
 * @throws Error when SQS does not take all of them; some may be in the queue then, and may be sent again
 */
export const sendMessages = async (variable: Variable, messages: QueueMessage[]): Promise<void> => {
  if (messages.length === 0) return;
  const sdk = await load();
  for (let at = 0; at < messages.length; at += BATCH) {
    const { Failed = [] } = await clientOf(sdk).send(
      new sdk.SendMessageBatchCommand({
        QueueUrl: setting(variable),
        Entries: messages.slice(at, at + BATCH).map(({ text, group, delay = 0 }, index) => ({
          Id: String(index),
          MessageBody: text,
          MessageGroupId: group,
          DelaySeconds: delay,
        })),
      }),
    );
    if (Failed.length > 0) throw new Error(`SQS did not take ${Failed.length} messages: ${Failed[0]!.Code}`);
  }
};

/** The SQS queues of consumers: one for each group of operations. */

/** URL of the queue of a group, by the beginning of the addresses of its operations. */
const queueUrls = (): Record<string, string> => JSON.parse(setting('WORK_QUEUES'));

/**
 * Queues a filing for the consumer of its group. The message holds only its id; its record is the source of truth.
 * SQS fair queues keep one account from delaying others.
 * @throws Error when there is no queue for it, or SQS does not accept it
 */
export const sendWork = async ({
  id,
  accountId,
  operation,
}: Pick<Filing, 'id' | 'accountId' | 'operation'>): Promise<void> => {
  const [, address = ''] = operation.split(' ');
  const url = Object.entries(queueUrls()).find(([prefix]) => address.startsWith(`${prefix}/`))?.[1];
  if (!url) throw new Error(`no queue takes ${operation}`);
  await sendMessage(url, { text: id, group: accountId });
};
