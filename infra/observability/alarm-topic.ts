import { Aws } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { alarmTopicName } from '../names.ts';
import type { Stage } from '../stages.ts';

/**
 * The topic to which operators subscribe. It is in the stack of the gateway: subscriptions outlive every change of the
 * alarms, and it is encrypted with the key of that stack.
 */
export class AlarmTopic extends Construct {
  readonly topic: Topic;

  /** @param encryptionKey if not one of AWS */
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
    // The topic has a policy (`enforceSSL`), so the default one, which allows alarms of the account, does not apply.
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
