import { Aws, Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import { AttributeType, BillingMode, Table } from 'aws-cdk-lib/aws-dynamodb';
import { Key } from 'aws-cdk-lib/aws-kms';
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import type { Stage } from './stages.ts';

/** What the gateway keeps. */
export class Storage extends Construct {
  /** Encrypts documents and secrets. */
  readonly key: Key;
  /** Accounts, users, clients and certificates; kept, restorable to any second of the last 35 days. */
  readonly records: Table;
  /** Sessions, rate windows, idempotency, continuation tokens and password links; nothing worth restoring. */
  readonly windows: Table;
  /** Documents as the authorities gave them, for as long as a request may be repeated. */
  readonly documents: Bucket;
  /** Signs tokens and proves certificate ids. */
  readonly serviceKey: Secret;
  /** Names of certificates' secrets begin so; the certificate function makes one for each certificate. */
  readonly certificateSecretsPrefix: string;

  constructor(scope: Construct, id: string, stage: Stage) {
    super(scope, id);
    const removalPolicy = stage.keepData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY;

    this.key = new Key(this, 'Key', {
      alias: `alias/pasarela-${stage.name}`,
      description: `Documents and secrets of pasarela ${stage.name}`,
      enableKeyRotation: true,
      removalPolicy,
    });

    this.records = new Table(this, 'Records', {
      partitionKey: { name: 'pk', type: AttributeType.STRING },
      sortKey: { name: 'sk', type: AttributeType.STRING },
      billingMode: BillingMode.PAY_PER_REQUEST,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: stage.keepData,
      removalPolicy,
    });

    this.windows = new Table(this, 'Windows', {
      partitionKey: { name: 'id', type: AttributeType.STRING },
      billingMode: BillingMode.PAY_PER_REQUEST,
      timeToLiveAttribute: 'expires',
      removalPolicy: RemovalPolicy.DESTROY,
    });
    Validations.of(this.windows).acknowledge({
      id: 'AwsSolutions-DDB3',
      reason:
        'Everything in it expires by itself: a restored session or rate window would be wrong, not useful.',
    });

    const closed = {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      removalPolicy,
    };
    const accessLogs = new Bucket(this, 'DocumentsAccess', {
      ...closed,
      // S3 delivers server access logs only to buckets under its own key.
      encryption: BucketEncryption.S3_MANAGED,
      lifecycleRules: [{ expiration: Duration.days(stage.logDays) }],
    });
    Validations.of(accessLogs).acknowledge({
      id: 'AwsSolutions-S1',
      reason: 'It is where server access logs go; logging its own access would never end.',
    });
    this.documents = new Bucket(this, 'Documents', {
      ...closed,
      encryption: BucketEncryption.KMS,
      encryptionKey: this.key,
      bucketKeyEnabled: true,
      serverAccessLogsBucket: accessLogs,
      lifecycleRules: [
        {
          expiration: Duration.days(stage.documentDays),
          abortIncompleteMultipartUploadAfter: Duration.days(1),
        },
      ],
    });

    this.serviceKey = new Secret(this, 'ServiceKey', {
      description: `Signs tokens and certificate ids of pasarela ${stage.name}`,
      encryptionKey: this.key,
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
      removalPolicy,
    });
    Validations.of(this.serviceKey).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason:
        'Every certificate secret that integrators hold is proved with it: a new key would void them all.',
    });

    this.certificateSecretsPrefix = `pasarela/${stage.name}/certificates/`;
  }

  /** ARN of every certificate's secret: they exist at run time only, so by prefix. */
  get certificateSecretsArn(): string {
    return `arn:${Aws.PARTITION}:secretsmanager:${Aws.REGION}:${Aws.ACCOUNT_ID}:secret:${this.certificateSecretsPrefix}*`;
  }
}
