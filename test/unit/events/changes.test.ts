import type { DynamoDBStreamEvent } from 'aws-lambda';
import { expect, test } from 'vitest';
import { changesHandler, type Follow } from '../../../functions/capabilities/events/changes.ts';
import { NOW } from '../../support/stores/scripted-filing.ts';
import { scriptedServices } from '../../support/stores/scripted-services.ts';

/** If the processing of a stream's changes fails, the same changes come again. */

const handled = (follows: Follow[]) =>
  changesHandler(scriptedServices(NOW).services, async () => follows)({ Records: [] } as DynamoDBStreamEvent);

test('a follow-up that fails makes the batch fail, and the follow-ups after it wait for the next time', async () => {
  const done: string[] = [];
  const follow =
    (name: string): Follow =>
    async () =>
      void done.push(name);
  const fails: Follow = () => Promise.reject(new Error('DynamoDB does not answer'));
  await expect(handled([fails, follow('a')])).rejects.toThrow('DynamoDB does not answer');
  await expect(handled([follow('b'), fails])).rejects.toThrow('DynamoDB does not answer');
  expect(done).toEqual(['b']);
  await expect(handled([follow('c'), follow('d')])).resolves.toBeUndefined();
  expect(done).toEqual(['b', 'c', 'd']);
});
