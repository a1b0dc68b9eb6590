import { CloudWatchLogsClient, paginateFilterLogEvents } from '@aws-sdk/client-cloudwatch-logs';
import { describe, expect, test } from 'vitest';
import { linesAbout } from '../../../commands/logs/lines.ts';
import { listLogGroups } from '../../../local/deployment.ts';
import { missingFor } from '../../../shared/operation/planned.ts';
import { deployed } from '../../support/deployed.ts';
import { anonymous } from './caller.ts';
import { operations, succeeded } from './operations.ts';
import { BY_MAIL } from './people.ts';

/** Messages of AWS about a missing right, and of Lambda about a function that ended without an answer. */
const WRONG = ['AccessDenied', 'not authorized to perform', 'Task timed out', 'Runtime.ExitError'];

const begun = new Date();

/** Checks the logs after all stories. */
export const logStories = (): void => {
  describe('after all that', () => {
    test('no log has a right that is lacking, or a function that ended too early', async () => {
      const groups = await listLogGroups(deployed.stage);
      // Logs arrive late. Once one of these last calls is in them, all earlier lines are, too. An emulator may write late lines
      // of a call only at the next call of the same process, so each check makes a call.
      const calls: string[] = [];
      const last = async () => {
        calls.push((await anonymous.get('/status')).headers.get('x-request-id')!);
        return linesAbout(groups, calls, begun);
      };
      await expect.poll(last, { timeout: 300_000, interval: 3_000 }).not.toEqual([]);
      expect((await Promise.all(groups.map(wrongLines))).flat()).toEqual([]);
    });
  });
};

/** Checks, after all other stories, that no operation was left out. */
export const completeStories = (): void => {
  describe('after all that', () => {
    test('every operation that is offered has been answered with success', (context) => {
      context.skip(!deployed.standIns, 'nothing may be filed or made here');
      const offered = operations.filter(({ operation }) => missingFor(operation) === undefined);
      const missing = offered.map(({ name }) => name).filter((name) => !succeeded.has(name));
      expect(missing).toEqual(BY_MAIL);
    });
  });
};

const wrongLines = async (logGroupName: string): Promise<string[]> => {
  const lines: string[] = [];
  const filterPattern = WRONG.map((words) => `?"${words}"`).join(' ');
  const pages = paginateFilterLogEvents(
    { client: new CloudWatchLogsClient() },
    { logGroupName, startTime: begun.getTime(), filterPattern },
  );
  // Emulators may ignore the filter pattern and return everything.
  for await (const { events = [] } of pages)
    for (const { message = '' } of events)
      if (WRONG.some((words) => message.includes(words)))
        lines.push(`${logGroupName}: ${message.slice(0, 300)}`);
  return lines;
};
