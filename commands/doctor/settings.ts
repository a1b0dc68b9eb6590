import { APIGatewayClient, GetUsagePlanCommand, paginateGetUsagePlanKeys } from '@aws-sdk/client-api-gateway';
import {
  CloudFormationClient,
  DescribeStacksCommand,
  GetTemplateCommand,
} from '@aws-sdk/client-cloudformation';
import { DescribeAlarmsCommand, CloudWatchClient as Watch } from '@aws-sdk/client-cloudwatch';
import { DescribeContinuousBackupsCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { ListSubscriptionsByTopicCommand, SNSClient } from '@aws-sdk/client-sns';
import { stores } from '../../functions/stores.ts';
import { outputOf } from '../../local/deployment.ts';
import { readTokenKeys } from '../../shared/stores/identity/tokens.ts';
import { serviceKey } from '../../shared/stores/service-keys.ts';
import { lookAtCalendar } from './calendar.ts';
import {
  type Check,
  type DeployedStage,
  type Finding,
  ok,
  problem,
  resourcesOf,
  together,
  unchecked,
} from './check.ts';
import { lookAtSender } from './mail-sender.ts';
import { lookAtExecutions, lookAtQuotas, type Template } from './quotas.ts';
import { lookAtRuntimePatch } from './runtime.ts';
import { lookAtTrusted } from './trusted.ts';

const stacks: Check = async ({ stage }) => {
  const client = new CloudFormationClient();
  const names = [`pasarela-${stage}`, `pasarela-${stage}-observability`];
  const findings = await Promise.all(
    names.map(async (StackName): Promise<Finding> => {
      const found = await client.send(new DescribeStacksCommand({ StackName })).catch(() => undefined);
      const status = found?.Stacks?.[0]?.StackStatus;
      if (!status) return problem(`The stack ${StackName} does not exist. Deploy it: npx cdk deploy '**'.`);
      if (status.endsWith('_IN_PROGRESS'))
        return problem(`${StackName} is being deployed (${status}): repeat the command afterwards.`);
      return /^(CREATE|UPDATE)_COMPLETE$/.test(status)
        ? ok('')
        : problem(`${StackName} is ${status}: the last deployment failed. See the events of the stack.`);
    }),
  );
  return together(findings, 'Both stacks are deployed.');
};

const keys: Check = async ({ now }) => {
  const [ring, ...derived] = await Promise.allSettled([
    readTokenKeys(),
    serviceKey('address'),
    serviceKey('certificate'),
    serviceKey('filing'),
  ]);
  const names = ['TokenKeysSecret', 'ServiceKeySecret', 'CertificateKeySecret', 'FilingKeySecret'];
  const unreadable = [ring, ...derived].flatMap((one, index) =>
    one.status === 'rejected' ? [`${names[index]} (${(one.reason as Error).message})`] : [],
  );
  if (unreadable.length > 0 || ring.status !== 'fulfilled')
    return problem(
      `Keys cannot be read: ${unreadable.join(', ')}. Restore the secret (aws secretsmanager restore-secret); a new one makes tokens or cert_secrets useless.`,
    );
  const inUse = ring.value.find(({ until }) => until === undefined);
  return inUse && Date.parse(inUse.from) <= now().getTime() + 2 * 60_000
    ? ok(`Keys of tokens: ${ring.value.length}; in use since ${inUse.from.slice(0, 10)}: ${inUse.id}.`)
    : problem('No key of tokens is in use. Add one: npm run keys -- rotate.');
};

const backups: Check = async ({ outputs, isEmulated }) => {
  if (isEmulated) return unchecked('An emulator makes no backups.');
  const client = new DynamoDBClient();
  const findings = await Promise.all(
    ['AccountsTable', 'PasswordsTable', 'FilingsTable', 'ObligationsTable'].map(
      async (output): Promise<Finding> => {
        const { ContinuousBackupsDescription } = await client.send(
          new DescribeContinuousBackupsCommand({ TableName: outputOf(outputs, output) }),
        );
        const status =
          ContinuousBackupsDescription?.PointInTimeRecoveryDescription?.PointInTimeRecoveryStatus;
        return status === 'ENABLED'
          ? ok('')
          : problem(
              `The table ${output} cannot be restored to a moment (${status}). Deploy the stack again.`,
            );
      },
    ),
  );
  return together(findings, 'Tables can be restored to any second of 35 days.');
};

const mail: Check = ({ stage, outputs }) => lookAtSender(stage, outputs.MailSender, outputs.MailRegion);

const alarms: Check = async ({ stage, outputs, isEmulated }) => {
  const { MetricAlarms = [] } = await new Watch({}).send(
    new DescribeAlarmsCommand({ AlarmNamePrefix: `pasarela-${stage}-`, MaxRecords: 100 }),
  );
  if (MetricAlarms.length === 0) return problem("There are no alarms. Deploy them: npx cdk deploy '**'.");
  const silent = MetricAlarms.filter(({ ActionsEnabled }) => ActionsEnabled === false);
  if (silent.length > 0)
    return problem(
      `Alarms whose actions are disabled: ${silent.map(({ AlarmName }) => AlarmName).join(', ')}. Enable them.`,
    );
  if (isEmulated)
    return unchecked(
      `${MetricAlarms.length} alarms. An emulator reads no metrics in logs, and delivers no alarms.`,
    );
  const raised = MetricAlarms.filter(({ StateValue }) => StateValue === 'ALARM');
  if (raised.length > 0)
    return problem(
      `In alarm: ${raised.map(({ AlarmName }) => AlarmName).join(', ')}. See their runbooks in docs/operations.md.`,
    );
  const { Subscriptions = [] } = await new SNSClient().send(
    new ListSubscriptionsByTopicCommand({ TopicArn: outputOf(outputs, 'AlarmTopic') }),
  );
  const confirmed = Subscriptions.filter(({ SubscriptionArn }) => SubscriptionArn?.startsWith('arn:'));
  if (confirmed.length > 0)
    return ok(`${MetricAlarms.length} alarms, none raised; subscriptions: ${confirmed.length}.`);
  return problem('No one has subscribed to the alarms, or confirmed it. Subscribe to the topic AlarmTopic.');
};

const usagePlan: Check = async ({ outputs, stageOption }) => {
  const client = new APIGatewayClient();
  const usagePlanId = outputOf(outputs, 'UsagePlanId');
  const { apiStages = [] } = await client.send(new GetUsagePlanCommand({ usagePlanId }));
  if (!apiStages.some(({ apiId }) => apiId === outputs.ApiId))
    return problem('The usage plan does not cover the API. Deploy the stack again.');
  const named = new Set<string | undefined>();
  for await (const { items = [] } of paginateGetUsagePlanKeys({ client }, { usagePlanId }))
    for (const { name } of items) named.add(name);
  const accounts = (await stores.accounts.listAccounts()).filter(({ disabled }) => !disabled);
  const without = accounts.filter(({ id }) => !named.has(id));
  return without.length === 0
    ? ok(`The usage plan covers the API; accounts in it: ${accounts.length}.`)
    : problem(
        `Accounts without a key in the usage plan, whose calls are refused: ${without.map(({ id }) => id).join(', ')}. Add each: npm run accounts -- key --id <account>${stageOption}.`,
      );
};

/** Template of a deployed stack. */
const deployedTemplate = async (StackName: string): Promise<Template> => {
  const { TemplateBody = '{}' } = await new CloudFormationClient().send(
    new GetTemplateCommand({ StackName }),
  );
  return JSON.parse(TemplateBody);
};

/** Templates of the gateway's deployed stack and of its nested stacks. */
const templatesOf = (deployed: DeployedStage): Promise<Template[]> => {
  const within = resourcesOf(deployed, 'AWS::CloudFormation::Stack').map(({ name }) => name);
  return Promise.all([`pasarela-${deployed.stage}`, ...within].map(deployedTemplate));
};

const quotas: Check = async (deployed) => {
  if (deployed.isEmulated) return unchecked('An emulator has no quotas.');
  const templates = await templatesOf(deployed);
  const findings = [await lookAtExecutions(templates), await lookAtQuotas(templates)];
  return together(findings, findings.map(({ text }) => text).join(' '));
};

const runtimePatch: Check = async (deployed) =>
  deployed.isEmulated
    ? unchecked('An emulator uses the Node of this machine.')
    : lookAtRuntimePatch(await templatesOf(deployed), deployed.now());

/** Checks of the stage's settings in its AWS account. */
export const SETTINGS: Record<string, Check> = {
  stacks,
  keys,
  backups,
  'mail sender': mail,
  alarms,
  'usage plan': usagePlan,
  quotas,
  'runtime patch': runtimePatch,
  holidays: async ({ now }) => lookAtCalendar(now()),
  'trusted certificates': async ({ now }) => lookAtTrusted(now()),
};
