import { Aws, Duration, RemovalPolicy } from 'aws-cdk-lib';
import {
  AccessLogField,
  AccessLogFormat,
  LogGroupLogDestination,
  MethodLoggingLevel,
  type RestApi,
  type StageOptions,
} from 'aws-cdk-lib/aws-apigateway';
import { ComparisonOperator, type Metric, Stats, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Topic } from 'aws-cdk-lib/aws-sns';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { Stage } from './stages.ts';

/**
 * The fields of the access log. It has no path, query, headers or IP address: they may contain national identifiers,
 * certificate secrets and other personal data. `keyId` shows which account a usage plan has refused.
 */
const ACCESS_LOG_FIELDS = {
  requestId: AccessLogField.contextRequestId(),
  time: AccessLogField.contextRequestTime(),
  method: AccessLogField.contextHttpMethod(),
  resource: AccessLogField.contextResourcePath(),
  status: AccessLogField.contextStatus(),
  refusal: AccessLogField.contextErrorResponseType(),
  keyId: AccessLogField.contextIdentityApiKeyId(),
  bytes: AccessLogField.contextResponseLength(),
  milliseconds: AccessLogField.contextResponseLatency(),
  functionMilliseconds: AccessLogField.contextIntegrationLatency(),
};

/** What the API's stage records: an access log and metrics, without any content of requests. */
export const stageLogging = (
  scope: Construct,
  { keepData, logDays }: Stage,
  encryptionKey: IKey | undefined,
): StageOptions => ({
  accessLogDestination: new LogGroupLogDestination(
    new LogGroup(scope, 'AccessLog', {
      retention: logDays,
      encryptionKey,
      removalPolicy: keepData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    }),
  ),
  accessLogFormat: AccessLogFormat.custom(JSON.stringify(ACCESS_LOG_FIELDS)),
  loggingLevel: MethodLoggingLevel.OFF,
  dataTraceEnabled: false,
  metricsEnabled: true,
  // API Gateway's traces contain the path, and a path may contain a certificate secret. The functions have traces.
  tracingEnabled: false,
});

const FIVE_MINUTES = Duration.minutes(5);

interface AlarmsProps {
  api: RestApi;
  functions: LambdaFunction[];
  failedWork: Queue;
  /** Of the topic, if not one of AWS. */
  encryptionKey: IKey | undefined;
}

/** Alarms for failures that integrators notice. The operator subscribes to their topic. */
export class Alarms extends Construct {
  readonly topic: Topic;

  constructor(scope: Construct, id: string, { api, functions, failedWork, encryptionKey }: AlarmsProps) {
    super(scope, id);
    this.topic = new Topic(this, 'Topic', { enforceSSL: true, masterKey: encryptionKey });
    // The topic has a policy (`enforceSSL`), so the default one, which allows alarms of the account, does not apply.
    this.topic.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [this.topic.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } },
      }),
    );

    // An authority that is down causes 5xx answers, too. So the alarm needs one in twenty for 15 minutes.
    const failed = api.metricServerError({ period: FIVE_MINUTES, statistic: Stats.AVERAGE });
    this.add('ServerErrors', failed, 0.05, 3);
    const putAside = failedWork.metricApproximateNumberOfMessagesVisible({ period: FIVE_MINUTES });
    this.add('FailedWork', putAside, 1, 1);
    for (const function_ of functions) {
      const name = function_.node.scope?.node.id;
      this.add(`${name}Errors`, function_.metricErrors({ period: FIVE_MINUTES }), 1, 1);
      this.add(`${name}Throttles`, function_.metricThrottles({ period: FIVE_MINUTES }), 1, 1);
    }
  }

  private add(id: string, metric: Metric, threshold: number, evaluationPeriods: number) {
    metric
      .createAlarm(this, id, {
        threshold,
        evaluationPeriods,
        comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
        treatMissingData: TreatMissingData.NOT_BREACHING,
      })
      .addAlarmAction(new SnsAction(this.topic));
  }
}
