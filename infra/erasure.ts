import { Aws, Stack, Validations } from 'aws-cdk-lib';
import type { IUsagePlan } from 'aws-cdk-lib/aws-apigateway';
import { AccountRootPrincipal, AnyPrincipal, Effect, PolicyStatement, Role } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { USAGE_PLAN_TAG } from './names.ts';
import { RETURNS_NOTHING, throughTables } from './rights/statements.ts';
import { allCertificateSecrets, allObjects } from './rights/wildcards.ts';
import type { Storage } from './storage.ts';

/** ARN of the API keys of the AWS account. */
const KEYS = `arn:${Aws.PARTITION}:apigateway:${Aws.REGION}::/apikeys`;

/**
 * The role with which an operator erases an account for good (`npm run accounts -- erase`). It is the only role that
 * may delete locked evidence; the bucket denies that to everyone else, including administrators.
 */
export class Erasure extends Construct {
  readonly role: Role;

  constructor(scope: Construct, id: string, storage: Storage) {
    super(scope, id);
    const { accounts, passwords, windows, filings, obligations, events, documents, evidence, key } = storage;
    this.role = new Role(this, 'Role', {
      // The operator's own policies decide who may assume it. A leaked access key is not enough: MFA is required.
      assumedBy: new AccountRootPrincipal().withConditions({
        Bool: { 'aws:MultiFactorAuthPresent': 'true' },
      }),
      description: 'Erases accounts for good: npm run accounts -- erase',
    });

    const allow = (resources: string[], ...actions: string[]) =>
      this.role.addToPolicy(new PolicyStatement({ actions, resources }));

    // DescribeStacks by name is checked against the name, whatever id the stack has.
    const { partition, region, account, stackName } = Stack.of(this);
    allow(
      [`arn:${partition}:cloudformation:${region}:${account}:stack/${stackName}/*`],
      'cloudformation:DescribeStacks',
    );
    allow(
      [accounts.tableArn, windows.tableArn],
      ...['Scan', 'GetItem', 'UpdateItem', 'DeleteItem'].map((action) => `dynamodb:${action}`),
    );
    allow([events.tableArn], 'dynamodb:Scan', 'dynamodb:DeleteItem');
    this.role.addToPolicy(
      new PolicyStatement({
        actions: ['dynamodb:DeleteItem'],
        resources: [passwords.tableArn],
        ...RETURNS_NOTHING,
      }),
    );
    allow(
      [filings.tableArn, `${filings.tableArn}/index/byAccount`],
      ...['Query', 'GetItem', 'UpdateItem', 'DeleteItem'].map((action) => `dynamodb:${action}`),
    );
    allow([obligations.tableArn], 'dynamodb:Query', 'dynamodb:DeleteItem');
    allow([storage.certificateSecretsArn], 'secretsmanager:DeleteSecret');
    allow(['*'], 'secretsmanager:ListSecrets');
    allow([documents.bucketArn, evidence.bucketArn], 's3:ListBucket', 's3:ListBucketVersions');
    allow([documents.arnForObjects('*')], 's3:GetObject', 's3:DeleteObject');
    allow(
      [evidence.arnForObjects('*')],
      // The command first writes evidence that is still due.
      ...['GetObject', 'PutObject', 'GetObjectVersion', 'GetObjectRetention'].map((action) => `s3:${action}`),
      ...['DeleteObject', 'DeleteObjectVersion', 'BypassGovernanceRetention'].map((action) => `s3:${action}`),
    );
    this.role.addToPolicy(
      new PolicyStatement({
        actions: ['kms:Decrypt', 'kms:GenerateDataKey'],
        resources: [key.keyArn],
        conditions: { StringEquals: { 'kms:ViaService': `s3.${Aws.REGION}.amazonaws.com` } },
      }),
    );
    for (const statement of throughTables(storage)) this.role.addToPolicy(new PolicyStatement(statement));
    allow([KEYS], 'apigateway:GET');

    evidence.addToResourcePolicy(
      new PolicyStatement({
        effect: Effect.DENY,
        principals: [new AnyPrincipal()],
        actions: ['s3:BypassGovernanceRetention'],
        resources: [evidence.arnForObjects('*')],
        conditions: { ArnNotEquals: { 'aws:PrincipalArn': this.role.roleArn } },
      }),
    );

    Validations.of(this.role).acknowledge(
      { id: 'AwsSolutions-IAM5[Resource::*]', reason: 'Secrets are listed without a resource.' },
      {
        id: `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:cloudformation:<AWS::Region>:<AWS::AccountId>:stack/${Stack.of(this).stackName}/*]`,
        reason:
          'The id of a stack is part of its ARN, and a stack is described by its name. It reads outputs.',
      },
      allCertificateSecrets(storage),
      {
        id: 'AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:apigateway:<AWS::Region>::/apikeys/*]',
        reason: 'The key of an account is found by its name; its id is given at run time.',
      },
      ...[documents, evidence].map((bucket) => allObjects(bucket, 'An account has any number of objects.')),
    );
  }

  /** Allows deleting the API keys of a usage plan, and no others: `npm run accounts` tags them. */
  letDeleteKeys(plan: IUsagePlan): void {
    this.role.addToPolicy(
      new PolicyStatement({
        actions: ['apigateway:DELETE'],
        resources: [`${KEYS}/*`],
        conditions: { StringEquals: { [`aws:ResourceTag/${USAGE_PLAN_TAG}`]: plan.usagePlanId } },
      }),
    );
  }
}
