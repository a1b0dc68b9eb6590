import {
  CloudWatchLogsClient,
  paginateDescribeLogGroups,
  paginateFilterLogEvents,
} from '@aws-sdk/client-cloudwatch-logs';
import { emulatorClient } from './aws.ts';
import { CommandError } from './programs/command-error.ts';

/** The most lines that are shown. */
const MOST = 10;

/** The last errors that functions logged at an emulator, as their lines of JSON. @throws Error of CloudWatch Logs */
const loggedErrors = async (endpoint: string): Promise<string[]> => {
  const client = new CloudWatchLogsClient(emulatorClient(endpoint));
  const lines: { at: number; text: string }[] = [];
  for await (const { logGroups = [] } of paginateDescribeLogGroups(
    { client },
    { logGroupNamePrefix: '/aws/lambda/' },
  ))
    for (const { logGroupName } of logGroups)
      for await (const { events = [] } of paginateFilterLogEvents(
        { client },
        { logGroupName: logGroupName!, filterPattern: 'ERROR' },
      ))
        for (const { message = '', timestamp = 0 } of events)
          if (message.includes('"level":"ERROR"')) lines.push({ at: timestamp, text: message.trim() });
  return lines
    .toSorted((one, other) => one.at - other.at)
    .slice(-MOST)
    .map(({ text }) => text);
};

/** The error with what the functions logged about it, because an answer of the API has only a reference. */
export const withLoggedErrors = async (error: unknown, endpoint: string): Promise<unknown> => {
  if (!(error instanceof CommandError)) return error;
  const logged = await loggedErrors(endpoint).catch((): string[] => []);
  return new CommandError(error.message, [error.details ?? '', ...logged].join('\n'));
};
