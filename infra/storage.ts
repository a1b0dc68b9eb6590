import { Aws, Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import {
  AttributeType,
  BillingMode,
  ProjectionType,
  StreamViewType,
  Table,
  TableEncryption,
} from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  HttpMethods,
  ObjectLockRetention,
  ObjectOwnership,
} from 'aws-cdk-lib/aws-s3';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { BATCH_SECONDS } from '../functions/capabilities/batches/store/batch.ts';
import { CONVERSATIONS, FOLDERS_OF_ACCOUNTS } from '../shared/stores/keyspace.ts';
import { FIRST } from '../shared/stores/service-keys.ts';
import type { Stage } from './stages.ts';
import { TABLES, type TableDefinition } from './tables.ts';

/** A week longer than the batch's row, because DynamoDB deletes rows some days after they expire. */
const BATCH_CONTENT = Duration.days(BATCH_SECONDS / (24 * 60 * 60) + 7);

const keysOf = ({ partitionKey, sortKey, timeToLive, streamed }: TableDefinition) => ({
  partitionKey: { name: partitionKey, type: AttributeType.STRING },
  ...(sortKey && { sortKey: { name: sortKey, type: AttributeType.STRING } }),
  ...(timeToLive && { timeToLiveAttribute: timeToLive }),
  ...(streamed && { stream: StreamViewType.NEW_AND_OLD_IMAGES }),
});

const addIndexes = (table: Table, { indexes = [] }: TableDefinition): void => {
  for (const { name, partitionKey, sortKey, include } of indexes)
    table.addGlobalSecondaryIndex({
      indexName: name,
      ...(include && { projectionType: ProjectionType.INCLUDE, nonKeyAttributes: include }),
      partitionKey: { name: partitionKey, type: AttributeType.STRING },
      sortKey: { name: sortKey, type: AttributeType.STRING },
    });
};

/** KMS actions that AWS services perform on behalf of readers and writers. */
export const USES_OF_KEY = [
  'kms:Encrypt',
  'kms:Decrypt',
  'kms:ReEncryptFrom',
  'kms:ReEncryptTo',
  'kms:GenerateDataKey',
  'kms:GenerateDataKeyWithoutPlaintext',
];

/** Average with leap years, so that a number of years ends on the same date. */
const DAYS_OF_A_YEAR = 365.25;

/**
 * Removal policy for resources that outlive a stack. If the first creation fails they are deleted all the same, because they
 * contain nothing yet and the next attempt needs their names.
 */
export const OUTLIVES = RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE;

/** Removal policy of data, keys and logs when the stack is deleted. */
export const removalOf = ({ keepData }: Pick<Stage, 'keepData'>): RemovalPolicy =>
  keepData ? OUTLIVES : RemovalPolicy.DESTROY;

/** Tables, buckets, keys and secrets of the gateway. */
export class Storage extends Construct {
  /** KMS key for documents and secrets. */
  readonly key: Key;
  /** The same key, on a stage where it also encrypts tables, logs and topics. */
  readonly ownKey: Key | undefined;
  /** Accounts, users, client companies and certificates, with point-in-time recovery of 35 days. */
  readonly accounts: Table;
  /** Password hashes, apart from all other rows, with point-in-time recovery. */
  readonly passwords: Table;
  /** Sessions, rate windows, idempotency keys, continuation tokens and password links. Needs no backup. */
  readonly windows: Table;
  /** Records of submissions (trámites), their locks and entries, with point-in-time recovery. */
  readonly filings: Table;
  /** Obligations and the facts behind them, with point-in-time recovery. */
  readonly obligations: Table;
  /** Events of accounts, what was done about them, and reminders. Needs no backup. */
  readonly events: Table;
  /** Documents as the authorities issued them, and stored answers. */
  readonly documents: Bucket;
  /** Evidence of filings. On a stage with `evidenceYears` it cannot be deleted or changed before then. */
  readonly evidence: Bucket;
  /**
   * Secret from whose generations keys are derived: for encrypted attributes, links and MACs. `npm run keys` rotates
   * it.
   */
  readonly serviceKey: Secret;
  /** Secret from whose generations the signing keys of `cert_secret`s are derived. `npm run keys` rotates it. */
  readonly certificateKey: Secret;
  /** Secret for the key that seals queued work. */
  readonly filingKey: Secret;
  /** Ring of token keys. `npm run keys` rotates it. */
  readonly tokenKeys: Secret;
  /** Prefix of the names of certificate secrets. The function `certificate` creates one for each P12 and owner. */
  readonly certificateSecretsPrefix: string;

  constructor(scope: Construct, id: string, stage: Stage) {
    super(scope, id);
    const removalPolicy = removalOf(stage);

    this.key = new Key(this, 'Key', {
      alias: `alias/pasarela-${stage.name}`,
      description: `Encrypts what pasarela ${stage.name} stores`,
      enableKeyRotation: true,
      removalPolicy,
    });

    this.ownKey = stage.ownKey ? this.key : undefined;
    if (this.ownKey) letServicesUse(this.ownKey);
    const encrypted = this.ownKey
      ? { encryption: TableEncryption.CUSTOMER_MANAGED, encryptionKey: this.ownKey }
      : {};

    const kept = {
      ...encrypted,
      billingMode: BillingMode.PAY_PER_REQUEST,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: stage.isProtected,
      removalPolicy,
    };
    this.accounts = new Table(this, 'Accounts', { ...keysOf(TABLES.ACCOUNTS_TABLE), ...kept });
    this.passwords = new Table(this, 'Passwords', { ...keysOf(TABLES.PASSWORDS_TABLE), ...kept });

    this.windows = new Table(this, 'Windows', {
      ...keysOf(TABLES.WINDOWS_TABLE),
      ...encrypted,
      billingMode: BillingMode.PAY_PER_REQUEST,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    Validations.of(this.windows).acknowledge({
      id: 'AwsSolutions-DDB3',
      reason:
        'All its rows expire. An old session or rate window would be wrong, so restoring the table is of no use.',
    });

    this.events = new Table(this, 'Events', {
      ...keysOf(TABLES.EVENTS_TABLE),
      ...encrypted,
      billingMode: BillingMode.PAY_PER_REQUEST,
      deletionProtection: stage.isProtected,
      removalPolicy,
    });
    Validations.of(this.events).acknowledge({
      id: 'AwsSolutions-DDB3',
      reason:
        'Events expire after 30 days, and hold nothing that other records do not hold. What is due on a day is made again from those (npm run accounts -- restore-reminders). A reader whose place is lost learns that from the answer.',
    });

    this.filings = new Table(this, 'Filings', { ...keysOf(TABLES.FILINGS_TABLE), ...kept });
    addIndexes(this.filings, TABLES.FILINGS_TABLE);
    this.obligations = new Table(this, 'Obligations', { ...keysOf(TABLES.OBLIGATIONS_TABLE), ...kept });
    addIndexes(this.obligations, TABLES.OBLIGATIONS_TABLE);

    const closed = {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      removalPolicy,
    };
    const accessLogs = new Bucket(this, 'DocumentsAccess', {
      ...closed,
      // S3 delivers server access logs only to buckets with a key that S3 manages.
      encryption: BucketEncryption.S3_MANAGED,
      lifecycleRules: [{ expiration: Duration.days(stage.logDays) }],
    });
    Validations.of(accessLogs).acknowledge({
      id: 'AwsSolutions-S1',
      reason:
        'It receives the server access logs. Logging its own access would create more logs without end.',
    });
    this.documents = new Bucket(this, 'Documents', {
      ...closed,
      encryption: BucketEncryption.KMS,
      encryptionKey: this.key,
      bucketKeyEnabled: true,
      // Links may be followed from pages of any origin, just as the API may be called from any.
      cors: [{ allowedMethods: [HttpMethods.GET], allowedOrigins: ['*'] }],
      serverAccessLogsBucket: accessLogs,
      // If several rules match, S3 applies the one that expires first.
      lifecycleRules: [
        ...[...FOLDERS_OF_ACCOUNTS, CONVERSATIONS].map((folder) => ({
          prefix: `${folder}/`,
          expiration: folder === 'batches' ? BATCH_CONTENT : Duration.days(stage.documentDays),
        })),
        {
          expiration: Duration.days(Math.max(stage.documentDays, BATCH_CONTENT.toDays())),
          abortIncompleteMultipartUploadAfter: Duration.days(1),
        },
      ],
    });

    const evidenceAge = stage.evidenceYears
      ? Duration.days(Math.ceil(stage.evidenceYears * DAYS_OF_A_YEAR))
      : undefined;
    this.evidence = new Bucket(this, 'Evidence', {
      ...closed,
      encryption: BucketEncryption.KMS,
      encryptionKey: this.key,
      bucketKeyEnabled: true,
      versioned: true,
      ...(evidenceAge && { objectLockDefaultRetention: ObjectLockRetention.governance(evidenceAge) }),
      serverAccessLogsBucket: accessLogs,
      serverAccessLogsPrefix: 'evidence/',
      lifecycleRules: [
        {
          expiration: evidenceAge ?? Duration.days(stage.documentDays),
          abortIncompleteMultipartUploadAfter: Duration.days(1),
        },
        {
          // A locked version stays until its lock ends.
          noncurrentVersionExpiration: Duration.days(1),
          // CloudFormation rejects a rule with this action alone, and S3 rejects it next to an expiration of current
          // versions.
          expiredObjectDeleteMarker: true,
        },
      ],
    });

    // The first key of a ring. If this value changed, CloudFormation would overwrite the secrets and drop all other keys.
    const generated = {
      passwordLength: 64,
      excludePunctuation: true,
      secretStringTemplate: JSON.stringify({ id: FIRST }),
      generateStringKey: 'key',
    };
    this.serviceKey = new Secret(this, 'ServiceKey', {
      description: `Makes MACs in rows and logs of pasarela ${stage.name}`,
      encryptionKey: this.key,
      generateSecretString: generated,
      removalPolicy,
    });
    this.certificateKey = new Secret(this, 'CertificateKey', {
      description: `Signs certificate secrets of pasarela ${stage.name}`,
      encryptionKey: this.key,
      generateSecretString: generated,
      removalPolicy,
    });
    this.filingKey = new Secret(this, 'FilingKey', {
      description: `Seals what is queued in pasarela ${stage.name}`,
      encryptionKey: this.key,
      generateSecretString: generated,
      removalPolicy,
    });
    this.tokenKeys = new Secret(this, 'TokenKeys', {
      description: `Signs tokens of pasarela ${stage.name}`,
      encryptionKey: this.key,
      generateSecretString: generated,
      removalPolicy,
    });
    const reasons: [Secret, string][] = [
      [
        this.serviceKey,
        'It is no credential: no one signs in with it. Where it may be known to others it is rotated: npm run keys adds a generation, encrypts again what is stored, and drops the one before. Secrets Manager rotates by a function that may write the secret, and no function here may.',
      ],
      [
        this.certificateKey,
        'Integrators keep the secrets that it signed for as long as they use a certificate, so each rotation makes all of them read new ones. A cert_secret works only with a session of its account, so the key alone opens nothing. Where it may be known to others it is rotated: npm run keys adds a generation, and drops the one before when integrators had time.',
      ],
      [
        this.filingKey,
        'It is no credential: no one signs in with it, and what it sealed waits for hours at most. If it gets out, it is replaced by hand: what waits then is ended, and nothing of that is sent.',
      ],
      [
        this.tokenKeys,
        'It is rotated: npm run keys adds a key to the ring, and keeps those before until their tokens end. Secrets Manager rotates by a function that may write the secret, and no function here may: one that was taken over could otherwise sign tokens with a key of its own. It would change if such a function served no requests.',
      ],
    ];
    for (const [secret, reason] of reasons)
      Validations.of(secret).acknowledge({ id: 'AwsSolutions-SMG4', reason });

    this.certificateSecretsPrefix = `pasarela/${stage.name}/certificates/`;
  }

  /** ARN of all certificate secrets. They are created at run time, so it names them by prefix. */
  get certificateSecretsArn(): string {
    return `arn:${Aws.PARTITION}:secretsmanager:${Aws.REGION}:${Aws.ACCOUNT_ID}:secret:${this.certificateSecretsPrefix}*`;
  }
}

/** Lets CloudWatch encrypt the logs of this AWS account, and publish alarms to an encrypted topic. */
const letServicesUse = (key: Key) => {
  key.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal(`logs.${Aws.REGION}.amazonaws.com`)],
      actions: [...USES_OF_KEY, 'kms:DescribeKey'],
      resources: ['*'],
      conditions: {
        ArnLike: {
          'kms:EncryptionContext:aws:logs:arn': `arn:${Aws.PARTITION}:logs:${Aws.REGION}:${Aws.ACCOUNT_ID}:log-group:*`,
        },
      },
    }),
  );
  key.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
      actions: ['kms:Decrypt', 'kms:GenerateDataKey'],
      resources: ['*'],
      conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } },
    }),
  );
};
