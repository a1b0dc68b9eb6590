import { describe, expect, test } from 'vitest';
import { contentKeyOf } from '../../../functions/capabilities/batches/rows/content.ts';
import { BATCH_SECONDS } from '../../../functions/capabilities/batches/store/batch.ts';
import { TABLES } from '../../../infra/tables.ts';
import {
  gateways,
  ofType,
  production,
  propertiesOf,
  type Resource,
  sandbox,
} from '../../support/infra/templates.ts';

describe('the storage of a stage', () => {
  const kept = ['KMS::Key', 'S3::Bucket', 'SecretsManager::Secret'];
  const tables = (resources: Record<string, Resource>) =>
    Object.fromEntries(
      ofType('DynamoDB::Table', resources).map(([id, table]) => [id.replace(/^Storage|\w{8}$/g, ''), table]),
    );

  test('accounts can be restored, and windows expire', () => {
    const { Accounts, Windows } = tables(sandbox);
    expect(Accounts!.Properties).toMatchObject({
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

  test('production keeps its data, and a removed sandbox leaves nothing', () => {
    const deletion = (resources: Record<string, Resource>, type: string) =>
      new Set(ofType(type, resources).map(([, { DeletionPolicy }]) => DeletionPolicy));
    for (const type of kept) {
      expect(deletion(production, type), type).toEqual(new Set(['RetainExceptOnCreate']));
      expect(deletion(sandbox, type), type).toEqual(new Set(['Delete']));
    }
    expect(tables(production).Accounts).toMatchObject({
      DeletionPolicy: 'RetainExceptOnCreate',
      Properties: { DeletionProtectionEnabled: true },
    });
    expect(tables(sandbox).Accounts).toMatchObject({
      DeletionPolicy: 'Delete',
      Properties: { DeletionProtectionEnabled: false },
    });
    expect(gateways.production.terminationProtection).toBe(true);
  });

  test('documents are private, and expire', () => {
    const buckets = propertiesOf('S3::Bucket', production);
    for (const { PublicAccessBlockConfiguration } of buckets) {
      expect(Object.values(PublicAccessBlockConfiguration)).toEqual([true, true, true, true]);
    }
    const [documents] = buckets.filter(
      ({ LoggingConfiguration, ObjectLockEnabled }) => LoggingConfiguration && !ObjectLockEnabled,
    );
    const [{ ServerSideEncryptionByDefault }] = documents.BucketEncryption.ServerSideEncryptionConfiguration;
    expect(ServerSideEncryptionByDefault.SSEAlgorithm).toBe('aws:kms');
    // Through a signed link, from any page.
    expect(documents.CorsConfiguration).toEqual({
      CorsRules: [{ AllowedMethods: ['GET'], AllowedOrigins: ['*'] }],
    });
    for (const { PolicyDocument } of propertiesOf('S3::BucketPolicy', production)) {
      expect(PolicyDocument.Statement).toContainEqual(
        expect.objectContaining({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
      );
    }
  });

  test.each([
    ['sandbox', sandbox, 7],
    ['production', production, 30],
  ])(
    'questions of batches stay on %s as long as their batches, and all else as long as documents',
    (_, stage, days) => {
      interface Rule {
        Prefix?: string;
        Status: string;
        ExpirationInDays: number;
      }
      const one = { accountId: 'a', id: 'b' };
      const bucket = propertiesOf('S3::Bucket', stage).find(({ CorsConfiguration }) => CorsConfiguration);
      const rules: Rule[] = bucket!.LifecycleConfiguration.Rules;
      // If several rules match, S3 applies the earliest expiry.
      const keptOf = (key: string) =>
        Math.min(
          ...rules
            .filter(({ Prefix = '', Status }) => key.startsWith(Prefix) && Status === 'Enabled')
            .map(({ ExpirationInDays }) => ExpirationInDays),
        );
      // A row may still be read some days after its expiry, until DynamoDB deletes it.
      expect(keptOf(contentKeyOf(one)) * 24 * 60 * 60).toBeGreaterThan(BATCH_SECONDS + 3 * 24 * 60 * 60);
      for (const key of ['documents/a/b', 'requests/a/b', 'answers/a/b', 'conversations/2026-11-25/c'])
        expect(keptOf(key)).toBe(days);
      // Nothing is kept for ever, whatever its name.
      expect(keptOf('other/a')).toBeLessThanOrEqual(Math.max(days, keptOf(contentKeyOf(one))));
    },
  );

  test('evidence has versions, which production locks for four years and then deletes', () => {
    const evidenceOf = (resources: Record<string, Resource>) =>
      propertiesOf('S3::Bucket', resources).filter(({ VersioningConfiguration }) => VersioningConfiguration);
    const [locked, ...others] = evidenceOf(production);
    expect(others).toEqual([]);
    expect(locked).toMatchObject({
      VersioningConfiguration: { Status: 'Enabled' },
      ObjectLockEnabled: true,
      ObjectLockConfiguration: {
        ObjectLockEnabled: 'Enabled',
        Rule: { DefaultRetention: { Mode: 'GOVERNANCE', Days: 4 * 365 + 1 } },
      },
      LoggingConfiguration: { LogFilePrefix: 'evidence/' },
      BucketEncryption: {
        ServerSideEncryptionConfiguration: [
          {
            ServerSideEncryptionByDefault: {
              SSEAlgorithm: 'aws:kms',
              KMSMasterKeyID: { 'Fn::GetAtt': [expect.stringMatching(/^StorageKey/), 'Arn'] },
            },
          },
        ],
      },
      LifecycleConfiguration: {
        Rules: [
          { ExpirationInDays: 4 * 365 + 1, Status: 'Enabled' },
          {
            NoncurrentVersionExpiration: { NoncurrentDays: 1 },
            ExpiredObjectDeleteMarker: true,
            Status: 'Enabled',
          },
        ],
      },
    });
    const [unlocked] = evidenceOf(sandbox);
    expect(unlocked.ObjectLockEnabled).toBeUndefined();
    expect(unlocked.ObjectLockConfiguration).toBeUndefined();
    expect(unlocked.LifecycleConfiguration.Rules[0]).toMatchObject({ ExpirationInDays: 7 });
  });

  test.each([
    ['sandbox', sandbox],
    ['production', production],
  ])('the buckets on %s have lifecycle rules that CloudFormation and S3 accept', (_, resources) => {
    const rules = propertiesOf('S3::Bucket', resources).flatMap(
      ({ LifecycleConfiguration }) => LifecycleConfiguration?.Rules ?? [],
    );
    expect(rules.length).toBeGreaterThan(5);
    for (const rule of rules) {
      // Each rule needs one of these (reference of AWS::S3::Bucket Rule).
      const actions = [
        ...[
          'AbortIncompleteMultipartUpload',
          'ExpirationDate',
          'ExpirationInDays',
          'Transition',
          'Transitions',
        ],
        ...['NoncurrentVersionExpiration', 'NoncurrentVersionExpirationInDays'],
        ...['NoncurrentVersionTransition', 'NoncurrentVersionTransitions'],
      ];
      expect(Object.keys(rule).some((name) => actions.includes(name))).toBe(true);
      // S3 removes delete markers or expires current versions, but not in the same rule.
      if (rule.ExpiredObjectDeleteMarker)
        expect([rule.ExpirationInDays, rule.ExpirationDate, rule.TagFilters]).toEqual([
          undefined,
          undefined,
          undefined,
        ]);
    }
  });

  test.each([
    ['sandbox', sandbox],
    ['production', production],
  ])('one role alone on %s may pass the lock of evidence, and no function', (_, resources) => {
    const [[role]] = ofType('IAM::Role', resources).filter(([id]) => id.startsWith('Erasure')) as [
      [string, Resource],
    ];
    const passes =
      /^(\*|s3:(\*|BypassGovernanceRetention|DeleteObjectVersion|PutObjectRetention|PutBucketObjectLock\w+))$/;
    const may = ofType('IAM::Policy', resources).filter(([, { Properties }]) =>
      Properties.PolicyDocument.Statement.some(({ Action }: { Action: string | string[] }) =>
        [Action].flat().some((action) => passes.test(action)),
      ),
    );
    expect(may.map(([, { Properties }]) => Properties.Roles)).toEqual([[{ Ref: role }]]);
    // Not even an administrator of the AWS account may do it.
    const denied = propertiesOf('S3::BucketPolicy', resources)
      .flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
      .filter(({ Action }) => Action === 's3:BypassGovernanceRetention');
    expect(denied).toEqual([
      expect.objectContaining({
        Effect: 'Deny',
        Principal: { AWS: '*' },
        Condition: { ArnNotEquals: { 'aws:PrincipalArn': { 'Fn::GetAtt': [role, 'Arn'] } } },
      }),
    ]);
    expect(resources[role]!.Properties.AssumeRolePolicyDocument.Statement).toEqual([
      expect.objectContaining({
        Principal: { AWS: expect.anything() },
        Condition: { Bool: { 'aws:MultiFactorAuthPresent': 'true' } },
      }),
    ]);
    // It reads the stack's outputs by the name of the stack, for which IAM has no id.
    const described = may.flatMap(([, { Properties }]) =>
      Properties.PolicyDocument.Statement.filter(
        ({ Action }: { Action: unknown }) => Action === 'cloudformation:DescribeStacks',
      ),
    );
    expect(described.map(({ Resource }) => Resource['Fn::Join'][1].join('|'))).toEqual([
      expect.stringMatching(/:stack\/pasarela-(sandbox|production)\/\*$/),
    ]);
    // Of the keys in the AWS account, only keys of this stage.
    const [deletion] = may.flatMap(([, { Properties }]) =>
      Properties.PolicyDocument.Statement.filter(({ Action }: { Action: unknown }) => {
        return Action === 'apigateway:DELETE';
      }),
    );
    const [plan] = ofType('ApiGateway::UsagePlan', resources).find(([id]) => id.includes('Accounts'))!;
    expect(deletion.Condition).toEqual({
      StringEquals: { 'aws:ResourceTag/pasarela-usage-plan': { Ref: plan } },
    });
  });

  test('writes of hashes of passwords return nothing, and only signing in reads the hashes', () => {
    for (const resources of [sandbox, production]) {
      const [[table]] = ofType('DynamoDB::Table', resources).filter(([id]) => id.includes('Passwords')) as [
        [string, Resource],
      ];
      const answers = propertiesOf('IAM::Policy', resources)
        .flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
        .filter(({ Resource: of }) => JSON.stringify(of).includes(`"${table}"`))
        .filter(({ Condition }) => Condition?.StringEqualsIfExists?.['dynamodb:ReturnValues'] !== 'NONE');
      expect(answers.map(({ Action }) => Action)).toEqual(['dynamodb:GetItem']);
    }
  });

  test('each table whose changes are read has a stream, and no other', () => {
    for (const resources of [sandbox, production]) {
      const streamed = Object.entries(tables(resources)).filter(
        ([, { Properties }]) => Properties.StreamSpecification,
      );
      expect(streamed.map(([name]) => name).sort()).toEqual(['Accounts', 'Events', 'Filings', 'Obligations']);
      for (const [, { Properties }] of streamed)
        expect(Properties.StreamSpecification).toEqual({ StreamViewType: 'NEW_AND_OLD_IMAGES' });
    }
  });

  test('tables, logs and the topic of alarms are encrypted in production with the key of the stage, too', () => {
    const key = { 'Fn::GetAtt': [expect.stringMatching(/^StorageKey/), 'Arn'] };
    const own = Object.values(tables(production));
    expect(own).toHaveLength(Object.keys(TABLES).length);
    for (const { Properties } of own)
      expect(Properties.SSESpecification).toEqual({ KMSMasterKeyId: key, SSEEnabled: true, SSEType: 'KMS' });
    for (const type of ['Logs::LogGroup', 'SNS::Topic', 'SecretsManager::Secret']) {
      const found = propertiesOf(type, production);
      expect(found.length, type).toBeGreaterThan(0);
      for (const { KmsKeyId, KmsMasterKeyId } of found) expect(KmsKeyId ?? KmsMasterKeyId, type).toEqual(key);
    }
    const [{ KeyPolicy }] = propertiesOf('KMS::Key', production);
    const services = KeyPolicy.Statement.map(({ Principal }: Resource['Properties']) => Principal.Service);
    expect(JSON.stringify(services)).toMatch(/logs\..*cloudwatch\.amazonaws\.com/);
    for (const { Principal, Condition } of KeyPolicy.Statement)
      if (Principal.Service) expect(Condition).toBeDefined();
  });

  test('a function may use the key in production only through the tables that it may use', () => {
    const policies = propertiesOf('IAM::Policy', production).map(
      ({ PolicyDocument }) => PolicyDocument.Statement as Resource['Properties'][],
    );
    const ofTables = policies.filter((statements) => JSON.stringify(statements).includes('"dynamodb:'));
    expect(ofTables.length).toBeGreaterThan(10);
    for (const statements of ofTables)
      expect(JSON.stringify(statements)).toMatch(/"kms:ViaService":\{"Fn::Join":\["",\["dynamodb\./);
    for (const { Action, Condition } of policies.flat())
      if ([Action].flat().some((action: string) => action.startsWith('kms:')))
        expect(JSON.stringify(Condition)).toContain('kms:ViaService');
  });

  test('documents and secrets have one key, which rotates', () => {
    expect(propertiesOf('KMS::Key')).toMatchObject([{ EnableKeyRotation: true }]);
    const [{ KmsKeyId, GenerateSecretString }] = propertiesOf('SecretsManager::Secret');
    expect(KmsKeyId).toBeDefined();
    expect(GenerateSecretString).toMatchObject({ PasswordLength: 64 });
  });
});
