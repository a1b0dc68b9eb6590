import { Aws } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { alarmTopicName } from '../names.ts';
import type { Stage } from '../stages.ts';

/**
 * The SNS topic to which operators subscribe. It belongs to the gateway's stack, so that subscriptions survive
 * changes of the alarms and the topic is encrypted with the key of the stage.
 */
export class AlarmTopic extends Construct {
  readonly topic: Topic;

  /** @param encryptionKey KMS key of the stage; `undefined` for a key that AWS manages */
  constructor(
    scope: Construct,
    id: string,
    { stage, encryptionKey }: { stage: Stage; encryptionKey: IKey | undefined },
  ) {
    super(scope, id);
    this.topic = new Topic(this, 'Topic', {
      topicName: alarmTopicName(stage),
      enforceSSL: true,
      masterKey: encryptionKey,
    });
    // `enforceSSL` gives the topic a policy, which replaces the default one that would admit CloudWatch alarms.
    this.topic.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [this.topic.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } },
      }),
    );
  }
}
