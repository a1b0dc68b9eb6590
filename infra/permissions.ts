import { Aws } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { FILINGS, LOCKS, QUEUES } from '../shared/stores/filings/filing-keys.ts';
import {
  ACCOUNTS,
  ALL_ACCOUNTS,
  API_TOKENS,
  CLIENT_BRIEFS,
  CLIENTS,
  CONTRIBUTION_ACCOUNTS,
  DERIVATIONS,
  HEALTH,
  KNOWN_NETWORKS,
  LINKS,
  MAILS,
  RATES,
  SECOND_FACTORS,
  SESSIONS,
  SIGN_INS,
  SIGN_INS_OF_WEEK,
  USERS,
  WRONG_TRIES,
} from '../shared/stores/keyspace.ts';
import { capabilityRights } from './capabilities.ts';
import type { Right, StatedGrant, Surroundings } from './deployment.ts';
import { OF_ACCOUNTS } from './rights/accounts.ts';
import {
  allow,
  listed,
  onlyGeneration,
  onlyMember,
  onRows,
  RETURNS_NOTHING,
  readSecret,
  throughTables,
  viaService,
} from './rights/statements.ts';
import type { Storage } from './storage.ts';

/** IAM policy statements of a grant; empty if the stage lacks the resource. */
export const statementsOf = (
  grant: StatedGrant,
  storage: Storage,
  surroundings: Surroundings,
): PolicyStatement[] => {
  const statements = STATEMENTS[grant](storage, surroundings);
  const ofTables = statements.some(({ actions }) =>
    actions?.some((action) => action.startsWith('dynamodb:')),
  );
  return [...statements, ...(ofTables ? throughTables(storage) : [])].map(
    (statement) => new PolicyStatement(statement),
  );
};

/** Partitions with counters of failed sign-ins. */
const FAILED_SIGN_INS = [SIGN_INS, SIGN_INS_OF_WEEK, WRONG_TRIES];

/** Index of filings with an unknown outcome. */
const BY_STATE = 'byState';

/** Index of scheduled work. Callers find their filings in the other indexes. */
const DUE = 'byTurn';

/** Writes of a record and of its parts. */
const WRITES_OF_RECORDS = ['PutItem', 'UpdateItem', 'BatchWriteItem'].map((action) => `dynamodb:${action}`);

/** The statements of the gateway: of each grant that no capability states. */
const OF_GATEWAY: Record<Exclude<StatedGrant, keyof typeof capabilityRights>, Right> = {
  ...OF_ACCOUNTS,
  // The time of an account's last call, and no other attribute of its row.
  'calls:note': ({ accounts }) => [onlyMember(accounts.tableArn, ACCOUNTS, 'calledAt')],
  // One request reads the caller's account, user, client company, certificate and session.
  'callers:read': ({ accounts, windows }) => [
    allow(accounts.tableArn, 'dynamodb:BatchGetItem'),
    allow(windows.tableArn, 'dynamodb:BatchGetItem'),
  ],
  'accounts:get': ({ accounts }) => [
    onRows(accounts.tableArn, [ACCOUNTS, CLIENT_BRIEFS], 'dynamodb:GetItem'),
  ],
  'accounts:read': ({ accounts }) => [allow(accounts.tableArn, 'dynamodb:GetItem', 'dynamodb:Query')],
  // The time of a token's last use, and no other attribute of its row.
  'api-tokens:use': ({ accounts }) => [onlyMember(accounts.tableArn, API_TOKENS, 'lastUsedAt')],
  // Reads again a certificate whose secret was replaced after its row was read.
  'certificates:get': ({ accounts }) => [onRows(accounts.tableArn, [ACCOUNTS], 'dynamodb:GetItem')],
  // Whether an authority accepted the certificate, and no other attribute of an account's rows.
  'certificates:note': ({ accounts }) => [
    onlyMember(accounts.tableArn, ACCOUNTS, 'acceptedAt', 'refusedAt', 'refusedBy'),
  ],
  'api-tokens:write': ({ accounts }) => [
    onRows(accounts.tableArn, [API_TOKENS], 'dynamodb:PutItem', 'dynamodb:DeleteItem'),
  ],
  // The restart and the clock of the account's world, and no other attribute of its row.
  'worlds:begin': ({ accounts }) => [onlyMember(accounts.tableArn, ACCOUNTS, 'world', 'daysAhead')],
  // The generation of sessions, API tokens, users and accounts, and no other attribute of these rows.
  'revocations:read': ({ accounts, windows }) => [
    onlyGeneration(windows.tableArn, ['id'], [SESSIONS]),
    onlyGeneration(accounts.tableArn, ['pk', 'sk'], [ACCOUNTS, API_TOKENS, USERS]),
  ],
  'passwords:read': ({ passwords }) => [allow(passwords.tableArn, 'dynamodb:GetItem')],
  'passwords:delete': ({ passwords }) => [
    { ...allow(passwords.tableArn, 'dynamodb:DeleteItem'), ...RETURNS_NOTHING },
  ],
  'second-factors:write': ({ passwords }) => [
    {
      ...allow(passwords.tableArn, 'dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem'),
      conditions: {
        ...onRows(passwords.tableArn, [SECOND_FACTORS]).conditions,
        ...RETURNS_NOTHING.conditions,
      },
    },
  ],
  // Functions that read the keys of tokens must not be able to create the session's row; only `auth` may.
  'sessions:write': ({ windows }) => [
    onRows(windows.tableArn, [SESSIONS, KNOWN_NETWORKS], 'dynamodb:PutItem'),
    onRows(windows.tableArn, [SESSIONS, ...FAILED_SIGN_INS], 'dynamodb:DeleteItem'),
    onRows(windows.tableArn, FAILED_SIGN_INS, 'dynamodb:UpdateItem'),
    onRows(windows.tableArn, [KNOWN_NETWORKS], 'dynamodb:GetItem'),
  ],
  // Whether a password link is requested from a network that the user signed in from before.
  'known-networks:read': ({ windows }) => [onRows(windows.tableArn, [KNOWN_NETWORKS], 'dynamodb:GetItem')],
  'clients:find': ({ accounts }) => [onRows(accounts.tableArn, [CONTRIBUTION_ACCOUNTS], 'dynamodb:Query')],
  'clients:get': ({ accounts }) => [onRows(accounts.tableArn, [CLIENTS], 'dynamodb:GetItem')],
  'users:get': ({ accounts }) => [onRows(accounts.tableArn, [USERS], 'dynamodb:GetItem')],
  'users:names': ({ accounts }) => [onRows(accounts.tableArn, [USERS], 'dynamodb:BatchGetItem')],
  // Whether queued work may still be done: the row of its session or API token, and its user.
  'tokens:check': ({ accounts, windows }) => [
    onRows(accounts.tableArn, [API_TOKENS, USERS], 'dynamodb:GetItem'),
    onRows(windows.tableArn, [SESSIONS], 'dynamodb:GetItem'),
  ],
  // A new password or an activation lifts the user's lock.
  'wrong-tries:forget': ({ windows }) => [onRows(windows.tableArn, [WRONG_TRIES], 'dynamodb:DeleteItem')],
  'links:send': ({ windows }) => [onRows(windows.tableArn, [LINKS], 'dynamodb:PutItem')],
  'links:use': ({ windows }) => [
    onRows(windows.tableArn, [LINKS], 'dynamodb:GetItem', 'dynamodb:DeleteItem'),
  ],
  'counts:write': ({ windows }) => [
    onRows(windows.tableArn, [RATES, DERIVATIONS, MAILS], 'dynamodb:UpdateItem'),
  ],
  'health:read': ({ windows }) => [onRows(windows.tableArn, [HEALTH], 'dynamodb:BatchGetItem')],
  'health:write': ({ windows }) => [onRows(windows.tableArn, [HEALTH], 'dynamodb:UpdateItem')],
  'filings:read': ({ filings }) => [allow(filings.tableArn, 'dynamodb:GetItem', 'dynamodb:Query')],
  'filings:list': ({ filings }) => listed(filings, (name) => name !== DUE),
  'filings:unknown': ({ filings }) => listed(filings, (name) => name === BY_STATE),
  'filings:of-worker': ({ filings }) => listed(filings, (name) => name === 'byWorker'),
  // Also reads the filings of a batch's rows, several at a time.
  'filings:due': ({ filings }) => listed(filings, (name) => name === DUE),
  // Records with their locks, and their queues. No record is ever deleted.
  'filings:write': ({ filings }) => [
    onRows(filings.tableArn, [FILINGS], ...WRITES_OF_RECORDS),
    onRows(filings.tableArn, [QUEUES, LOCKS], 'dynamodb:PutItem', 'dynamodb:DeleteItem'),
    // The rows of acts.
    onRows(filings.tableArn, [LOCKS], 'dynamodb:UpdateItem'),
  ],
  'certificates:list': ({ accounts }) => [onRows(accounts.tableArn, [ACCOUNTS], 'dynamodb:Query')],
  'service-key:read': ({ serviceKey, key }) => readSecret(serviceKey.secretArn, key.keyArn),
  'certificate-key:read': ({ certificateKey, key }) => readSecret(certificateKey.secretArn, key.keyArn),
  'filing-key:read': ({ filingKey, key }) => readSecret(filingKey.secretArn, key.keyArn),
  'token-keys:read': ({ tokenKeys, key }) => readSecret(tokenKeys.secretArn, key.keyArn),
  'certificate-secrets:read': ({ certificateSecretsArn, key }) =>
    readSecret(certificateSecretsArn, key.keyArn),
  'certificate-secrets:delete': ({ certificateSecretsArn }) => [
    allow(certificateSecretsArn, 'secretsmanager:DeleteSecret'),
  ],
  'certificate-secrets:write': ({ certificateSecretsArn, key }) => [
    // Secrets are never updated: a new value gets a new name.
    allow(certificateSecretsArn, 'secretsmanager:CreateSecret', 'secretsmanager:DeleteSecret'),
    viaService('secretsmanager', key.keyArn, 'kms:GenerateDataKey', 'kms:Decrypt'),
  ],
  'documents:read': ({ documents, key }) => [
    allow(documents.arnForObjects('*'), 's3:GetObject'),
    // Without this permission S3 answers 403, not 404, for a missing document.
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
  // No function may delete evidence or change its retention.
  'evidence:write': ({ evidence, key }) => [
    allow(evidence.arnForObjects('*'), 's3:PutObject'),
    viaService('s3', key.keyArn, 'kms:GenerateDataKey'),
  ],
  'work-queues:send': (_, { workQueues, group }) =>
    workQueues.arnsOf(group).map((arn) => allow(arn, 'sqs:SendMessage')),
  'accounts:list': ({ accounts }) => [onRows(accounts.tableArn, [ALL_ACCOUNTS], 'dynamodb:Query')],
  'users:list': ({ accounts }) => [onRows(accounts.tableArn, [USERS], 'dynamodb:BatchGetItem')],
  // SES may have verified the address or its domain, so the identity is unknown here; the sender is known.
  'mail:send': (_, { stage: { mailSender, mailRegion } }) =>
    mailSender
      ? [
          {
            ...allow(`arn:${Aws.PARTITION}:ses:${mailRegion}:${Aws.ACCOUNT_ID}:identity/*`, 'ses:SendEmail'),
            conditions: { StringEquals: { 'ses:FromAddress': mailSender } },
          },
        ]
      : [],
};

const STATEMENTS: Record<StatedGrant, Right> = { ...OF_GATEWAY, ...capabilityRights };
