import { Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import { type IRole, PolicyStatement, type Role } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { SANDBOX } from '../reference/groups.ts';
import { WORLDS_PREFIX } from '../sandbox/worlds/s3-store.ts';
import type { Functions } from './functions.ts';
import { allObjects } from './rights/wildcards.ts';
import type { Stage } from './stages.ts';
import type { Storage } from './storage.ts';

interface SandboxProps {
  stage: Stage;
  storage: Storage;
  functions: Functions;
  /** The role that erases accounts. */
  eraser: Role;
}

/**
 * Resources of the stand-in authorities, which run inside the functions: a bucket with the world of each account, and
 * the secret from which the issuing key of test certificates is derived.
 */
export class Sandbox extends Construct {
  /** The world of each account, and the certificate of the issuing authority. */
  readonly bucket: Bucket;
  readonly authority: Secret;

  constructor(scope: Construct, id: string, { stage, storage, functions, eraser }: SandboxProps) {
    super(scope, id);
    this.bucket = new Bucket(this, 'Worlds', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      encryption: BucketEncryption.S3_MANAGED,
      removalPolicy: RemovalPolicy.DESTROY,
      // A sandbox that is not changed for this long expires and starts again. The issuer's certificate stays.
      lifecycleRules: [{ prefix: WORLDS_PREFIX, expiration: Duration.days(stage.documentDays) }],
    });
    Validations.of(this.bucket).acknowledge({
      id: 'AwsSolutions-S1',
      reason:
        'What test programs filed for invented persons, on a sandbox stage only. No one needs to prove who read it, and each request would write a log line.',
    });

    this.authority = new Secret(this, 'Authority', {
      description: `From it the key is derived that signs the test certificates of pasarela ${stage.name}`,
      encryptionKey: storage.key,
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
      removalPolicy: RemovalPolicy.DESTROY,
    });
    Validations.of(this.authority).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason:
        'It signs test certificates that only the stand-ins of this stage accept, for invented persons. A new key would make all of them invalid, in the middle of the tests of integrators. Every account of the stage may have such a certificate anyway (POST /sandbox/certificate).',
    });

    const own = functions.of(SANDBOX);
    for (const function_ of new Set([...functions.atAuthorities, own])) this.letActInWorlds(function_);
    own.addEnvironment('SANDBOX_AUTHORITY_SECRET', this.authority.secretArn);
    own.addToRolePolicy(
      new PolicyStatement({
        actions: ['secretsmanager:GetSecretValue'],
        resources: [this.authority.secretArn],
      }),
    );
    eraser.addToPolicy(
      new PolicyStatement({ actions: ['s3:DeleteObject'], resources: [this.bucket.arnForObjects('*')] }),
    );
    this.acknowledgeObjects(eraser);
  }

  private letActInWorlds(function_: LambdaFunction): void {
    function_.addEnvironment('SANDBOX_BUCKET', this.bucket.bucketName);
    const allow = (resource: string, ...actions: string[]) =>
      function_.addToRolePolicy(new PolicyStatement({ actions, resources: [resource] }));
    // Overwriting a version on a condition requires the permission to read it.
    allow(this.bucket.arnForObjects('*'), 's3:GetObject', 's3:PutObject');
    // Without this permission S3 answers 403, not 404, for a missing object.
    allow(this.bucket.bucketArn, 's3:ListBucket');
    this.acknowledgeObjects(function_.role!);
  }

  private acknowledgeObjects(role: IRole): void {
    Validations.of(role).acknowledge(
      allObjects(this.bucket, 'There is one object for each account; the bucket holds nothing else.'),
    );
  }
}
