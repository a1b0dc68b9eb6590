import { describe, expect, test } from 'vitest';
import { MOST_TLS_BYTES } from '../../../infra/authorities/tls.ts';
import { resolved } from '../../support/infra/resolved.ts';
import {
  functionIn,
  gateways,
  observabilities,
  type Resource,
  resourcesOf,
  templatesOf,
} from '../../support/infra/templates.ts';

/** A deployed template, with all resources of its stack and nested stacks. */
interface Deployed {
  // biome-ignore lint/suspicious/noExplicitAny: JSON of any shape
  template: any;
  whole: Record<string, Resource>;
}

/** An AWS quota. */
interface Quota {
  most: number;
  /** The amount that must stay free, for growth or for optional features of a stage. */
  free?: number;
  /** Advice if too little is left. */
  advice?: string;
  /** The AWS page that states it. */
  source: string;
  /** The amounts that a template uses, each with a name. */
  uses: (deployed: Deployed) => [name: string, amount: number][];
}

const CLOUDFORMATION =
  'https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html';

const API =
  'https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-execution-service-limits-table.html';

const USAGE_PLANS =
  'https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-api-usage-plans.html';

const LAMBDA = 'https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html';

const IAM = 'https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html';

const CLOUDWATCH = 'https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/cloudwatch_limits.html';

const DASHBOARD =
  'https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/CloudWatch-Dashboard-Body-Structure.html';

const EVENTS = 'https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-quota.html';

const DYNAMODB = 'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ServiceQuotas.html';

const SQS = 'https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/quotas-policies.html';

const S3 = 'https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucket-policies.html';

const KMS = 'https://docs.aws.amazon.com/kms/latest/developerguide/resource-limits.html';

const SNS = 'https://docs.aws.amazon.com/general/latest/gr/sns.html';

const WAF = 'https://docs.aws.amazon.com/waf/latest/developerguide/limits.html';

const KIB = 1024;

const bytes = (value: unknown): number =>
  Buffer.byteLength(typeof value === 'string' ? value : JSON.stringify(value));

const ofType = ({ template }: Deployed, type: string) =>
  Object.entries(template.Resources as Record<string, Resource>).filter(
    ([, { Type }]) => Type === `AWS::${type}`,
  );

/** The amount for each resource of a type. */
const each =
  (type: string, amount: (properties: Resource['Properties'], deployed: Deployed, id: string) => number) =>
  (deployed: Deployed): [string, number][] =>
    ofType(deployed, type).map(([id, { Properties }]) => [id, amount(Properties, deployed, id)]);

/** The length of a name in the template. */
const nameOf = (type: string, property: string) =>
  each(type, (properties) => bytes(resolvedOr(properties[property])));

const resolvedOr = (value: unknown) => (typeof value === 'string' ? value : '');

/** The size of a resource's property as JSON, with references resolved. */
const sizeOf = (type: string, property: string) =>
  each(type, (properties, { whole }) => bytes(resolved(properties[property] ?? '', whole)));

/** The amount that each dashboard uses, from the numbers of members of its widgets. */
const ofWidgets = (member: 'metrics' | 'alarms', amount: (counts: number[]) => number) =>
  each('CloudWatch::Dashboard', ({ DashboardBody }, { whole }) => {
    const { widgets }: { widgets: { properties: Partial<Record<typeof member, unknown[]>> }[] } = JSON.parse(
      resolved(DashboardBody, whole),
    );
    return amount(widgets.map(({ properties }) => properties[member]?.length ?? 0));
  });

const largest = (numbers: number[]) => Math.max(...numbers);

const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0);

/** Quotas that templates could exceed and emulators do not enforce. The default values are used; some can be raised. */
const QUOTAS: Record<string, Quota> = {
  'resources of a template': {
    most: 500,
    // Room for some five more operations.
    free: 15,
    advice: 'an operation at a new path takes two or three; divide the API into nested stacks (infra/api.ts)',
    source: CLOUDFORMATION,
    uses: ({ template }) => [['resources', Object.keys(template.Resources).length]],
  },
  'parameters of a template': {
    most: 200,
    source: CLOUDFORMATION,
    uses: ({ template }) => [['parameters', Object.keys(template.Parameters ?? {}).length]],
  },
  'outputs of a template': {
    most: 200,
    source: CLOUDFORMATION,
    uses: ({ template }) => [['outputs', Object.keys(template.Outputs ?? {}).length]],
  },
  'bytes of a template': {
    most: KIB * KIB,
    source: CLOUDFORMATION,
    uses: ({ template }) => [['template', bytes(template)]],
  },
  'bytes of a description': {
    most: KIB,
    source: CLOUDFORMATION,
    uses: ({ template }) => [['description', bytes(template.Description ?? '')]],
  },
  'characters of a logical id': {
    most: 255,
    source: CLOUDFORMATION,
    uses: ({ template }) =>
      [...Object.keys(template.Resources), ...Object.keys(template.Parameters ?? {})].map((id) => [
        id,
        id.length,
      ]),
  },
  'resources of an API': {
    most: 300,
    free: 80,
    source: API,
    uses: (deployed) => [['resources', ofType(deployed, 'ApiGateway::Resource').length]],
  },
  'authorizers of an API': {
    most: 10,
    source: API,
    uses: (deployed) => [['authorizers', ofType(deployed, 'ApiGateway::Authorizer').length]],
  },
  'milliseconds of an integration': {
    most: 29_000,
    source: API,
    uses: each('ApiGateway::Method', ({ Integration }) => Integration.TimeoutInMillis ?? 0),
  },
  'methods with a throttle, of a usage plan and stage': {
    most: 20,
    source: USAGE_PLANS,
    uses: each('ApiGateway::UsagePlan', ({ ApiStages }) =>
      Math.max(...ApiStages.map(({ Throttle }: { Throttle?: object }) => Object.keys(Throttle ?? {}).length)),
    ),
  },
  'bytes of the variables of a function': {
    most: 4 * KIB,
    free: MOST_TLS_BYTES,
    source: LAMBDA,
    uses: each('Lambda::Function', ({ Environment }, { whole }) =>
      sum(
        Object.entries<string>(resolved(Environment.Variables, whole)).map(
          ([name, value]) => bytes(name) + bytes(value),
        ),
      ),
    ),
  },
  'bytes of the policy of a function, which has a statement for each permission': {
    most: 20 * KIB,
    source: LAMBDA,
    uses: (deployed) => {
      const permissions = Object.values(deployed.whole).filter(
        ({ Type }) => Type === 'AWS::Lambda::Permission',
      );
      // AWS adds an id and the frame of a statement.
      const frame = 300;
      return ofType(deployed, 'Lambda::Function').map(([id]) => [
        id,
        sum(
          permissions
            .filter(({ Properties }) => functionIn(Properties.FunctionName, deployed.whole) === id)
            .map(({ Properties }) => frame + bytes(resolved(Properties, deployed.whole))),
        ),
      ]);
    },
  },
  'seconds of a function': {
    most: 900,
    source: LAMBDA,
    uses: each('Lambda::Function', ({ Timeout }) => Timeout),
  },
  'characters of the policies in a role': {
    most: 10_240,
    source: IAM,
    // The CDK moves some statements into managed policies, which count separately.
    uses: (deployed) =>
      ofType(deployed, 'IAM::Role').map(([id]) => [
        id,
        sum(
          Object.values(deployed.whole)
            .filter(({ Type }) => Type === 'AWS::IAM::Policy')
            .filter(({ Properties }) => JSON.stringify(Properties.Roles).includes(`"${id}"`))
            .map(({ Properties }) => bytes(resolved(Properties.PolicyDocument, deployed.whole))),
        ),
      ]),
  },
  'characters of who may assume a role': {
    most: 2_048,
    source: IAM,
    uses: sizeOf('IAM::Role', 'AssumeRolePolicyDocument'),
  },
  'bytes of the policy of a bucket': {
    most: 20 * KIB,
    source: S3,
    uses: sizeOf('S3::BucketPolicy', 'PolicyDocument'),
  },
  'bytes of the policy of a key': { most: 32 * KIB, source: KMS, uses: sizeOf('KMS::Key', 'KeyPolicy') },
  'bytes of the policy of a queue': {
    most: 8 * KIB,
    source: SQS,
    uses: sizeOf('SQS::QueuePolicy', 'PolicyDocument'),
  },
  'bytes of the policy of a topic': {
    most: 30 * KIB,
    source: SNS,
    uses: sizeOf('SNS::TopicPolicy', 'PolicyDocument'),
  },
  'indexes of a table': {
    most: 20,
    source: DYNAMODB,
    uses: each('DynamoDB::Table', ({ GlobalSecondaryIndexes }) => GlobalSecondaryIndexes?.length ?? 0),
  },
  'targets of a rule': {
    most: 5,
    source: EVENTS,
    uses: each('Events::Rule', ({ Targets }) => Targets.length),
  },
  'rules of a web ACL': { most: 100, source: WAF, uses: each('WAFv2::WebACL', ({ Rules }) => Rules.length) },
  'actions of an alarm': {
    most: 5,
    source: CLOUDWATCH,
    uses: each('CloudWatch::Alarm', ({ AlarmActions }) => AlarmActions.length),
  },
  'widgets of a dashboard': {
    most: 500,
    source: CLOUDWATCH,
    uses: ofWidgets('metrics', ({ length }) => length),
  },
  'metrics of a dashboard': {
    most: 2_500,
    source: CLOUDWATCH,
    uses: ofWidgets('metrics', sum),
  },
  'metrics of a widget': {
    most: 500,
    source: CLOUDWATCH,
    uses: ofWidgets('metrics', largest),
  },
  'alarms of a widget': {
    most: 100,
    source: DASHBOARD,
    uses: ofWidgets('alarms', largest),
  },
  'characters of the name of a function': {
    most: 64,
    source: LAMBDA,
    uses: nameOf('Lambda::Function', 'FunctionName'),
  },
  'characters of the name of a queue': {
    most: 80,
    source: SQS,
    uses: nameOf('SQS::Queue', 'QueueName'),
  },
  'characters of the name of a topic': { most: 256, source: SNS, uses: nameOf('SNS::Topic', 'TopicName') },
  'characters of the name of an alarm': {
    most: 255,
    source: CLOUDWATCH,
    uses: nameOf('CloudWatch::Alarm', 'AlarmName'),
  },
  'characters of the name of a web ACL': { most: 128, source: WAF, uses: nameOf('WAFv2::WebACL', 'Name') },
};

/** Compares each template of both stages with the AWS quotas, because AWS refuses what emulators accept. */

const templates = [...Object.values(gateways), ...Object.values(observabilities)].flatMap((stack) => {
  const whole = resourcesOf(stack);
  return templatesOf(stack).map(({ name, template }): [string, Deployed] => [name, { template, whole }]);
});

describe.each(Object.entries(QUOTAS))('the quota of %s', (_, { most, free = 0, advice, source, uses }) => {
  const used = templates
    .map(([name, deployed]) => ({ name, amounts: uses(deployed) }))
    .filter(({ amounts }) => amounts.length > 0)
    .map((one) => ({ ...one, left: most - Math.max(...one.amounts.map(([, amount]) => amount)) }));

  test('the quota has a source, and something that uses it', () => {
    expect(source).toMatch(/^https:\/\/docs\.aws\.amazon\.com\//);
    expect(Math.min(...used.map(({ left }) => left))).toBeLessThan(most);
  });

  test.each(used)('the stack $name has $left left', ({ amounts }) => {
    const over = amounts.filter(([, amount]) => amount > most - free);
    expect(
      over.map(([name, amount]) => `${name}: ${amount} of ${most}, ${free} to be left`),
      advice,
    ).toEqual([]);
  });
});
