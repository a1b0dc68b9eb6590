import { describe, expect, test } from 'vitest';
import { TABLES } from '../../../infra/tables.ts';
import { queuedGroups } from '../../../infra/work-queues.ts';
import { actsBeforeAuthorities, grantsOf } from '../../../shared/derive/grants.ts';
import { groups } from '../../support/infra/groups.ts';
import {
  context,
  functionNames,
  functions,
  gatewayOf,
  productionWith,
  propertiesOf,
  resourcesOf,
  sandbox,
  workerNames,
} from '../../support/infra/templates.ts';

describe('functions', () => {
  test('one for each group, and those of no group', () => {
    expect([...functions.keys()].sort()).toEqual(functionNames.toSorted());
  });

  test.each(functionNames)('%s knows the deployment', (name) => {
    const { Environment, Runtime, Architectures } = functions.get(name)!;
    expect({ Runtime, Architectures }).toEqual({ Runtime: 'nodejs24.x', Architectures: ['arm64'] });
    expect(Environment.Variables).toMatchObject({
      STAGE: 'sandbox',
      CERTIFICATE_SECRETS_PREFIX: 'pasarela/sandbox/certificates/',
      TGSS_URL: '',
      SEPE_URL: '',
      AEAT_URL: '',
      AUTHORITY_CA: '',
      STRICT_IDENTIFIERS: 'false',
      UNKNOWN_HOLDS_HOURS: '24',
      GIVE_UP_DAYS: '10',
      LIMITS: '{"clients":100000,"certificates":10000,"derivationsPerHour":1000}',
      KEEP_CONVERSATIONS: 'false',
    });
    // With a flag of V8, Node compiles its own library anew at each start.
    expect(Environment.Variables).not.toHaveProperty('NODE_OPTIONS');
  });

  test('every log expires', () => {
    for (const { RetentionInDays } of propertiesOf('Logs::LogGroup')) expect(RetentionInDays).toBe(7);
  });
});

describe('reserved concurrency', () => {
  const reserved = (reservedConcurrency: Record<string, number>) =>
    resourcesOf(gatewayOf(productionWith({ reservedConcurrency })));

  test('is what the stage says, and that of nobody else', () => {
    const resources = reserved({ 'seg-social': 40, 'seg-social-worker': 20, 'due-filings': 1 });
    const found = propertiesOf('Lambda::Function', resources)
      .filter(({ ReservedConcurrentExecutions }) => ReservedConcurrentExecutions !== undefined)
      .map(({ FunctionName, ReservedConcurrentExecutions }) => [FunctionName, ReservedConcurrentExecutions]);
    expect(Object.fromEntries(found)).toEqual({
      'pasarela-production-seg-social': 40,
      'pasarela-production-seg-social-worker': 20,
      'pasarela-production-due-filings': 1,
    });
  });

  test('a worker is given no more messages than it may work on', () => {
    const atOnce = (resources: ReturnType<typeof reserved>) =>
      propertiesOf('Lambda::EventSourceMapping', resources).map(
        ({ ScalingConfig }) => ScalingConfig.MaximumConcurrency,
      );
    expect(atOnce(reserved({ 'seg-social-worker': 20, 'sepe-worker': 500 }))).toEqual([20, 50, 50]);
  });

  test.each<[string, Record<string, number>, RegExp]>([
    [
      'a name that no function has',
      { 'seg-socal': 5 },
      /no function is named "seg-socal"; there are .*seg-social/,
    ],
    ['nothing', { 'seg-social': 0 }, /reservedConcurrency/],
    ['too little for a queue', { 'sepe-worker': 1 }, /"sepe-worker" needs at least 2/],
  ])('%s is refused', (_, reservedConcurrency, message) => {
    expect(() => reserved(reservedConcurrency)).toThrow(message);
  });
});

/** What a function's role allows: `action resource`, with names in place of references. */
const allowances = (name: string): string[] => {
  const role = functions.get(name)!.Role['Fn::GetAtt'][0];
  expect(sandbox[role]!.Properties.ManagedPolicyArns).toBeUndefined();
  return propertiesOf('IAM::Policy')
    .filter(({ Roles }) => Roles.some(({ Ref }: { Ref: string }) => Ref === role))
    .flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
    .flatMap(({ Action, Resource, Effect, Condition }) => {
      expect(Effect).toBe('Allow');
      const condition = JSON.stringify(Condition ?? {});
      const through = /"(s3|secretsmanager)\./.exec(condition)?.[1];
      const rows = /"dynamodb:LeadingKeys":\["([^\]]+)#\*"\]/
        .exec(condition)?.[1]
        ?.replaceAll('#*","', ' and ');
      const attributes = /"dynamodb:Attributes":\[([^\]]+)\]/.exec(condition)?.[1];
      const sender = /"ses:FromAddress":"([^"]+)"/.exec(condition)?.[1];
      expect(Condition === undefined).toBe([through, rows, sender].every((found) => found === undefined));
      return [Action]
        .flat()
        .flatMap((action) =>
          [Resource]
            .flat()
            .map((resource) =>
              [
                `${action} ${nameOf(resource)}`,
                ...(through ? [`through ${through}`] : []),
                ...(rows ? [`of ${rows}`] : []),
                ...(attributes ? [`only ${attributes}`] : []),
                ...(sender ? [`from ${sender}`] : []),
              ].join(' '),
            ),
        );
    });
};

const nameOf = (resource: unknown): string => {
  const text = JSON.stringify(resource);
  if (text.includes('/certificates/')) return 'certificate secrets';
  const queue = /"Work(\w+?)\w{8}"/.exec(text)?.[1];
  if (queue)
    return `queue of ${queuedGroups(groups).find(({ name }) => name.replace('-', '') === queue)?.name}`;
  for (const name of [
    'Records',
    'Passwords',
    'Windows',
    'Filings',
    'Documents',
    'Evidence',
    'ServiceKey',
    'CertificateKey',
    'TokenKeys',
    'Worlds',
    'Authority',
    'Key',
    'Logs',
  ]) {
    if (new RegExp(`"(Storage|Sandbox|Functions\\w+)${name}\\w{8}"`).test(text))
      return name.toLowerCase() + (/\/index\/\w+/.exec(text)?.[0] ?? '');
  }
  return text;
};

describe('grants', () => {
  const ALWAYS = [
    'logs:CreateLogStream logs',
    'logs:PutLogEvents logs',
    'xray:PutTelemetryRecords "*"',
    'xray:PutTraceSegments "*"',
  ];
  const HEALTH = ['dynamodb:BatchGetItem windows of health', 'dynamodb:UpdateItem windows of health'];
  const TOKEN_KEYS = ['secretsmanager:GetSecretValue tokenkeys', 'kms:Decrypt key through secretsmanager'];
  const SERVE = [
    ...TOKEN_KEYS,
    'dynamodb:UpdateItem records of api-tokens only "pk","sk","lastUsedAt"',
    'secretsmanager:GetSecretValue servicekey',
    ...['GetItem', 'BatchGetItem', 'Query'].map((action) => `dynamodb:${action} records`),
    ...['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'].map(
      (action) => `dynamodb:${action} windows`,
    ),
  ];
  const AT_AUTHORITIES = [
    'secretsmanager:GetSecretValue certificate secrets',
    's3:GetObject documents',
    's3:PutObject documents',
    's3:ListBucket documents',
    'kms:Decrypt key through s3',
    'kms:GenerateDataKey key through s3',
  ];
  const FILED = ['s3:GetObject evidence', 's3:PutObject evidence', 's3:ListBucket evidence'];
  const WORLDS = ['s3:GetObject worlds', 's3:PutObject worlds', 's3:ListBucket worlds'];
  const RECORDS = [
    ...[
      'GetItem',
      'Query',
      'PutItem',
      'UpdateItem',
      'DeleteItem',
      'ConditionCheckItem',
      'BatchWriteItem',
    ].map((action) => `dynamodb:${action} filings`),
    ...TABLES.FILINGS_TABLE.indexes.map(({ name }) => `dynamodb:Query filings/index/${name}`),
  ];
  const QUEUES = queuedGroups(groups).map(({ name }) => `sqs:SendMessage queue of ${name}`);
  const BEYOND = {
    'records:write': ['PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'].map(
      (action) => `dynamodb:${action} records`,
    ),
    'passwords:read': ['dynamodb:GetItem passwords'],
    'api-tokens:write': [
      'dynamodb:PutItem records of api-tokens',
      'dynamodb:DeleteItem records of api-tokens',
    ],
    'passwords:write': ['dynamodb:PutItem passwords', 'dynamodb:DeleteItem passwords'],
    'certificate-secrets:delete': ['secretsmanager:DeleteSecret certificate secrets'],
    'certificate-secrets:write': [
      'secretsmanager:CreateSecret certificate secrets',
      'secretsmanager:DeleteSecret certificate secrets',
      'kms:GenerateDataKey key through secretsmanager',
    ],
  };

  test('the authorizer reads the keys of tokens, and what tells that one was revoked', () => {
    expect(allowances('authorizer').sort()).toEqual(
      [
        ...ALWAYS,
        ...TOKEN_KEYS,
        'dynamodb:BatchGetItem windows of session only "id","generation"',
        'dynamodb:BatchGetItem records of api-tokens and user only "pk","sk","generation"',
      ].sort(),
    );
  });

  test('the one that looks after due filings acts at authorities and writes filings, and counts no requests', () => {
    expect(allowances('due-filings').sort()).toEqual(
      [
        ...ALWAYS,
        ...SERVE.filter((allowance) => allowance.endsWith(' records')),
        ...HEALTH,
        ...AT_AUTHORITIES,
        'kms:Decrypt key through secretsmanager',
        ...WORLDS,
        ...RECORDS,
        ...QUEUES,
        ...FILED,
      ].sort(),
    );
  });

  test.each(groups.map((group) => [group.name, group] as const))(
    '%s may do what its operations need',
    (name, group) => {
      const allowed = new Set(allowances(name));
      const mail = [...allowed].filter((allowance) => allowance.startsWith('ses:'));
      expect(mail.length > 0).toBe(grantsOf(group).includes('mail:send'));
      expect([...allowed].filter((allowance) => !mail.includes(allowance)).sort()).toEqual(
        [
          ...ALWAYS,
          ...SERVE,
          ...(['password', 'reference'].includes(name)
            ? []
            : ['secretsmanager:GetSecretValue certificatekey']),
          ...(actsBeforeAuthorities(group) ? [...AT_AUTHORITIES, ...RECORDS, ...QUEUES, ...WORLDS] : []),
          ...(name === 'sandbox' ? [...WORLDS, 'secretsmanager:GetSecretValue authority'] : []),
          ...(grantsOf(group).includes('evidence:write') ? FILED : []),
          ...Object.entries(BEYOND).flatMap(([need, actions]) =>
            (group.needs as string[] | undefined)?.includes(need) ? actions : [],
          ),
        ].sort(),
      );
    },
  );

  test.each(queuedGroups(groups))(
    'the worker of $name may do what its group may, and take its messages',
    ({ name }) => {
      const takes = [
        'ReceiveMessage',
        'ChangeMessageVisibility',
        'GetQueueUrl',
        'DeleteMessage',
        'GetQueueAttributes',
      ].map((action) => `sqs:${action} queue of ${name}`);
      expect(allowances(`${name}-worker`).sort()).toEqual([...allowances(name), ...takes].sort());
    },
  );

  test('only the certificate function makes secrets, and none changes one, or the ring', () => {
    const who = (action: string) =>
      functionNames.filter((name) => allowances(name).some((allowance) => allowance.startsWith(action)));
    expect(who('secretsmanager:CreateSecret')).toEqual(['certificate']);
    expect(who('secretsmanager:PutSecretValue')).toEqual([]);
    expect(who('secretsmanager:GetSecretValue certificate secrets')).toEqual([
      'due-filings',
      ...groups.filter(actsBeforeAuthorities).map(({ name }) => name),
      ...workerNames,
    ]);
  });

  test('only the function that signs in reads hashes of passwords', () => {
    const who = (allowance: RegExp) =>
      functionNames.filter((name) => allowances(name).some((one) => allowance.test(one)));
    expect(who(/^dynamodb:\w*(Get|Query|Scan)\w* passwords/)).toEqual(['auth']);
    expect(who(/passwords/)).toEqual(['customer', 'customer-legacy', 'auth', 'password']);
  });

  test('mails are sent from the address of the stage only, and without one by nobody', () => {
    const sends = functionNames.flatMap((name) =>
      allowances(name).filter((allowance) => allowance.startsWith('ses:')),
    );
    expect(sends.length).toBeGreaterThan(0);
    for (const allowance of sends)
      expect(allowance).toMatch(/^ses:SendEmail .* from no-reply@pasarela\.example$/);
    const { mailSender: _, ...described } = context.stages.sandbox;
    const silent = resourcesOf(gatewayOf({ stages: { sandbox: described }, mailSender: undefined }));
    expect(JSON.stringify(propertiesOf('IAM::Policy', silent))).not.toContain('ses:');
  });

  test('only one function can issue certificates that the stand-ins accept', () => {
    const who = functionNames.filter((name) =>
      allowances(name).includes('secretsmanager:GetSecretValue authority'),
    );
    expect(who).toEqual(['sandbox']);
  });
});
