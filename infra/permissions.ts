import { Aws } from 'aws-cdk-lib';
import { PolicyStatement, type PolicyStatementProps } from 'aws-cdk-lib/aws-iam';
import type { Grant } from '../shared/derive/grants.ts';
import { API_TOKENS, HEALTH, SESSIONS, USERS } from '../shared/stores/keyspace.ts';
import type { Stage } from './stages.ts';
import { type Storage, USES_OF_KEY } from './storage.ts';
import { TABLES } from './tables.ts';
import type { WorkQueues } from './work-queues.ts';

/** The policy statements of a grant; none where the stage has nothing that it could be used for. */
export const statementsOf = (
  grant: Grant,
  storage: Storage,
  workQueues: WorkQueues,
  stage: Pick<Stage, 'mailSender'>,
): PolicyStatement[] => {
  const statements = STATEMENTS[grant](storage, workQueues, stage);
  const ofTables = statements.some(({ actions }) =>
    actions?.some((action) => action.startsWith('dynamodb:')),
  );
  return [...statements, ...(ofTables ? throughTables(storage) : [])].map(
    (statement) => new PolicyStatement(statement),
  );
};

/** What reading and writing tables takes where the stage's key encrypts them. */
export const throughTables = ({ ownKey }: Storage): PolicyStatementProps[] =>
  ownKey ? [viaService('dynamodb', ownKey.keyArn, ...USES_OF_KEY, 'kms:DescribeKey')] : [];

const STATEMENTS: Record<
  Grant,
  (storage: Storage, workQueues: WorkQueues, stage: Pick<Stage, 'mailSender'>) => PolicyStatementProps[]
> = {
  'records:read': ({ records }) => [
    allow(records.tableArn, 'dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'),
  ],
  // A transaction needs the actions of its parts; there is no action for the transaction itself.
  'records:write': ({ records }) => [
    allow(
      records.tableArn,
      'dynamodb:PutItem',
      'dynamodb:UpdateItem',
      'dynamodb:DeleteItem',
      'dynamodb:ConditionCheckItem',
    ),
  ],
  // Only when a token was used for the last time, and nothing else of its row.
  'api-tokens:use': ({ records }) => [
    {
      ...allow(records.tableArn, 'dynamodb:UpdateItem'),
      conditions: {
        'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [`${API_TOKENS}*`] },
        'ForAllValues:StringEquals': { 'dynamodb:Attributes': ['pk', 'sk', 'lastUsedAt'] },
        StringEqualsIfExists: { 'dynamodb:ReturnValues': 'NONE' },
      },
    },
  ],
  'api-tokens:write': ({ records }) => [
    {
      ...allow(records.tableArn, 'dynamodb:PutItem', 'dynamodb:DeleteItem'),
      conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [`${API_TOKENS}*`] } },
    },
  ],
  // The generation of sessions, API tokens and users, and nothing else of these rows.
  'revocations:read': ({ records, windows }) => [
    onlyGeneration(windows.tableArn, ['id'], [SESSIONS]),
    onlyGeneration(records.tableArn, ['pk', 'sk'], [API_TOKENS, USERS]),
  ],
  'passwords:read': ({ passwords }) => [allow(passwords.tableArn, 'dynamodb:GetItem')],
  'passwords:write': ({ passwords }) => [
    allow(passwords.tableArn, 'dynamodb:PutItem', 'dynamodb:DeleteItem'),
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
  // Of a function that serves no request: it reads no session, and makes none.
  'health:write': ({ windows }) => [
    {
      ...allow(windows.tableArn, 'dynamodb:BatchGetItem', 'dynamodb:UpdateItem'),
      conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [`${HEALTH}*`] } },
    },
  ],
  'filings:read': ({ filings }) => [
    allow(filings.tableArn, 'dynamodb:GetItem', 'dynamodb:Query'),
    ...TABLES.FILINGS_TABLE.indexes.map(({ name }) =>
      allow(`${filings.tableArn}/index/${name}`, 'dynamodb:Query'),
    ),
  ],
  'filings:write': ({ filings }) => [
    allow(
      filings.tableArn,
      'dynamodb:PutItem',
      'dynamodb:UpdateItem',
      'dynamodb:DeleteItem',
      'dynamodb:ConditionCheckItem',
      'dynamodb:BatchWriteItem',
    ),
  ],
  'service-key:read': ({ serviceKey, key }) => readSecret(serviceKey.secretArn, key.keyArn),
  'certificate-key:read': ({ certificateKey, key }) => readSecret(certificateKey.secretArn, key.keyArn),
  'token-keys:read': ({ tokenKeys, key }) => readSecret(tokenKeys.secretArn, key.keyArn),
  'certificate-secrets:read': ({ certificateSecretsArn, key }) =>
    readSecret(certificateSecretsArn, key.keyArn),
  'certificate-secrets:delete': ({ certificateSecretsArn }) => [
    allow(certificateSecretsArn, 'secretsmanager:DeleteSecret'),
  ],
  'certificate-secrets:write': ({ certificateSecretsArn, key }) => [
    // Secrets are not updated: a new certificate gets a new secret.
    allow(certificateSecretsArn, 'secretsmanager:CreateSecret', 'secretsmanager:DeleteSecret'),
    viaService('secretsmanager', key.keyArn, 'kms:GenerateDataKey', 'kms:Decrypt'),
  ],
  'documents:read': ({ documents, key }) => [
    allow(documents.arnForObjects('*'), 's3:GetObject'),
    // Without this permission S3 answers 403, not 404, if a document does not exist.
    allow(documents.bucketArn, 's3:ListBucket'),
    viaService('s3', key.keyArn, 'kms:Decrypt'),
  ],
  'documents:write': ({ documents, key }) => [
    allow(documents.arnForObjects('*'), 's3:PutObject'),
    viaService('s3', key.keyArn, 'kms:GenerateDataKey'),
  ],
  'evidence:read': ({ evidence, key }) => [
    allow(evidence.arnForObjects('*'), 's3:GetObject'),
    allow(evidence.bucketArn, 's3:ListBucket'),
    viaService('s3', key.keyArn, 'kms:Decrypt'),
  ],
  // No function deletes evidence, or changes how long it is kept.
  'evidence:write': ({ evidence, key }) => [
    allow(evidence.arnForObjects('*'), 's3:PutObject'),
    viaService('s3', key.keyArn, 'kms:GenerateDataKey'),
  ],
  'work-queues:send': (_, { arns }) => [{ resources: arns, actions: ['sqs:SendMessage'] }],
  // SES may have verified the address or its domain, so the identity is not known here; the sender is.
  'mail:send': (_, __, { mailSender }) =>
    mailSender
      ? [
          {
            ...allow(`arn:${Aws.PARTITION}:ses:${Aws.REGION}:${Aws.ACCOUNT_ID}:identity/*`, 'ses:SendEmail'),
            conditions: { StringEquals: { 'ses:FromAddress': mailSender } },
          },
        ]
      : [],
};

const allow = (resource: string, ...actions: string[]): PolicyStatementProps => ({
  actions,
  resources: [resource],
});

const onlyGeneration = (table: string, keys: string[], beginnings: string[]): PolicyStatementProps => ({
  ...allow(table, 'dynamodb:BatchGetItem'),
  conditions: {
    'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': beginnings.map((beginning) => `${beginning}*`) },
    'ForAllValues:StringEquals': { 'dynamodb:Attributes': [...keys, 'generation'] },
    StringEqualsIfExists: { 'dynamodb:Select': 'SPECIFIC_ATTRIBUTES' },
  },
});

/** Allows use of the key only through this service. So a function that reads secrets cannot decrypt documents. */
const viaService = (service: string, key: string, ...actions: string[]): PolicyStatementProps => ({
  actions,
  resources: [key],
  conditions: { StringEquals: { 'kms:ViaService': `${service}.${Aws.REGION}.amazonaws.com` } },
});

/** Allows to read a secret, and to decrypt it. */
const readSecret = (secret: string, key: string): PolicyStatementProps[] => [
  allow(secret, 'secretsmanager:GetSecretValue'),
  viaService('secretsmanager', key, 'kms:Decrypt'),
];
