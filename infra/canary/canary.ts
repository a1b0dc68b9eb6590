import { Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { type Code, Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { CANARY, functionName } from '../names.ts';
import { readSecret } from '../rights/statements.ts';
import { runtimeOf } from '../runtime.ts';
import { invokeEach } from '../schedule.ts';
import { MEMORY_MB } from '../sizing/memory.ts';
import type { Stage } from '../stages.ts';
import { removalOf, type Storage } from '../storage.ts';

interface CanaryProps {
  stage: Stage;
  storage: Storage;
  /** The function's bundled code. */
  code: Code;
}

/**
 * A function that calls the stage every five minutes as an integrator does, and fails if an answer is wrong. Its role
 * may read one secret, which holds its user and calls, and nothing else of the stage.
 */
export class Canary extends Construct {
  /** The canary's plan: its user and calls. Empty until `npm run accounts -- canary` writes one. */
  readonly secret: Secret;

  constructor(scope: Construct, id: string, { stage, storage, code }: CanaryProps) {
    super(scope, id);
    this.secret = new Secret(this, 'Plan', {
      description: `User and calls of the canary of pasarela ${stage.name}`,
      encryptionKey: storage.key,
      // CloudFormation would overwrite the plan if this value changed.
      secretObjectValue: {},
      removalPolicy: RemovalPolicy.DESTROY,
    });
    Validations.of(this.secret).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason:
        'npm run accounts -- canary renews it, with the rights of an operator: no function may set a password. Its user has an account of its own that holds nothing.',
    });

    const logGroup = new LogGroup(this, 'Logs', {
      retention: stage.logDays,
      encryptionKey: storage.ownKey,
      removalPolicy: removalOf(stage),
    });
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    logGroup.grantWrite(role);
    for (const statement of readSecret(this.secret.secretArn, storage.key.keyArn))
      role.addToPolicy(new PolicyStatement(statement));
    const function_ = new LambdaFunction(this, 'Function', {
      functionName: functionName(stage, CANARY),
      ...runtimeOf(stage),
      handler: 'handler.handler',
      code,
      environment: {
        STAGE: stage.name,
        CANARY_SECRET: this.secret.secretArn,
        API_SECONDS: String(stage.apiSeconds),
      },
      // Less than the five minutes after which the next run begins, and enough for all calls of a slow stage.
      timeout: Duration.minutes(3),
      memorySize: MEMORY_MB.canary,
      role,
      logGroup,
    });
    invokeEach(this, 'EachFiveMinutes', { period: Duration.minutes(5), target: function_ });
  }
}
