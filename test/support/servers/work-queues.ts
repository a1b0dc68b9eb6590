import { randomUUID } from 'node:crypto';
import { DeleteMessageCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { SQSRecord } from 'aws-lambda';
import { groups } from '../../../functions/operations.ts';
import { lazyGroup } from '../../../shared/derive/groups.ts';
import type { Group } from '../../../shared/operation/operation.ts';
import { consumerHandler } from '../../../shared/serving/later/consumer.ts';
import type { Services } from '../../../shared/serving/services.ts';
import { createWorkQueues } from '../emulator.ts';
import { asFunction } from '../iam/recorder.ts';

/** The function that consumes the queue of a group. */
const consumerOf = (group: Group, services: Services): ReturnType<typeof consumerHandler> => {
  const consumer = consumerHandler(lazyGroup(group), services);
  return (...all) => asFunction(`${group.name}-consumer`, () => consumer(...all));
};

/**
 * Queues for this file on the emulator's SQS, handled as Lambda does: each message goes to its group's function, and is deleted
 * unless the function reports a failure. Queues are created when a test first needs them.
 */
export const startWorkQueues = async (services: Services) => {
  const sqs = new SQSClient({ useQueueUrlAsEndpoint: false });
  const queues = await createWorkQueues(sqs, `-${randomUUID()}`);
  process.env.WORK_QUEUES = JSON.stringify(queues);
  const consumers = groups.flatMap((group) =>
    queues[group.prefix] ? [{ url: queues[group.prefix]!, consumer: consumerOf(group, services) }] : [],
  );

  const receive = async (url: string, most: number) => {
    const { Messages = [] } = await sqs.send(
      new ReceiveMessageCommand({ QueueUrl: url, MaxNumberOfMessages: most }),
    );
    return Messages;
  };

  /** Deletes a message. If it was worked on so long that the emulator delivered it again, it has another handle. */
  const remove = (QueueUrl: string, ReceiptHandle: string) =>
    sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle })).catch((error: Error) => {
      if (error.name !== 'ReceiptHandleIsInvalid') throw error;
    });

  /**
   * Deletes the messages that are there, and returns the ids in them. Messages left in flight would be delivered again on a
   * slow machine.
   */
  const take = async (): Promise<string[]> => {
    const taken = consumers.map(async ({ url }) => {
      const messages = await receive(url, 10);
      await Promise.all(messages.map(({ ReceiptHandle }) => remove(url, ReceiptHandle!)));
      return messages.map(({ Body }) => Body!);
    });
    return (await Promise.all(taken)).flat();
  };

  /**
   * Processes messages until the queues are empty. Returns the ids in messages that failed.
   * @param atOnce how many messages are processed at the same time
   * @param most how many messages are processed at all
   */
  const makeAll = async (atOnce = 1, most = Number.POSITIVE_INFINITY): Promise<string[]> => {
    const failed: string[] = [];
    let left = most;
    const work = async () => {
      for (let found = true; found; ) {
        found = false;
        for (const { url, consumer } of consumers) {
          if (left <= 0) return;
          const [message] = await receive(url, 1);
          if (!message) continue;
          found = true;
          left -= 1;
          const record = { messageId: message.MessageId!, body: message.Body! } as SQSRecord;
          const { batchItemFailures } = await consumer({ Records: [record] });
          if (batchItemFailures.length > 0) failed.push(record.body);
          else await remove(url, message.ReceiptHandle!);
        }
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    return failed;
  };

  /** Passes a message to the function of its operation directly, since SQS may deliver a message more than once. */
  const deliver = async (prefix: string, id: string) => {
    const { consumer } = consumers.find(({ url }) => url === queues[prefix])!;
    return consumer({ Records: [{ messageId: randomUUID(), body: id } as SQSRecord] });
  };

  return { makeAll, take, deliver };
};
