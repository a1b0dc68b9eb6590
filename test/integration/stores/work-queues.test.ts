import { randomUUID } from 'node:crypto';
import { ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { expect, test, vi } from 'vitest';
import { sendWork } from '../../../shared/stores/queues.ts';
import { createWorkQueues } from '../../support/emulator.ts';

/** Emulators name queues by host names that some machines cannot resolve. */
const elsewhere = (url: string) => url.replace(new URL(url).host, 'sqs.eu-south-2.nowhere.invalid:4566');

test('a message reaches its queue by the endpoint of SQS, whatever host the URL of the queue names', async () => {
  const sqs = new SQSClient({ useQueueUrlAsEndpoint: false });
  const queues = await createWorkQueues(sqs, `-${randomUUID()}`);
  const named = Object.entries(queues).map(([prefix, url]) => [prefix, elsewhere(url)]);
  vi.stubEnv('WORK_QUEUES', JSON.stringify(Object.fromEntries(named)));
  const id = randomUUID();
  await sendWork({ id, accountId: randomUUID(), operation: 'POST /api/v4/seg-social/alta' });
  const { Messages = [] } = await sqs.send(
    new ReceiveMessageCommand({ QueueUrl: queues['/api/v4/seg-social']!, WaitTimeSeconds: 10 }),
  );
  expect(Messages.map(({ Body }) => Body)).toEqual([id]);
});
