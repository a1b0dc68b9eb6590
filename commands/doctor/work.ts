import { CloudWatchLogsClient, paginateFilterLogEvents } from '@aws-sdk/client-cloudwatch-logs';
import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DescribeRuleCommand,
  EventBridgeClient,
  ListTargetsByRuleCommand,
} from '@aws-sdk/client-eventbridge';
import {
  GetEventSourceMappingCommand,
  GetFunctionConfigurationCommand,
  LambdaClient,
} from '@aws-sdk/client-lambda';
import { GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { listLogGroups, outputOf } from '../../local/deployment.ts';
import { type Check, type Finding, ok, problem, resourcesOf, together, unchecked } from './check.ts';

/** Position of the function's name in a Lambda ARN; an alias follows it. */
const FUNCTION_OF_ARN = 6;

/** Minutes within which the schedule, which runs each minute, must have run. */
const SCHEDULE_MINUTES = 5;

const functions: Check = async (deployed) => {
  const client = new LambdaClient();
  const all = resourcesOf(deployed, 'AWS::Lambda::Function').filter(({ name }) =>
    name.startsWith(`pasarela-${deployed.stage}-`),
  );
  const findings = await Promise.all(
    all.map(async ({ name }): Promise<Finding> => {
      const { State, LastUpdateStatus } = await client.send(
        new GetFunctionConfigurationCommand({ FunctionName: name }),
      );
      return [undefined, 'Active', 'Inactive'].includes(State) && LastUpdateStatus !== 'Failed'
        ? ok('')
        : problem(
            `The function ${name} is ${State}, its last update ${LastUpdateStatus}. Deploy the stack again.`,
          );
    }),
  );
  return together(findings, `Functions that can run: ${all.length}.`);
};

/** Checks that the schedule is enabled and has run; its function logs a line in each run. */
const schedule: Check = async (deployed) => {
  const client = new EventBridgeClient();
  const rules = resourcesOf(deployed, 'AWS::Events::Rule');
  if (rules.length === 0) return problem('The stack has no schedule. Deploy it again.');
  for (const { name } of rules) {
    // The physical name may have the event bus as a prefix.
    const rule = name.split('|').at(-1)!;
    const { State } = await client.send(new DescribeRuleCommand({ Name: rule }));
    if (State !== 'ENABLED')
      return problem(
        `The rule ${rule} is ${State}, so its function does not run. Enable it (aws events enable-rule).`,
      );
    const { Targets = [] } = await client.send(new ListTargetsByRuleCommand({ Rule: rule }));
    if (Targets.length === 0) return problem(`The rule ${rule} has no target. Deploy the stack again.`);
  }
  const groups = (await listLogGroups(deployed.stage)).filter((name) => /due-?filings/i.test(name));
  if (groups.length === 0) return unchecked('The schedule is enabled; its function has no log group.');
  const startTime = deployed.now().getTime() - SCHEDULE_MINUTES * 60_000;
  const logs = new CloudWatchLogsClient();
  for (const logGroupName of groups) {
    const filter = { logGroupName, startTime, filterPattern: '"due filings"' };
    for await (const { events = [] } of paginateFilterLogEvents({ client: logs }, filter))
      if (events.some(({ message }) => message?.includes('"due filings"')))
        return ok(`The schedule is enabled, and has run in the last ${SCHEDULE_MINUTES} minutes.`);
  }
  return problem(
    `The schedule is enabled, but its function has not finished a run for ${SCHEDULE_MINUTES} minutes. See the log of due-filings.`,
  );
};

const queues: Check = async (deployed) => {
  const lambda = new LambdaClient();
  const findings = await Promise.all(
    resourcesOf(deployed, 'AWS::Lambda::EventSourceMapping').map(async ({ name }): Promise<Finding> => {
      const { State, FunctionArn = '' } = await lambda.send(new GetEventSourceMappingCommand({ UUID: name }));
      return State === undefined || ['Enabled', 'Enabling', 'Creating', 'Updating'].includes(State)
        ? ok('')
        : problem(
            `The queue of ${FunctionArn.split(':')[FUNCTION_OF_ARN]} is not consumed (${State}). Enable its event source mapping ${name}.`,
          );
    }),
  );
  return findings.length === 0
    ? problem('No function consumes the queues. Deploy the stack again.')
    : together(findings, `Queues with a consumer: ${findings.length}.`);
};

/** Tables whose streams functions read, by the setting for the stream of a restored table. */
const STREAMED = {
  accounts: 'AccountsTable',
  filings: 'FilingsTable',
  obligations: 'ObligationsTable',
  events: 'EventsTable',
} as const;

/** Checks that each event source reads the table's current stream; a restored table has a new one. */
const streams: Check = async (deployed) => {
  const lambda = new LambdaClient();
  const dynamo = new DynamoDBClient();
  const sources = await Promise.all(
    resourcesOf(deployed, 'AWS::Lambda::EventSourceMapping').map(async ({ name }) => {
      const { EventSourceArn = '' } = await lambda.send(new GetEventSourceMappingCommand({ UUID: name }));
      return EventSourceArn;
    }),
  );
  const findings = await Promise.all(
    Object.entries(STREAMED).map(async ([name, output]): Promise<Finding> => {
      const TableName = outputOf(deployed.outputs, output);
      const { Table } = await dynamo.send(new DescribeTableCommand({ TableName }));
      const { LatestStreamArn = '', StreamSpecification } = Table ?? {};
      if (!StreamSpecification?.StreamEnabled)
        return problem(
          `The table ${TableName} has no stream, so it produces no events. Enable it (aws dynamodb update-table --table-name ${TableName} --stream-specification StreamEnabled=true,StreamViewType=NEW_AND_OLD_IMAGES), and repeat the command.`,
        );
      return sources.includes(LatestStreamArn)
        ? ok('')
        : problem(
            `No function reads the stream of the table ${TableName}. Put "streams": { "${name}": "${LatestStreamArn}" } into the stage in cdk.json and deploy: docs/operations.md, Restore.`,
          );
    }),
  );
  return together(findings, `Streams that a function reads: ${findings.length}.`);
};

const deadLetters: Check = async ({ outputs }) => {
  const { Attributes } = await new SQSClient({ useQueueUrlAsEndpoint: false }).send(
    new GetQueueAttributesCommand({
      QueueUrl: outputOf(outputs, 'FailedWorkQueue'),
      AttributeNames: ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'],
    }),
  );
  const count = Object.values(Attributes ?? {}).reduce((sum, value) => sum + Number(value), 0);
  return count === 0
    ? ok('No message failed for good.')
    : problem(
        `Messages that failed for good: ${count}. Correct the cause, then delete them: docs/operations.md, FailedWork.`,
      );
};

/** Checks of what runs without a caller: the schedule, the queues and the streams. */
export const WORK: Record<string, Check> = {
  functions,
  schedule,
  queues,
  streams,
  'dead letters': deadLetters,
};
