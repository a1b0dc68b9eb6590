import { Validations } from 'aws-cdk-lib';
import { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Alias, type Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { alarmName, functionName, LIVE, stackName } from '../names.ts';
import type { Stage } from '../stages.ts';

/**
 * How a new version of a function comes to its callers: by CodeDeploy, which gives it a tenth of the calls for five minutes,
 * and takes them back if an alarm is raised. Then CloudFormation takes the whole deployment back. A version that was
 * replaced is deleted at the end of a deployment: an older release is deployed from its sources, with all that it needs.
 */
export class Releases extends Construct {
  private readonly stage: Stage;
  private readonly application: LambdaApplication;
  /** One for all groups, in place of one for each. */
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
   * An alias of a function, through which all are to call it.
   * @param name of the function, without that of the stage
   * @param alarms of the stage that take a new version back, each by its kind, and by the function where there is one for each
   */
  aliasOf(name: string, function_: LambdaFunction, alarms: (readonly [kind: string, of?: string])[]): Alias {
    const scope = new Construct(this, name);
    const alias = new Alias(scope, 'Alias', { aliasName: LIVE, version: function_.currentVersion });
    new LambdaDeploymentGroup(scope, 'Group', {
      application: this.application,
      deploymentGroupName: functionName(this.stage, name),
      role: this.role,
      alias,
      // By name: they are in another stack.
      alarms: alarms.map(([kind, of]) => Alarm.fromAlarmName(scope, kind, alarmName(this.stage, kind, of))),
      deploymentConfig: this.stage.deployAtOnce
        ? LambdaDeploymentConfig.ALL_AT_ONCE
        : LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES,
      ignoreAlarmConfiguration: this.stage.deployAtOnce,
    });
    return alias;
  }
}
