import { Validations } from 'aws-cdk-lib';
import { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Alias, type CfnVersion, type Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { alarmName, functionName, LIVE, stackName } from '../names.ts';
import type { Stage } from '../stages.ts';

/**
 * Releases new versions of functions by CodeDeploy: a tenth of the calls for five minutes, and a rollback if an alarm
 * fires, after which CloudFormation rolls back the whole deployment. A replaced version is deleted at the end of a
 * deployment; an older release is deployed from its sources.
 */
export class Releases extends Construct {
  private readonly stage: Stage;
  private readonly application: LambdaApplication;
  /** One role for all deployment groups, in place of one each. */
  private readonly role: Role;

  constructor(scope: Construct, id: string, stage: Stage) {
    super(scope, id);
    this.stage = stage;
    this.application = new LambdaApplication(this, 'Application', { applicationName: stackName(stage) });
    this.role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('codedeploy.amazonaws.com') });
    Validations.of(this.role).acknowledge({
      id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSCodeDeployRoleForLambdaLimited]',
      reason:
        'It is what AWS gives CodeDeploy to move an alias and to read alarms, and CodeDeploy alone assumes the role. A narrower one could not be tried without AWS.',
    });
  }

  /**
   * Creates the alias through which a function is invoked.
   * @param name of the function, without the prefix of the stage
   * @param alarms that roll back a new version, each by its kind, and by the function if there is one for each
   */
  aliasOf(name: string, function_: LambdaFunction, alarms: (readonly [kind: string, of?: string])[]): Alias {
    const scope = new Construct(this, name);
    const version = function_.currentVersion;
    // Each version has a setting of its own, and callers get a version.
    if (this.stage.runtimePatched)
      (version.node.defaultChild as CfnVersion).runtimePolicy = { updateRuntimeOn: 'FunctionUpdate' };
    const alias = new Alias(scope, 'Alias', { aliasName: LIVE, version });
    new LambdaDeploymentGroup(scope, 'Group', {
      application: this.application,
      deploymentGroupName: functionName(this.stage, name),
      role: this.role,
      alias,
      // By name, because the alarms belong to another stack.
      alarms: alarms.map(([kind, of]) => Alarm.fromAlarmName(scope, kind, alarmName(this.stage, kind, of))),
      deploymentConfig: this.stage.deployAtOnce
        ? LambdaDeploymentConfig.ALL_AT_ONCE
        : LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES,
      ignoreAlarmConfiguration: this.stage.deployAtOnce,
    });
    return alias;
  }
}
