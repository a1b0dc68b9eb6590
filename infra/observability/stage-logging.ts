import {
  AccessLogField,
  AccessLogFormat,
  LogGroupLogDestination,
  MethodLoggingLevel,
  type StageOptions,
} from 'aws-cdk-lib/aws-apigateway';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { Stage } from '../stages.ts';
import { removalOf } from '../storage.ts';

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

/** Access log and metrics of the API's stage, without any content of requests. */
export const stageLogging = (
  scope: Construct,
  stage: Stage,
  encryptionKey: IKey | undefined,
): StageOptions => ({
  accessLogDestination: new LogGroupLogDestination(
    new LogGroup(scope, 'AccessLog', {
      retention: stage.logDays,
      encryptionKey,
      removalPolicy: removalOf(stage),
    }),
  ),
  accessLogFormat: AccessLogFormat.custom(JSON.stringify(ACCESS_LOG_FIELDS)),
  loggingLevel: MethodLoggingLevel.OFF,
  dataTraceEnabled: false,
  metricsEnabled: stage.detailedMetrics,
  // API Gateway's traces would contain the path, and so perhaps a certificate secret. Functions have traces where the
  // stage enables them.
  tracingEnabled: false,
});
