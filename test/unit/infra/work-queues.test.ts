import { describe, expect, test } from 'vitest';
import { groups } from '../../../functions/operations.ts';
import { queuedGroups } from '../../../infra/queues/work-queues.ts';
import type { Group } from '../../../shared/operation/operation.ts';
import { roles } from '../../support/iam/denied.ts';
import { lacks } from '../../support/iam/policies.ts';
import { consumerNames, functionIn, functions, ofType, propertiesOf } from '../../support/infra/templates.ts';
import { functionsThat } from '../../support/of-capabilities.ts';

/** The queues of asynchronous work, the functions that consume them, and where failed messages go. */

const queues = new Map(ofType('SQS::Queue'));
const failed = [...queues].find(([id]) => id.startsWith('WorkFailed'))![0];
const work = [...queues].filter(([id]) => id.startsWith('Work') && id !== failed);

test('each group that acts before authorities has a queue and a consumer', () => {
  expect(queuedGroups(groups).map(({ name }) => name)).toEqual(['seg-social', 'sepe', 'aeat', 'dehu']);
  expect(work).toHaveLength(consumerNames.length);
});

describe.each(consumerNames)('the consumer of %s', (name) => {
  const consumer = functions.get(name)!;
  const mapping = propertiesOf('Lambda::EventSourceMapping').find(
    ({ FunctionName }) => functionIn(FunctionName) === consumer.id,
  );

  test('the consumer may send to its own queue, unlike other functions, because Lambda ends any other loop', () => {
    expect(consumer.RecursiveLoop).toBe('Allow');
    for (const [other, { RecursiveLoop }] of functions)
      if (![...consumerNames, ...functionsThat('callsItself')].includes(other))
        expect(RecursiveLoop, other).toBeUndefined();
  });

  test('the consumer runs the code of its group, with minutes of time', () => {
    const own = functions.get(name.replace('-consumer', ''))!;
    expect(consumer.Code).toEqual(own.Code);
    expect({ handler: consumer.Handler, timeout: consumer.Timeout }).toEqual({
      handler: 'handler.consumer',
      timeout: 300,
    });
  });

  test('the consumer gets one message at a time, and says which failed', () => {
    expect(mapping).toMatchObject({
      BatchSize: 1,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      ScalingConfig: { MaximumConcurrency: 50 },
    });
  });

  test('a message is not given out again while the consumer works, and is put aside at last', () => {
    const queue = queues.get(mapping.EventSourceArn['Fn::GetAtt'][0])!.Properties;
    expect(queue.VisibilityTimeout).toBe(6 * consumer.Timeout);
    expect(queue.RedrivePolicy).toEqual({
      deadLetterTargetArn: { 'Fn::GetAtt': [failed, 'Arn'] },
      maxReceiveCount: 3,
    });
  });
});

describe('the next filing of an account', () => {
  const authoritiesOf = ({ operations }: Group) =>
    operations.flatMap((operation) => (operation.kind === 'resource' ? [] : operation.authority));
  const queued = queuedGroups(groups);

  test.each(queued)(
    'the next filing is sent by the consumer of $name to all functions that file before its authorities',
    (group) => {
      const may = queued.filter(({ name }) => {
        const call = { by: `${group.name}-consumer`, action: 'sqs:SendMessage', on: `queue ${name}` };
        return Object.values(roles).every((of) => lacks(call, of).length === 0);
      });
      const next = queued.filter((other) =>
        authoritiesOf(other).some((one) => authoritiesOf(group).includes(one)),
      );
      expect(may.map(({ name }) => name)).toEqual(next.map(({ name }) => name));
    },
  );
});

test('messages are encrypted, and those put aside are stored for two weeks', () => {
  for (const [id, { Properties }] of queues) expect(Properties.SqsManagedSseEnabled, id).toBe(true);
  expect(queues.get(failed)!.Properties.MessageRetentionPeriod).toBe(14 * 24 * 60 * 60);
});
