import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import {
  GetAWSDefaultServiceQuotaCommand,
  GetServiceQuotaCommand,
  NoSuchResourceException,
  ServiceQuotasClient,
} from '@aws-sdk/client-service-quotas';
import { type Finding, ok, problem, together } from './check.ts';

/** A CloudFormation template, as far as these checks read it. */
export interface Template {
  // biome-ignore lint/suspicious/noExplicitAny: properties are JSON of any shape
  Resources: Record<string, { Type: string; Properties?: any }>;
  Outputs?: Record<string, { Value: unknown }>;
}

/** Resources of a type such as `S3::Bucket`, over all templates. */
export const ofType = (templates: Template[], type: string) =>
  templates.flatMap(({ Resources }) =>
    Object.values(Resources).filter(({ Type }) => Type === `AWS::${type}`),
  );

/** Concurrency that AWS keeps for functions without a reservation. */
const UNRESERVED = 100;

/**
 * Concurrency that a stage needs: its reservations, the maximum of consumers without one, and the share that AWS
 * keeps for all other functions, which serve callers.
 */
export const executionsOf = (templates: Template[]) => {
  const reservedBy = new Map<string, number>();
  const behind = new Map<string, string>();
  for (const { Resources } of templates)
    for (const [id, { Type, Properties }] of Object.entries(Resources)) {
      if (Type === 'AWS::Lambda::Function' && Properties.ReservedConcurrentExecutions)
        reservedBy.set(id, Properties.ReservedConcurrentExecutions);
      if (Type === 'AWS::Lambda::Alias') behind.set(id, Properties.FunctionName.Ref);
    }
  /** An event source refers to a function or to its alias. */
  const isReserved = (reference: unknown) => {
    const [, id = ''] = /"Ref":"(\w+)"/.exec(JSON.stringify(reference)) ?? [];
    return reservedBy.has(behind.get(id) ?? id);
  };
  const reserved = [...reservedBy.values()].reduce((sum, calls) => sum + calls, 0);
  const consumers = ofType(templates, 'Lambda::EventSourceMapping')
    .filter(({ Properties }) => !isReserved(Properties.FunctionName))
    .reduce((sum, { Properties }) => sum + (Properties.ScalingConfig?.MaximumConcurrency ?? 0), 0);
  return { reserved, consumers, needed: reserved + consumers + UNRESERVED };
};

/** A quota of the AWS account and the resources that count against it. Names and codes are from Service Quotas. */
interface Quota {
  name: string;
  service: string;
  code: string;
  /** Region in which Service Quotas lists it, if it is not the stage's. */
  region?: 'us-east-1';
  type: string;
  /** Number of resources that count but are in no template. */
  more?: number;
}

/** Quotas that a stage may exceed in a new AWS account. */
const QUOTAS: Quota[] = [
  {
    service: 'apigateway',
    code: 'L-01C8A9E0',
    name: 'Resources/Routes per REST/WebSocket API',
    type: 'ApiGateway::Resource',
    more: 1,
  },
  { service: 'apigateway', code: 'L-AA0FF27B', name: 'Regional APIs', type: 'ApiGateway::RestApi' },
  { service: 'apigateway', code: 'L-E8693075', name: 'Usage plans', type: 'ApiGateway::UsagePlan' },
  {
    service: 'apigateway',
    code: 'L-A93447B8',
    name: 'Custom Domain Names',
    type: 'ApiGateway::DomainName',
  },
  { service: 'dynamodb', code: 'L-F98FE922', name: 'Maximum number of tables', type: 'DynamoDB::Table' },
  { service: 's3', code: 'L-DC2B2D3D', name: 'Buckets', type: 'S3::Bucket' },
  { service: 'kms', code: 'L-C2F1777E', name: 'Customer Master Keys', type: 'KMS::Key' },
  {
    service: 'iam',
    code: 'L-FE177D64',
    name: 'Roles per account',
    type: 'IAM::Role',
    region: 'us-east-1' as const,
  },
];

const EXECUTIONS = { code: 'L-B99A9384', name: 'Concurrent executions' };
/** Concurrent executions of a new AWS account. */
const NEW_ACCOUNT = 10;

/** The AWS account's quota, or AWS's default if it has none of its own. */
const quotaOf = async ({
  service,
  code,
  region,
}: Pick<Quota, 'service' | 'code' | 'region'>): Promise<number> => {
  const client = new ServiceQuotasClient(region ? { region } : {});
  const wanted = { ServiceCode: service, QuotaCode: code };
  const { Quota: applied } = await client.send(new GetServiceQuotaCommand(wanted)).catch((error: unknown) => {
    if (error instanceof NoSuchResourceException)
      return client.send(new GetAWSDefaultServiceQuotaCommand(wanted));
    throw error;
  });
  return applied?.Value ?? 0;
};

const askFor = ({ name, code }: Pick<Quota, 'name' | 'code'>, least: number) =>
  `Ask AWS for ${least} or more: Service Quotas, ${name} (${code}).`;

/**
 * Checks how many calls functions may serve at the same time. A new AWS account may have 10. Lambda itself is asked, because
 * Service Quotas may still show the default of 1,000 for such an account.
 */
export const lookAtExecutions = async (templates: Template[]): Promise<Finding> => {
  const { reserved, consumers, needed } = executionsOf(templates);
  const { AccountLimit } = await new LambdaClient().send(new GetAccountSettingsCommand({}));
  const quota = AccountLimit?.ConcurrentExecutions ?? 0;
  if (quota >= needed)
    return ok(`Functions may serve ${quota} calls at the same time; the stage needs at least ${needed}.`);
  const fails = reserved > 0 && quota < reserved + UNRESERVED;
  return problem(
    `Functions may serve ${quota} calls at the same time${quota <= NEW_ACCOUNT ? ', as in a new AWS account' : ''}. ` +
      (fails
        ? `The stage reserves ${reserved}, and ${UNRESERVED} must be left: the deployment fails.`
        : `Consumers alone may take ${consumers}, and callers then get 500.`) +
      ` ${askFor(EXECUTIONS, Math.max(needed, 1000))}`,
  );
};

const TIMEOUT = {
  service: 'apigateway',
  code: 'L-E5AE38E3',
  name: 'Maximum integration timeout in milliseconds',
};
/** API Gateway's default timeout, in milliseconds. */
const USUAL_TIMEOUT_MS = 29_000;

/** Checks that API Gateway may wait as long as the stage sets. */
export const lookAtTimeout = async (templates: Template[]): Promise<Finding> => {
  const needed = Math.max(
    ...ofType(templates, 'ApiGateway::Method').map(
      ({ Properties }) => Properties.Integration?.TimeoutInMillis ?? USUAL_TIMEOUT_MS,
    ),
  );
  const quota = needed > USUAL_TIMEOUT_MS ? await quotaOf(TIMEOUT) : USUAL_TIMEOUT_MS;
  return quota >= needed
    ? ok(`API Gateway may wait ${needed / 1000} seconds for a function.`)
    : problem(
        `API Gateway may wait ${quota / 1000} seconds for a function, and the stage needs ${needed / 1000}: the deployment fails. ` +
          `${askFor(TIMEOUT, needed)} Or set apiSeconds to ${Math.floor(quota / 1000)}.`,
      );
};

/** Checks the AWS account's quotas against the stage's resources. */
export const lookAtQuotas = async (templates: Template[]): Promise<Finding> => {
  const looked = QUOTAS.map((quota) => ({
    quota,
    needed: (quota.more ?? 0) + ofType(templates, quota.type).length,
  })).filter(({ needed }) => needed > 0);
  const findings = await Promise.all(
    looked.map(async ({ quota, needed }) => {
      const value = await quotaOf(quota);
      return value >= needed
        ? ok('')
        : problem(
            `${quota.name}: the stage has ${needed}, and the quota is ${value}. ${askFor(quota, needed)}`,
          );
    }),
  );
  return together(findings, `Quotas that are large enough: ${looked.length}.`);
};
