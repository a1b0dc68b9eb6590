import { ArnFormat, Stack } from 'aws-cdk-lib';
import { Alarm, Dashboard } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { Topic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import type { Group } from '../../shared/operation/operation.ts';
import { alarmName, alarmTopicName, observabilityStackName, stackName } from '../names.ts';
import type { Stage } from '../stages.ts';
import { alarmsOf } from './alarms.ts';
import { widgetsOf } from './dashboard.ts';
import { CHANGES_UNREAD, READ_TABLES } from './unread-changes.ts';

/**
 * Dashboard and alarms of a stage. It is a separate stack that knows the gateway by names only, which leaves room in
 * the gateway's template and keeps a mistake in a graph from rolling back functions.
 */
export class Observability extends Stack {
  constructor(scope: Construct, observed: { stage: Stage; groups: Group[] }) {
    const { stage } = observed;
    super(scope, observabilityStackName(stage), {
      // Otherwise the CDK would prefix the name with the assembly's.
      stackName: observabilityStackName(stage),
      description: `Dashboard and alarms of ${stackName(stage)}`,
    });
    const topicArn = this.formatArn({
      service: 'sns',
      resource: alarmTopicName(stage),
      arnFormat: ArnFormat.NO_RESOURCE_NAME,
    });
    const action = new SnsAction(Topic.fromTopicArn(this, 'Topic', topicArn));
    const alarms = alarmsOf(observed).map(({ kind, of, metric, threshold, periods, comparison, missing }) => {
      const alarm = new Alarm(this, of === undefined ? kind : `${kind}-${of}`, {
        alarmName: alarmName(stage, kind, of),
        alarmDescription: `What to do: docs/operations.md, ${kind}`,
        metric,
        threshold,
        evaluationPeriods: periods,
        comparisonOperator: comparison,
        treatMissingData: missing,
      });
      alarm.addAlarmAction(action);
      return alarm;
    });
    const ofGateway = (stage.emulator ? [] : READ_TABLES).map((of) =>
      Alarm.fromAlarmName(this, `${CHANGES_UNREAD}-${of}`, alarmName(stage, CHANGES_UNREAD, of)),
    );
    new Dashboard(this, 'Dashboard', {
      dashboardName: stackName(stage),
      widgets: widgetsOf(observed, [...alarms, ...ofGateway]),
    });
  }
}
