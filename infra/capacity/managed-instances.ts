import { Aws, Stack, Validations } from 'aws-cdk-lib';
import { ManagedPolicy, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import {
  Architecture,
  CapacityProvider,
  type CfnVersion,
  type Function as LambdaFunction,
} from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { FixedAddresses } from '../network/fixed-addresses.ts';
import { type Managed, processorsOf } from './settings.ts';

/**
 * Instances on which Lambda runs functions, many requests in a process at the same time. Functions on the same instances
 * are kept apart by containers only, so what files has instances of its own.
 */
export class ManagedInstances extends Construct {
  private readonly managed: Managed;
  private readonly network: FixedAddresses;
  private readonly encryptionKey: IKey | undefined;
  private readonly providers = new Map<string, CapacityProvider>();
  private role: Role | undefined;

  constructor(
    scope: Construct,
    id: string,
    {
      managed,
      network,
      encryptionKey,
    }: { managed: Managed; network: FixedAddresses; encryptionKey: IKey | undefined },
  ) {
    super(scope, id);
    this.managed = managed;
    this.network = network;
    this.encryptionKey = encryptionKey;
  }

  /** Lets a function, and the version of it that callers reach, run on the instances of a kind. */
  run(function_: LambdaFunction, kind: 'asking' | 'filing'): void {
    const { environments, gibPerProcessor, atOnce } = this.managed;
    this.of(kind).addFunction(function_, {
      executionEnvironmentMemoryGiBPerVCpu: gibPerProcessor,
      perExecutionEnvironmentMaxConcurrency: atOnce * processorsOf(this.managed),
      // Callers reach a version by its alias.
      publishToLatestPublished: false,
    });
    (function_.currentVersion.node.defaultChild as CfnVersion).functionScalingConfig = {
      minExecutionEnvironments: environments.least,
      maxExecutionEnvironments: environments.most,
    };
  }

  private of(kind: string): CapacityProvider {
    const made =
      this.providers.get(kind) ??
      new CapacityProvider(this, kind, {
        ...this.network.forInstances,
        architectures: [Architecture.ARM_64],
        maxVCpuCount: this.managed.processors,
        operatorRole: this.operator(),
        ...(this.encryptionKey && { kmsKey: this.encryptionKey }),
      });
    this.providers.set(kind, made);
    return made;
  }

  /** What EC2 asks of a key for volumes, in the name of who starts an instance. */
  private letUse(key: IKey, role: Role): void {
    const throughEc2 = { StringEquals: { 'kms:ViaService': `ec2.${Aws.REGION}.amazonaws.com` } };
    role.addToPolicy(
      new PolicyStatement({
        actions: [
          'kms:Decrypt',
          'kms:DescribeKey',
          'kms:GenerateDataKeyWithoutPlaintext',
          'kms:ReEncryptFrom',
          'kms:ReEncryptTo',
        ],
        resources: [key.keyArn],
        conditions: throughEc2,
      }),
    );
    role.addToPolicy(
      new PolicyStatement({
        actions: ['kms:CreateGrant'],
        resources: [key.keyArn],
        conditions: { ...throughEc2, Bool: { 'kms:GrantIsForAWSResource': 'true' } },
      }),
    );
  }

  /** Starts and ends the instances. */
  private operator(): Role {
    if (this.role) return this.role;
    this.role = new Role(this, 'Operator', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com', {
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
      managedPolicies: [ManagedPolicy.fromAwsManagedPolicyName('AWSLambdaManagedEC2ResourceOperator')],
    });
    if (this.encryptionKey) this.letUse(this.encryptionKey, this.role);
    Validations.of(this.role).acknowledge({
      id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/AWSLambdaManagedEC2ResourceOperator]',
      reason:
        'It is what AWS gives Lambda to start and end instances that Lambda itself manages, and Lambda alone assumes the role. A narrower one could not be tried without AWS.',
    });
    return this.role;
  }
}
