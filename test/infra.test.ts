import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { AwsSolutionsChecks } from 'cdk-nag';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { groups } from '../functions/operations.ts';
import { Gateway } from '../infra/gateway.ts';
import { readStage } from '../infra/stages.ts';
import { looserThan } from '../infra/throttling.ts';
import { actsBeforeAuthorities, grantsOf } from '../shared/derive/grants.ts';
import { resourceOf, routesOf } from '../shared/derive/routes.ts';
import { ANONYMOUS_USAGE_KEY, LIMITS, rateOf } from '../shared/rates.ts';

const { context } = JSON.parse(readFileSync(join(import.meta.dirname, '../cdk.json'), 'utf8'));

const ADDRESSES = {
  tgssUrl: 'https://tgss.test',
  sepeUrl: 'https://sepe.test/',
  aeatUrl: 'https://aeat.test',
};

const stageOf = (given: Record<string, string>) =>
  readStage(new App({ context: { ...context, ...given } }).node);

const gatewayOf = (given: Record<string, string>) => {
  const app = new App({ context: { ...context, ...given } });
  return new Gateway(app, { stage: readStage(app.node), groups, code: () => Code.fromInline('//') });
};

// biome-ignore lint/suspicious/noExplicitAny: templates are JSON of any shape
type Resource = { Type: string; Properties: any; [attribute: string]: any };

const resourcesOf = (gateway: Gateway) =>
  Template.fromStack(gateway).toJSON().Resources as Record<string, Resource>;

const gateways = {
  sandbox: gatewayOf({ stage: 'sandbox', ...ADDRESSES }),
  production: gatewayOf({ stage: 'production' }),
};
const sandbox = resourcesOf(gateways.sandbox);
const production = resourcesOf(gateways.production);

const ofType = (type: string, resources = sandbox) =>
  Object.entries(resources).filter(([, { Type }]) => Type === `AWS::${type}`);
const propertiesOf = (type: string, resources = sandbox) =>
  ofType(type, resources).map(([, { Properties }]) => Properties);

const functions = new Map(
  ofType('Lambda::Function').map(([id, { Properties }]) => [
    Properties.FunctionName.replace('pasarela-sandbox-', '') as string,
    { id, ...Properties },
  ]),
);
const functionNames = [...groups.map(({ name }) => name), 'authorizer'];

describe('stages', () => {
  test('a sandbox needs the addresses of its authorities', () => {
    expect(() => stageOf({})).toThrow(/stage "sandbox" has no address for each authority: .*-c tgssUrl=/);
    expect(stageOf(ADDRESSES).authorities).toEqual({
      tgss: 'https://tgss.test',
      sepe: 'https://sepe.test',
      aeat: 'https://aeat.test',
    });
  });

  test('production speaks to the authorities themselves', () => {
    expect(stageOf({ stage: 'production' }).authorities).toEqual({
      tgss: 'https://w2.seg-social.es',
      sepe: 'https://www.sepe.es',
      aeat: 'https://www1.agenciatributaria.gob.es',
    });
  });

  test('what is wrong is named', () => {
    expect(() => stageOf({ stage: 'nowhere' })).toThrow('no stage "nowhere"');
    expect(() => stageOf({ ...ADDRESSES, tgssUrl: 'http://tgss.test' })).toThrow('authorities.tgss');
    expect(() => stageOf({ ...ADDRESSES, strictIdentifiers: 'yes' })).toThrow('strictIdentifiers');
  });

  test('the authorities’ certificate authority is read from a file', () => {
    const directory = mkdtempSync(join(tmpdir(), 'pasarela-'));
    const withFile = (name: string, text: string) => {
      const file = join(directory, name);
      writeFileSync(file, text);
      return () => stageOf({ ...ADDRESSES, authorityCaFile: file }).authorityCa;
    };
    const pem = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----';
    expect(withFile('ca.pem', `${pem}\n`)()).toBe(pem);
    expect(withFile('ca.der', '\x30\x82')).toThrow('is not a certificate in PEM');
    expect(withFile('bundle.pem', pem.repeat(60))).toThrow('is larger than 2560 bytes');
    expect(stageOf(ADDRESSES).authorityCa).toBe('');
  });
});

describe('functions', () => {
  test('one for each group, and the authorizer', () => {
    expect([...functions.keys()].sort()).toEqual(functionNames.toSorted());
  });

  test.each(functionNames)('%s knows the deployment', (name) => {
    const { Environment, Runtime, Architectures } = functions.get(name)!;
    expect({ Runtime, Architectures }).toEqual({ Runtime: 'nodejs24.x', Architectures: ['arm64'] });
    expect(Environment.Variables).toMatchObject({
      STAGE: 'sandbox',
      CERTIFICATE_SECRETS_PREFIX: 'pasarela/sandbox/certificates/',
      TGSS_URL: 'https://tgss.test',
      SEPE_URL: 'https://sepe.test',
      AEAT_URL: 'https://aeat.test',
      AUTHORITY_CA: '',
      STRICT_IDENTIFIERS: 'false',
    });
  });

  test('every log has an end', () => {
    for (const { RetentionInDays } of propertiesOf('Logs::LogGroup')) expect(RetentionInDays).toBe(7);
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
      const through = Condition ? JSON.stringify(Condition).match(/"(s3|secretsmanager)\./)?.[1] : undefined;
      return [Action]
        .flat()
        .flatMap((action) =>
          [Resource]
            .flat()
            .map((resource) => `${action} ${nameOf(resource)}${through ? ` through ${through}` : ''}`),
        );
    });
};

const nameOf = (resource: unknown): string => {
  const text = JSON.stringify(resource);
  if (text.includes('/certificates/')) return 'certificate secrets';
  for (const name of ['Records', 'Windows', 'Documents', 'ServiceKey', 'Key', 'Logs']) {
    if (new RegExp(`"(Storage|Functions\\w+)${name}\\w{8}"`).test(text)) return name.toLowerCase();
  }
  return text;
};

describe('grants', () => {
  const ALWAYS = [
    'logs:CreateLogStream logs',
    'logs:PutLogEvents logs',
    'xray:PutTelemetryRecords "*"',
    'xray:PutTraceSegments "*"',
    'secretsmanager:GetSecretValue servicekey',
    'kms:Decrypt key through secretsmanager',
  ];
  const SERVE = [
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
  const BEYOND = {
    'records:write': ['PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'].map(
      (action) => `dynamodb:${action} records`,
    ),
    'certificate-secrets:delete': ['secretsmanager:DeleteSecret certificate secrets'],
    'certificate-secrets:write': [
      'secretsmanager:CreateSecret certificate secrets',
      'secretsmanager:DeleteSecret certificate secrets',
      'kms:GenerateDataKey key through secretsmanager',
    ],
  };

  test('the authorizer reads the service key and nothing else', () => {
    expect(allowances('authorizer').sort()).toEqual(ALWAYS.toSorted());
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
          ...(actsBeforeAuthorities(group) ? AT_AUTHORITIES : []),
          ...Object.entries(BEYOND).flatMap(([need, actions]) =>
            (group.needs as string[] | undefined)?.includes(need) ? actions : [],
          ),
        ].sort(),
      );
    },
  );

  test('only the certificate function makes secrets, and none changes one', () => {
    const who = (action: string) =>
      functionNames.filter((name) => allowances(name).some((allowance) => allowance.startsWith(action)));
    expect(who('secretsmanager:CreateSecret')).toEqual(['certificate']);
    expect(who('secretsmanager:PutSecretValue')).toEqual([]);
    expect(who('secretsmanager:GetSecretValue certificate secrets')).toEqual(
      groups.filter(actsBeforeAuthorities).map(({ name }) => name),
    );
  });
});

/** Every method of the API by `METHOD /path`, with the name of the function behind it. */
const methodsOf = (resources: Record<string, Resource>) => {
  const pathOf = (id: unknown): string => {
    const ref = (id as { Ref?: string }).Ref;
    if (!ref) return '';
    const { ParentId, PathPart } = resources[ref]!.Properties;
    return `${pathOf(ParentId)}/${PathPart}`;
  };
  return new Map(
    ofType('ApiGateway::Method', resources).map(([, { Properties }]) => {
      const uri = JSON.stringify(Properties.Integration.Uri);
      const behind = [...functions].find(([, { id }]) => uri.includes(`"${id}"`))?.[0];
      return [`${Properties.HttpMethod} ${pathOf(Properties.ResourceId)}`, { behind, ...Properties }];
    }),
  );
};

describe('API', () => {
  const methods = methodsOf(sandbox);

  test.each(
    groups.flatMap((group) =>
      group.operations.map(
        (operation) => [operation.method, resourceOf(group, operation), group.name] as const,
      ),
    ),
  )('%s %s reaches %s, as any other method there does', (method, path, group) => {
    expect(methods.get(`${method} ${path}`)).toMatchObject({
      behind: group,
      ApiKeyRequired: true,
      AuthorizationType: 'CUSTOM',
      Integration: { Type: 'AWS_PROXY', TimeoutInMillis: 29_000 },
    });
    expect(methods.get(`ANY ${path}`)).toMatchObject({ behind: group, AuthorizationType: 'CUSTOM' });
  });

  test('unknown paths reach the reference, and nothing else is there', () => {
    expect(methods.get('ANY /{path+}')).toMatchObject({ behind: 'reference' });
    const operations = groups.flatMap(({ operations }) => operations).length;
    expect(methods.size).toBe(operations + routesOf(groups).length + 1);
  });

  test('no path has two variables beside each other: API Gateway refuses that', () => {
    const variables = propertiesOf('ApiGateway::Resource')
      .filter(({ PathPart }) => PathPart.startsWith('{'))
      .map(({ ParentId }) => JSON.stringify(ParentId));
    expect(new Set(variables).size).toBe(variables.length);
  });

  test('one permission a function', () => {
    const permitted = propertiesOf('Lambda::Permission').map(
      ({ FunctionName }) => FunctionName['Fn::GetAtt'][0],
    );
    expect(permitted.sort()).toEqual([...functions.values()].map(({ id }) => id).sort());
  });

  test('who calls is asked anew for each request, and says whose plan counts', () => {
    const [authorizer] = propertiesOf('ApiGateway::Authorizer');
    expect(authorizer).toMatchObject({ Type: 'REQUEST', AuthorizerResultTtlInSeconds: 0 });
    expect(authorizer.IdentitySource).toBeFalsy();
    const [api] = propertiesOf('ApiGateway::RestApi');
    expect(api).toMatchObject({
      ApiKeySourceType: 'AUTHORIZER',
      BinaryMediaTypes: ['multipart/form-data'],
      EndpointConfiguration: { Types: ['REGIONAL'] },
    });
  });

  test('logs hold nothing of what a request carries', () => {
    const [stage] = propertiesOf('ApiGateway::Stage');
    expect(stage.StageName).toBe('api');
    expect(stage.TracingEnabled).toBe(false);
    expect(stage.MethodSettings).toEqual([
      {
        HttpMethod: '*',
        ResourcePath: '/*',
        LoggingLevel: 'OFF',
        DataTraceEnabled: false,
        MetricsEnabled: true,
      },
    ]);
    expect(Object.values(JSON.parse(stage.AccessLogSetting.Format)).sort()).toEqual([
      '$context.error.responseType',
      '$context.httpMethod',
      '$context.identity.apiKeyId',
      '$context.integrationLatency',
      '$context.requestId',
      '$context.requestTime',
      '$context.resourcePath',
      '$context.responseLatency',
      '$context.responseLength',
      '$context.status',
    ]);
  });
});

describe('what API Gateway answers by itself', () => {
  const answers = propertiesOf('ApiGateway::GatewayResponse');

  test('every reason has an answer', () => {
    expect(answers.map(({ ResponseType }) => ResponseType).sort()).toEqual([
      'ACCESS_DENIED',
      'API_CONFIGURATION_ERROR',
      'AUTHORIZER_CONFIGURATION_ERROR',
      'AUTHORIZER_FAILURE',
      'BAD_REQUEST_BODY',
      'BAD_REQUEST_PARAMETERS',
      'DEFAULT_4XX',
      'DEFAULT_5XX',
      'EXPIRED_TOKEN',
      'INTEGRATION_FAILURE',
      'INTEGRATION_TIMEOUT',
      'INVALID_API_KEY',
      'INVALID_SIGNATURE',
      'MISSING_AUTHENTICATION_TOKEN',
      'QUOTA_EXCEEDED',
      'REQUEST_TOO_LARGE',
      'RESOURCE_NOT_FOUND',
      'THROTTLED',
      'UNAUTHORIZED',
      'UNSUPPORTED_MEDIA_TYPE',
      'WAF_FILTERED',
    ]);
  });

  test.each(answers.map((answer) => [answer.ResponseType, answer] as const))(
    '%s is the envelope',
    (_, answer) => {
      expect(JSON.parse(answer.ResponseTemplates['application/json'])).toEqual({
        success: false,
        message: expect.stringMatching(/^\S/),
        status: Number(answer.StatusCode),
        data: [],
        errors: {},
        maintenance: false,
      });
      expect(answer.ResponseParameters).toMatchObject({
        'gatewayresponse.header.Access-Control-Allow-Origin': "'*'",
      });
    },
  );

  test.each([
    ['UNAUTHORIZED', '401'],
    ['INVALID_API_KEY', '403'],
    ['MISSING_AUTHENTICATION_TOKEN', '404'],
    ['REQUEST_TOO_LARGE', '413'],
    ['UNSUPPORTED_MEDIA_TYPE', '415'],
    ['THROTTLED', '429'],
    ['QUOTA_EXCEEDED', '429'],
    ['INTEGRATION_FAILURE', '502'],
    ['INTEGRATION_TIMEOUT', '504'],
  ])('%s is %s', (type, status) => {
    expect(answers.find(({ ResponseType }) => ResponseType === type).StatusCode).toBe(status);
  });

  test('a throttled caller is told when to come back', () => {
    const throttled = answers.find(({ ResponseType }) => ResponseType === 'THROTTLED');
    expect(JSON.parse(throttled.ResponseTemplates['application/json']).message).toBe('Too Many Requests');
    expect(throttled.ResponseParameters['gatewayresponse.header.Retry-After']).toBe("'60'");
  });

  test.each(['INTEGRATION_FAILURE', 'INTEGRATION_TIMEOUT', 'DEFAULT_5XX'])(
    '%s may hide a filing that took effect: it says to check first',
    (type) => {
      const answer = answers.find(({ ResponseType }) => ResponseType === type);
      expect(answer.ResponseTemplates['application/json']).toContain('antes de volver a enviarla');
    },
  );
});

describe('throttles', () => {
  const [accounts, anonymous] = ['accounts', 'anonymous'].map((name) =>
    propertiesOf('ApiGateway::UsagePlan').find(
      ({ UsagePlanName }) => UsagePlanName === `pasarela-sandbox-${name}`,
    ),
  );

  test.each(groups.flatMap((group) => group.operations.map((operation) => [group, operation] as const)))(
    'an account’s callers meet their exact limit before the wall, on every operation',
    (group, operation) => {
      const limit = LIMITS[rateOf(operation)];
      const throttle = accounts.ApiStages[0].Throttle[`${resourceOf(group, operation)}/${operation.method}`];
      expect(throttle.BurstLimit).toBeGreaterThanOrEqual(2 * limit);
      expect(throttle.RateLimit * 60).toBeGreaterThanOrEqual(10 * limit);
    },
  );

  test('nothing throttles an account as a whole', () => {
    expect(accounts.Throttle).toBeUndefined();
  });

  test('signing in has a bucket that other anonymous requests do not empty', () => {
    expect(anonymous.Throttle.RateLimit * 60).toBeGreaterThan(10 * LIMITS.anonymous);
    expect(anonymous.ApiStages[0].Throttle['/v4/auth/login/POST']).toEqual(anonymous.Throttle);
    expect(propertiesOf('ApiGateway::ApiKey')).toMatchObject([{ Value: ANONYMOUS_USAGE_KEY, Enabled: true }]);
    expect(ANONYMOUS_USAGE_KEY.length).toBeGreaterThanOrEqual(20);
  });

  test('a throttle never refuses what exact limits admit', () => {
    const callers = 3;
    // Minutes of requests, each at a second of its minute; no caller above the limit in any minute.
    const minute = (limit: number) =>
      fc.array(fc.integer({ min: 0, max: 59 }), { maxLength: limit * callers, size: 'max' });
    fc.assert(
      fc.property(
        fc
          .constantFrom(...Object.values(LIMITS))
          .chain((limit) =>
            fc.tuple(fc.constant(limit), fc.array(minute(limit), { minLength: 1, maxLength: 4 })),
          ),
        ([limit, minutes]) => {
          const times = minutes.flatMap((seconds, index) => seconds.map((second) => index * 60 + second));
          return admitsAll(
            looserThan(limit, callers),
            times.sort((a, b) => a - b),
          );
        },
      ),
      { numRuns: 200 },
    );
    for (const limit of Object.values(LIMITS)) {
      const edge = [...Array(limit * callers).fill(59), ...Array(limit * callers).fill(60)];
      expect(admitsAll(looserThan(limit, callers), edge)).toBe(true);
    }
  });
});

/** API Gateway's token bucket. */
const admitsAll = ({ rateLimit, burstLimit }: ReturnType<typeof looserThan>, times: number[]): boolean => {
  let tokens = burstLimit;
  let last = 0;
  return times.every((time) => {
    tokens = Math.min(burstLimit, tokens + (time - last) * rateLimit) - 1;
    last = time;
    return tokens >= 0;
  });
};

describe('storage', () => {
  const kept = ['KMS::Key', 'S3::Bucket', 'SecretsManager::Secret'];
  const tables = (resources: Record<string, Resource>) =>
    Object.fromEntries(
      ofType('DynamoDB::Table', resources).map(([id, table]) => [id.replace(/^Storage|\w{8}$/g, ''), table]),
    );

  test('records are restorable, windows expire', () => {
    const { Records, Windows } = tables(sandbox);
    expect(Records!.Properties).toMatchObject({
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
      BillingMode: 'PAY_PER_REQUEST',
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
    });
    expect(Windows!.Properties).toMatchObject({
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
      BillingMode: 'PAY_PER_REQUEST',
      TimeToLiveSpecification: { AttributeName: 'expires', Enabled: true },
    });
    expect(Windows!.Properties.PointInTimeRecoverySpecification).toBeUndefined();
  });

  test('production keeps what it holds, a sandbox leaves nothing', () => {
    const deletion = (resources: Record<string, Resource>, type: string) =>
      new Set(ofType(type, resources).map(([, { DeletionPolicy }]) => DeletionPolicy));
    for (const type of kept) {
      expect(deletion(production, type), type).toEqual(new Set(['Retain']));
      expect(deletion(sandbox, type), type).toEqual(new Set(['Delete']));
    }
    expect(tables(production).Records).toMatchObject({
      DeletionPolicy: 'Retain',
      Properties: { DeletionProtectionEnabled: true },
    });
    expect(tables(sandbox).Records).toMatchObject({
      DeletionPolicy: 'Delete',
      Properties: { DeletionProtectionEnabled: false },
    });
    expect(gateways.production.terminationProtection).toBe(true);
  });

  test('documents are ours alone, and for a time', () => {
    const buckets = propertiesOf('S3::Bucket', production);
    for (const { PublicAccessBlockConfiguration } of buckets) {
      expect(Object.values(PublicAccessBlockConfiguration)).toEqual([true, true, true, true]);
    }
    const [documents] = buckets.filter(({ LoggingConfiguration }) => LoggingConfiguration);
    const [{ ServerSideEncryptionByDefault }] = documents.BucketEncryption.ServerSideEncryptionConfiguration;
    expect(ServerSideEncryptionByDefault.SSEAlgorithm).toBe('aws:kms');
    expect(documents.LifecycleConfiguration.Rules).toMatchObject([
      { ExpirationInDays: 30, Status: 'Enabled' },
    ]);
    for (const { PolicyDocument } of propertiesOf('S3::BucketPolicy', production)) {
      expect(PolicyDocument.Statement).toContainEqual(
        expect.objectContaining({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
      );
    }
  });

  test('one key, which turns, for documents and secrets', () => {
    expect(propertiesOf('KMS::Key')).toMatchObject([{ EnableKeyRotation: true }]);
    const [{ KmsKeyId, GenerateSecretString }] = propertiesOf('SecretsManager::Secret');
    expect(KmsKeyId).toBeDefined();
    expect(GenerateSecretString).toMatchObject({ PasswordLength: 64 });
  });
});

describe('deployment', () => {
  test.each(Object.entries(gateways))('%s has no finding', (_, gateway) => {
    const { violations } = new AwsSolutionsChecks().validateScope(gateway);
    expect(
      violations.map(({ ruleName, violatingResources }) => [ruleName, violatingResources[0]?.constructPath]),
    ).toEqual([]);
  });

  test('tells what operators and tests look up', () => {
    expect(Object.keys(Template.fromStack(gateways.sandbox).toJSON().Outputs)).toEqual(
      expect.arrayContaining([
        'ApiId',
        'ApiUrl',
        'RecordsTable',
        'WindowsTable',
        'DocumentsBucket',
        'ServiceKeySecret',
        'CertificateSecretsPrefix',
        'EncryptionKey',
        'UsagePlanId',
      ]),
    );
  });

  test('alarms reach their topic', () => {
    for (const { AlarmActions } of propertiesOf('CloudWatch::Alarm')) expect(AlarmActions).toHaveLength(1);
    const [{ PolicyDocument }] = propertiesOf('SNS::TopicPolicy');
    expect(PolicyDocument.Statement).toContainEqual(
      expect.objectContaining({ Effect: 'Allow', Principal: { Service: 'cloudwatch.amazonaws.com' } }),
    );
  });

  test('the emulator differs in the key that methods require, and in the API’s tags', () => {
    const emulated = resourcesOf(gatewayOf({ ...ADDRESSES, emulator: 'true', apiId: '0a5a4e1a' }));
    for (const { ApiKeyRequired } of methodsOf(emulated).values()) expect(ApiKeyRequired).toBe(false);
    const [api] = propertiesOf('ApiGateway::RestApi', emulated);
    expect(api.Tags).toEqual([{ Key: 'ms-custom-id', Value: '0a5a4e1a' }]);
    expect(withoutDifferences(emulated)).toEqual(withoutDifferences(sandbox));
  });
});

/** A template's resources but for what is meant to differ; a deployment's name is a digest of its API. */
const withoutDifferences = (resources: Record<string, Resource>) =>
  JSON.parse(
    JSON.stringify(resources, (key, value) =>
      ['ApiKeyRequired', 'Tags'].includes(key) ? undefined : value,
    ).replaceAll(/RestDeployment\w+/g, 'RestDeployment'),
  );
