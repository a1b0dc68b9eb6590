import type { Resource } from './templates.ts';

/** Resolves a template as AWS would: references become names and ARNs, of the longest possible length. */

const PLACE = { account: '111122223333', region: 'eu-south-2' } as const;

const PSEUDO: Record<string, string> = {
  'AWS::AccountId': PLACE.account,
  'AWS::Region': PLACE.region,
  'AWS::Partition': 'aws',
  'AWS::URLSuffix': 'amazonaws.com',
  'AWS::StackName': 'pasarela-production',
  'AWS::StackId': `arn:aws:cloudformation:${PLACE.region}:${PLACE.account}:stack/pasarela-production/${'0'.repeat(36)}`,
};

/** The property with which a template names a resource. Resources without it get a name of the longest form. */
const NAMED = ['FunctionName', 'QueueName', 'TopicName', 'Name', 'BucketName', 'RoleName', 'LogGroupName'];
/** The longest name that CloudFormation gives to a role, a function or a bucket. */
const LONGEST_NAME = 63;

const nameOf = (id: string, { Type, Properties }: Resource): string => {
  const given = NAMED.map((property) => Properties?.[property]).find((name) => typeof name === 'string');
  if (given) return given;
  if (Type === 'AWS::KMS::Key') return '1a2b3c4d-0000-1111-2222-333344445555';
  if (Type === 'AWS::ApiGateway::RestApi' || Type === 'AWS::ApiGateway::UsagePlan') return 'a1b2c3d4e5';
  const name = `pasarela-${id}-`.padEnd(LONGEST_NAME, 'x').slice(0, LONGEST_NAME);
  return Type === 'AWS::S3::Bucket' ? name.toLowerCase() : name;
};

const own = (service: string, rest: string) => `arn:aws:${service}:${PLACE.region}:${PLACE.account}:${rest}`;

/** The ARN of a resource, by its type and name. */
const ARNS: Record<string, (name: string) => string> = {
  'AWS::DynamoDB::Table': (name) => own('dynamodb', `table/${name}`),
  'AWS::S3::Bucket': (name) => `arn:aws:s3:::${name}`,
  'AWS::SecretsManager::Secret': (name) => own('secretsmanager', `secret:${name}-AbCdEf`),
  'AWS::KMS::Key': (name) => own('kms', `key/${name}`),
  'AWS::SQS::Queue': (name) => own('sqs', name),
  'AWS::Logs::LogGroup': (name) => own('logs', `log-group:${name}:*`),
  'AWS::Lambda::Function': (name) => own('lambda', `function:${name}`),
  'AWS::SNS::Topic': (name) => own('sns', name),
  'AWS::Events::Rule': (name) => own('events', `rule/${name}`),
  'AWS::IAM::Role': (name) => `arn:aws:iam::${PLACE.account}:role/${name}`,
};
/** Types whose reference (`Ref`) is not their name. */
const REFERENCES: Record<string, (name: string) => string> = {
  'AWS::SecretsManager::Secret': ARNS['AWS::SecretsManager::Secret']!,
  'AWS::SNS::Topic': ARNS['AWS::SNS::Topic']!,
  'AWS::SQS::Queue': (name) => `https://sqs.${PLACE.region}.amazonaws.com/${PLACE.account}/${name}`,
};

/**
 * Resolves the references in a template's value as AWS would.
 * @param parameters values of the template's parameters
 * @throws Error for an unsupported template function
 */
export const resolved = <Value>(
  value: Value,
  resources: Record<string, Resource>,
  parameters: Record<string, unknown> = {},
): Value => {
  const at = (id: string, attribute?: string): unknown => {
    if (id in PSEUDO) return PSEUDO[id];
    if (id in parameters) return parameters[id];
    const resource = resources[id];
    if (!resource) throw new Error(`the template has no ${id}`);
    const name = nameOf(id, resource);
    if (attribute === undefined) return (REFERENCES[resource.Type] ?? String)(name);
    if (attribute === 'Arn' && ARNS[resource.Type]) return ARNS[resource.Type]!(name);
    return attribute.endsWith('Name') ? name : `${name}.${attribute}`;
  };
  // biome-ignore lint/suspicious/noExplicitAny: JSON of any shape
  const walk = (part: any): any => {
    if (Array.isArray(part)) return part.map(walk);
    if (!part || typeof part !== 'object') return part;
    const entries = Object.entries<unknown>(part);
    const [key = '', of] = entries.length === 1 ? entries[0]! : [];
    if (key === 'Ref') return at(of as string);
    if (key === 'Fn::GetAtt') return at(...(of as [string, string]));
    if (key === 'Fn::Join') {
      const [separator, parts] = of as [string, unknown[]];
      return walk(parts).join(separator);
    }
    if (key === 'Fn::Sub' && typeof of === 'string')
      return of.replace(/\$\{([\w:]+)\}/g, (_, name: string) => String(at(name)));
    if (key.startsWith('Fn::')) throw new Error(`unsupported function: ${key}`);
    return Object.fromEntries(entries.map(([name, one]) => [name, walk(one)]));
  };
  return walk(value);
};
