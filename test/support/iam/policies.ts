import type { Stack } from 'aws-cdk-lib';
import { calledName } from '../../../infra/names.ts';
import { resolved } from '../infra/resolved.ts';
import { ofType, type Resource, resourcesOf } from '../infra/templates.ts';
import type { Call } from './wire.ts';

/** The policies of a stage's roles, and whether they grant a call. It supports only the IAM features that these templates use. */

type Condition = Record<string, Record<string, string | string[]>>;

export interface Statement {
  Effect: 'Allow' | 'Deny';
  Action: string | string[];
  Resource: string | string[];
  Condition?: Condition;
}

/** A call as IAM evaluates it: ARN and values of condition keys. */
interface Request {
  action: string;
  arn: string;
  keys: Record<string, string[]>;
}

const SENDER = 'no-reply@pasarela.example';

/** Compiled patterns. Each is compared with all calls, and compiling them again would take most of the time. */
const patterns = new Map<string, RegExp>();

const like = (pattern: string, value: string): boolean => {
  const known = patterns.get(pattern);
  if (known) return known.test(value);
  const parts = pattern
    .split(/([*?])/)
    .map((part) => (part === '*' ? '.*' : part === '?' ? '.' : part.replace(/[\\^$.|+()[\]{}]/g, '\\$&')));
  patterns.set(pattern, new RegExp(`^${parts.join('')}$`, 's'));
  return like(pattern, value);
};

/** Condition operators, without their prefixes for sets and without `IfExists`. */
const OPERATORS: Record<string, (expected: string, value: string) => boolean> = {
  StringEquals: (expected, value) => expected === value,
  StringLike: like,
};

/**
 * Whether a condition holds. A key that the call lacks satisfies only a condition with `IfExists`. IAM itself would let an
 * empty set pass `ForAllValues`, but here that would hide a key which is not recorded.
 * @throws Error for an unsupported operator
 */
const holds = (condition: Condition | undefined, keys: Request['keys']): boolean =>
  Object.entries(condition ?? {}).every(([operator, of]) => {
    const [, set, name] = /^(?:(ForAllValues|ForAnyValue):)?(\w+?)(?:IfExists)?$/.exec(operator)!;
    const compare = OPERATORS[name!];
    if (!compare) throw new Error(`unsupported operator: ${operator}`);
    return Object.entries(of).every(([key, expected]) => {
      const values = keys[key] ?? [];
      if (values.length === 0) return operator.endsWith('IfExists');
      const fits = (value: string) => [expected].flat().some((one) => compare(one, value));
      return set === 'ForAnyValue' ? values.some(fits) : values.every(fits);
    });
  });

const covers = ({ Action, Resource: on }: Statement, { action, arn }: Pick<Request, 'action' | 'arn'>) =>
  [Action].flat().some((pattern) => like(pattern.toLowerCase(), action.toLowerCase())) &&
  [on].flat().some((pattern) => like(pattern, arn));

/** Roles of a stage, and the names of its resources. */
export interface Roles {
  /** Statements by the name of the function. */
  statements: Map<string, Statement[]>;
  /** ARN of a call's resource; `undefined` if the stage has none. */
  arnOf: (on: string) => string | undefined;
  /** Whether a customer-managed key also encrypts the tables. */
  encryptsTables: boolean;
  region: string;
  key: string;
}

const IDS: Record<string, [type: string, id: RegExp]> = {
  accounts: ['DynamoDB::Table', /^StorageAccounts/],
  passwords: ['DynamoDB::Table', /^StoragePasswords/],
  windows: ['DynamoDB::Table', /^StorageWindows/],
  filings: ['DynamoDB::Table', /^StorageFilings/],
  events: ['DynamoDB::Table', /^StorageEvents/],
  obligations: ['DynamoDB::Table', /^StorageObligations/],
  documents: ['S3::Bucket', /^StorageDocuments(?!Access)/],
  evidence: ['S3::Bucket', /^StorageEvidence/],
  worlds: ['S3::Bucket', /^SandboxWorlds/],
  'service-key': ['SecretsManager::Secret', /^StorageServiceKey/],
  'certificate-key': ['SecretsManager::Secret', /^StorageCertificateKey/],
  'filing-key': ['SecretsManager::Secret', /^StorageFilingKey/],
  'token-keys': ['SecretsManager::Secret', /^StorageTokenKeys/],
  authority: ['SecretsManager::Secret', /^SandboxAuthority/],
  canary: ['SecretsManager::Secret', /^CanaryPlan/],
};

/** Reads the roles of a stage from its templates. */
export const rolesOf = (stack: Stack): Roles => {
  const resources = resourcesOf(stack);
  const at = <Value>(value: Value): Value => resolved(value, resources);
  const arnOfId = (id: string) => at({ 'Fn::GetAtt': [id, 'Arn'] } as unknown as string);
  const functions = ofType('Lambda::Function', resources);
  // If a role has many statements, the CDK puts some of them into managed policies of the stack.
  const policies = ['IAM::Policy', 'IAM::ManagedPolicy'].flatMap((type) =>
    ofType(type, resources).map(([, { Properties }]) => Properties),
  );
  const { STAGE: stage, MAIL_REGION: mailRegion } = functions[0]![1].Properties.Environment.Variables as {
    STAGE: string;
    MAIL_REGION: string;
  };
  const statements = functions.map(([, { Properties }]): [string, Statement[]] => {
    const role = Properties.Role['Fn::GetAtt'][0];
    if (resources[role]!.Properties.ManagedPolicyArns) throw new Error(`${role} has managed policies`);
    return [
      Properties.FunctionName.replace(`pasarela-${stage}-`, ''),
      policies
        .filter(({ Roles }) => Roles.some(({ Ref }: { Ref: string }) => Ref === role))
        .flatMap(({ PolicyDocument }) => at(PolicyDocument.Statement as Statement[])),
    ];
  });
  const find = (type: string, fits: (id: string, resource: Resource) => boolean) => {
    const found = ofType(type, resources).find(([id, resource]) => fits(id, resource));
    return found && arnOfId(found[0]);
  };
  const [, , , region, account] = arnOfId(functions[0]![0]).split(':') as string[];
  const findArn = (on: string): string | undefined => {
    if (on === 'alarms') return `arn:aws:cloudwatch:${region}:${account}:alarm:pasarela-${stage}-Defects`;
    if (on === 'identity') return `arn:aws:ses:${mailRegion}:${account}:identity/${SENDER}`;
    if (on === 'certificate-secrets')
      return `arn:aws:secretsmanager:${region}:${account}:secret:pasarela/${stage}/certificates/account/id-AbCdEf`;
    if (on.startsWith('function '))
      return `arn:aws:lambda:${region}:${account}:function:${calledName({ name: stage, emulator: undefined }, on.slice('function '.length))}`;
    if (on.startsWith('queue '))
      return find(
        'SQS::Queue',
        (_, { Properties }) => Properties.QueueName === `pasarela-${stage}-${on.slice('queue '.length)}`,
      );
    const [name, ...rest] = on.split('/') as [string, ...string[]];
    if (!IDS[name]) throw new Error(`unknown resource: ${on}`);
    const [type, id] = IDS[name];
    const arn = find(type, (one) => id.test(one));
    return arn && [arn, ...rest].join('/');
  };
  const arns = new Map<string, string | undefined>();
  const arnOf = (on: string) => {
    if (!arns.has(on)) arns.set(on, findArn(on));
    return arns.get(on);
  };
  const tables = ofType('DynamoDB::Table', resources);
  return {
    statements: new Map(statements),
    arnOf,
    encryptsTables: tables.every(([, { Properties }]) => Properties.SSESpecification !== undefined),
    region: region!,
    key: find('KMS::Key', () => true)!,
  };
};

/** The service's use of the KMS key on behalf of the caller. */
const ofKey = (
  { action, on }: Call,
  encryptsTables: boolean,
): [service: string, ...actions: string[]] | undefined => {
  const service = action.split(':')[0]!;
  if (service === 'dynamodb') return encryptsTables ? [service, 'Decrypt', 'GenerateDataKey'] : undefined;
  if (action === 'secretsmanager:GetSecretValue') return [service, 'Decrypt'];
  if (action === 'secretsmanager:CreateSecret') return [service, 'GenerateDataKey', 'Decrypt'];
  if (/^(documents|evidence)\//.test(on)) {
    if (action.startsWith('s3:Get')) return [service, 'Decrypt'];
    if (action.startsWith('s3:Put')) return [service, 'GenerateDataKey'];
  }
  return undefined;
};

/**
 * The requests on which IAM decides for a call: the call itself and the service's use of the key; empty if the stage lacks the
 * resource.
 */
const requestsOf = (call: Call, roles: Roles): Request[] => {
  const arn = roles.arnOf(call.on);
  if (!arn) return [];
  const { 'ses:FromAddress': from, ...keys } = call.keys ?? {};
  const sent = from && { 'ses:FromAddress': from.map((one) => (one === 'sender' ? SENDER : one)) };
  const [service, ...actions] = ofKey(call, roles.encryptsTables) ?? [];
  return [
    { action: call.action, arn, keys: { ...keys, ...sent } },
    ...actions.map((action) => ({
      action: `kms:${action}`,
      arn: roles.key,
      keys: { 'kms:ViaService': [`${service}.${roles.region}.amazonaws.com`] },
    })),
  ];
};

/** Rights that a role lacks for a call; empty if it is granted, or if the stage has no such function or resource. */
export const lacks = (call: Call, roles: Roles): string[] => {
  const statements = roles.statements.get(call.by);
  if (!statements) return [];
  return requestsOf(call, roles)
    .filter((request) => {
      const that = statements.filter((one) => covers(one, request) && holds(one.Condition, request.keys));
      return !that.some(({ Effect }) => Effect === 'Allow') || that.some(({ Effect }) => Effect === 'Deny');
    })
    .map(({ action }) => `${call.by}: ${action} on ${call.on} ${JSON.stringify(call.keys ?? {})}`);
};

/** Rights that no call uses, as `function: action on resource (rows or service)`. */
export const unused = (calls: Call[], roles: Roles): string[] =>
  [...roles.statements].flatMap(([by, statements]) => {
    const made = calls.filter((call) => call.by === by).flatMap((call) => requestsOf(call, roles));
    return statements.flatMap((statement) =>
      [statement.Action].flat().flatMap((action) =>
        [statement.Resource].flat().flatMap((on) => {
          const isMade = made.some(
            (one) =>
              covers({ ...statement, Action: action, Resource: on }, one) &&
              holds(statement.Condition, one.keys),
          );
          return isMade ? [] : [`${by}: ${action} on ${shortOf(on)}${limitsOf(statement)}`];
        }),
      ),
    );
  });

/** The rows or the service to which a statement is limited. */
const limitsOf = ({ Condition: conditions = {} }: Statement): string => {
  const limits = Object.values(conditions).flatMap((of) =>
    ['dynamodb:LeadingKeys', 'kms:ViaService'].flatMap((key) => of[key] ?? []),
  );
  return limits.length > 0 ? ` (${limits.join(', ')})` : '';
};

/** Shortens an ARN: without its constant parts and digests. */
const shortOf = (arn: string): string =>
  arn
    .replace(/^arn:aws:(\w+):[\w-]*:\d*:/, '$1 ')
    .replace(/pasarela-(?:Storage|Sandbox|Functions)?(\w+?)[0-9A-Fa-f]{8}-x+/g, '$1')
    .replace(/-AbCdEf$/, '');
