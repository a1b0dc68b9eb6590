import { Aws } from 'aws-cdk-lib';
import { PolicyStatement, type PolicyStatementProps } from 'aws-cdk-lib/aws-iam';
import type { Grant } from '../shared/derive/grants.ts';
import type { Storage } from './storage.ts';

/** The statements that make a grant true, and nothing more. */
export const statementsOf = (grant: Grant, storage: Storage): PolicyStatement[] =>
  STATEMENTS[grant](storage).map((statement) => new PolicyStatement(statement));

const STATEMENTS: Record<Grant, (storage: Storage) => PolicyStatementProps[]> = {
  'records:read': ({ records }) => [
    allow(records.tableArn, 'dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'),
  ],
  // A transaction has no action of its own: it takes the actions of its parts.
  'records:write': ({ records }) => [
    allow(
      records.tableArn,
      'dynamodb:PutItem',
      'dynamodb:UpdateItem',
      'dynamodb:DeleteItem',
      'dynamodb:ConditionCheckItem',
    ),
  ],
  'windows:write': ({ windows }) => [
    allow(
      windows.tableArn,
      'dynamodb:GetItem',
      'dynamodb:BatchGetItem',
      'dynamodb:PutItem',
      'dynamodb:UpdateItem',
      'dynamodb:DeleteItem',
      'dynamodb:ConditionCheckItem',
    ),
  ],
  'service-key:read': ({ serviceKey, key }) => [
    allow(serviceKey.secretArn, 'secretsmanager:GetSecretValue'),
    through('secretsmanager', key.keyArn, 'kms:Decrypt'),
  ],
  'certificate-secrets:read': ({ certificateSecretsArn, key }) => [
    allow(certificateSecretsArn, 'secretsmanager:GetSecretValue'),
    through('secretsmanager', key.keyArn, 'kms:Decrypt'),
  ],
  'certificate-secrets:delete': ({ certificateSecretsArn }) => [
    allow(certificateSecretsArn, 'secretsmanager:DeleteSecret'),
  ],
  'certificate-secrets:write': ({ certificateSecretsArn, key }) => [
    // Never changed: another certificate is another secret.
    allow(certificateSecretsArn, 'secretsmanager:CreateSecret', 'secretsmanager:DeleteSecret'),
    through('secretsmanager', key.keyArn, 'kms:GenerateDataKey', 'kms:Decrypt'),
  ],
  'documents:read': ({ documents, key }) => [
    allow(documents.arnForObjects('*'), 's3:GetObject'),
    // Without it S3 answers 403, not 404, for a document that is not there.
    allow(documents.bucketArn, 's3:ListBucket'),
    through('s3', key.keyArn, 'kms:Decrypt'),
  ],
  'documents:write': ({ documents, key }) => [
    allow(documents.arnForObjects('*'), 's3:PutObject'),
    through('s3', key.keyArn, 'kms:GenerateDataKey'),
  ],
  'mail:send': () => [
    allow(`arn:${Aws.PARTITION}:ses:${Aws.REGION}:${Aws.ACCOUNT_ID}:identity/*`, 'ses:SendEmail'),
  ],
};

const allow = (resource: string, ...actions: string[]): PolicyStatementProps => ({
  actions,
  resources: [resource],
});

/** Use of the key, only on behalf of a call to this service: who may read a secret may not decrypt a document. */
const through = (service: string, key: string, ...actions: string[]): PolicyStatementProps => ({
  actions,
  resources: [key],
  conditions: { StringEquals: { 'kms:ViaService': `${service}.${Aws.REGION}.amazonaws.com` } },
});
