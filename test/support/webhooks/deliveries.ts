import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import {
  CreateQueueCommand,
  DeleteMessageCommand,
  ReceiveMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import type { SQSRecord } from 'aws-lambda';
import { deliveriesHandler } from '../../../functions/capabilities/webhooks/deliveries/deliver.ts';
import { callReceiver } from '../../../functions/capabilities/webhooks/store/call-receiver.ts';
import type { DeliveryMessage } from '../../../functions/capabilities/webhooks/store/queue.ts';
import { HOST, listen, shut } from '../../../sandbox/loopback.ts';
import type { Services } from '../../../shared/serving/services.ts';
import { asFunction } from '../iam/recorder.ts';

/** A received delivery. */
export interface Received {
  id: string;
  headers: Record<string, string>;
  body: string;
}

/** How a receiver answers: with a status, never (`hang`), with a redirect, or with a status and `Retry-After`. */
export type Answer = number | 'hang' | { location: string } | { status: number; retryAfter: string };

/** A receiver of webhooks on this machine, whose answers the test determines. */
export const startReceiver = async (answerOf: (received: Received, before: number) => Answer = () => 204) => {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const headers = request.headers as Record<string, string>;
    const one = { id: String(headers['webhook-id']), headers, body: await text(request) };
    const answer = answerOf(one, received.filter(({ id }) => id === one.id).length);
    received.push(one);
    if (answer === 'hang') return;
    if (typeof answer === 'number') response.writeHead(answer).end('the body of an answer');
    else if ('status' in answer)
      response.writeHead(answer.status, { 'Retry-After': answer.retryAfter }).end();
    else response.writeHead(307, answer).end();
  });
  const port = await listen(server);
  return { received, url: `http://${HOST}:${port}/events`, close: () => shut(server) };
};

/** Timeout of a call in milliseconds, in place of ten seconds. It passes only if a receiver hangs. */
const CALL_MS = 5_000;

/**
 * A delivery queue for this file on the emulator's SQS, and the function that consumes it. The test moves its clock: delayed
 * messages are kept here, instead of in SQS.
 */
export const startDeliveries = async (given: Services) => {
  const sqs = new SQSClient({ useQueueUrlAsEndpoint: false });
  const { QueueUrl } = await sqs.send(new CreateQueueCommand({ QueueName: `deliveries-${randomUUID()}` }));
  process.env.DELIVERIES_QUEUE = QueueUrl!;
  let clock = Date.now();
  const now = () => new Date(clock);
  let waiting: DeliveryMessage[] = [];
  const { webhooks } = given.stores;
  const real = webhooks.sendDeliveries;
  const isLater = ({ notBefore = 0 }: DeliveryMessage) => notBefore > clock;
  const replaced: Partial<typeof webhooks> = {
    sendDeliveries: async (messages) => {
      waiting.push(...messages.filter(isLater));
      await real(
        messages.filter((message) => !isLater(message)),
        now(),
      );
    },
  };
  const services = (more: Partial<typeof webhooks> = {}) => ({
    ...given,
    now,
    callReceiver: ((call, options) =>
      callReceiver(call, { ...options, timeout: CALL_MS })) satisfies typeof callReceiver,
    // Other members are inherited, because the store cannot be spread.
    stores: { ...given.stores, webhooks: Object.assign(Object.create(webhooks), replaced, more) },
  });
  const handler = deliveriesHandler(services());

  /** Passes messages to the function until the queue is empty, ten at a time. Returns how many failed; these stay in flight. */
  const run = async (by = handler): Promise<number> => {
    let failed = 0;
    for (;;) {
      const { Messages = [] } = await sqs.send(
        new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 }),
      );
      if (Messages.length === 0) return failed;
      const Records = Messages.map(
        ({ MessageId, Body }) => ({ messageId: MessageId!, body: Body! }) as SQSRecord,
      );
      const { batchItemFailures } = await asFunction('deliveries', () => by({ Records }));
      const ids = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
      failed += ids.size;
      for (const { MessageId, ReceiptHandle } of Messages)
        if (!ids.has(MessageId!)) await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
    }
  };

  return {
    run,
    now,
    /** Delayed messages. */
    waiting: () => waiting,
    /** Advances the clock and queues the messages that are due by then. */
    pass: async (milliseconds: number) => {
      clock += milliseconds;
      const due = waiting.filter((message) => !isLater(message));
      waiting = waiting.filter(isLater);
      await real(due, now());
    },
    /** The function with some members of its store replaced. */
    handlerWith: (more: Partial<typeof webhooks>) => deliveriesHandler(services(more)),
    /** Passes messages to the function directly, since SQS may deliver a message more than once. */
    deliver: (messages: DeliveryMessage[], by = handler) =>
      asFunction('deliveries', () =>
        by({
          Records: messages.map(
            (message) => ({ messageId: randomUUID(), body: JSON.stringify(message) }) as SQSRecord,
          ),
        }),
      ),
  };
};
