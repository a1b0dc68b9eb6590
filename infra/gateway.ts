import { CfnOutput, Stack } from 'aws-cdk-lib';
import type { Code } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { API_STAGE } from '../shared/derive/routes.ts';
import type { Group } from '../shared/operation.ts';
import { Api } from './api.ts';
import { Erasure } from './erasure.ts';
import { Functions } from './functions.ts';
import { stackName } from './names.ts';
import { AlarmTopic } from './observability/alarm-topic.ts';
import { Sandbox } from './sandbox.ts';
import { Schedule } from './schedule.ts';
import type { Stage } from './stages.ts';
import { Storage } from './storage.ts';
import { Throttling } from './throttling.ts';
import { WorkQueues } from './work-queues.ts';

export interface GatewayProps {
  stage: Stage;
  /** All groups of operations. The API, the functions and their permissions are derived from them. */
  groups: Group[];
  /** The bundled code of the function with this name. */
  code: (name: string) => Code;
}

/** The CloudFormation stack of one stage. */
export class Gateway extends Stack {
  constructor(scope: Construct, { stage, groups, code }: GatewayProps) {
    super(scope, stackName(stage), { terminationProtection: stage.keepData });

    const storage = new Storage(this, 'Storage', stage);
    const erasure = new Erasure(this, 'Erasure', storage);
    const workQueues = new WorkQueues(this, 'Work', { stage, groups });
    const functions = new Functions(this, 'Functions', { stage, storage, workQueues, groups, code });
    const sandbox =
      stage.standIns && new Sandbox(this, 'Sandbox', { stage, storage, functions, eraser: erasure.role });
    const encryptionKey = storage.ownKey;
    const { rest, methods, domain } = new Api(this, 'Api', { stage, groups, functions, encryptionKey });
    new Schedule(this, 'Schedule', functions.dueFilings);
    const throttling = new Throttling(this, 'Throttling', { api: rest, methods, stage: stage.name });
    const { topic } = new AlarmTopic(this, 'Alarms', stage, encryptionKey);

    // Commands of operators and tests read these.
    const outputs = {
      ApiId: rest.restApiId,
      ApiUrl: stage.frontDoor.domain ? `https://${stage.frontDoor.domain.name}/${API_STAGE}/` : rest.url,
      RecordsTable: storage.records.tableName,
      PasswordsTable: storage.passwords.tableName,
      WindowsTable: storage.windows.tableName,
      FilingsTable: storage.filings.tableName,
      DocumentsBucket: storage.documents.bucketName,
      EvidenceBucket: storage.evidence.bucketName,
      ServiceKeySecret: storage.serviceKey.secretArn,
      CertificateKeySecret: storage.certificateKey.secretArn,
      TokenKeysSecret: storage.tokenKeys.secretArn,
      CertificateSecretsPrefix: storage.certificateSecretsPrefix,
      FailedWorkQueue: workQueues.failed.queueUrl,
      EncryptionKey: storage.key.keyArn,
      EraseRole: erasure.role.roleArn,
      UsagePlanId: throttling.accounts.usagePlanId,
      AlarmTopic: topic.topicArn,
      ...(sandbox && {
        SandboxBucket: sandbox.bucket.bucketName,
        SandboxAuthoritySecret: sandbox.authority.secretArn,
      }),
      ...(domain && { DomainTarget: domain.target.name, DomainTargetZone: domain.target.zone }),
      ...(stage.mailSender && { MailSender: stage.mailSender }),
    };
    for (const [name, value] of Object.entries(outputs)) new CfnOutput(this, name, { value });
  }
}
