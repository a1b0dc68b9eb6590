import { CfnOutput, CfnParameter, Duration, Stack } from 'aws-cdk-lib';
import type { Code } from 'aws-cdk-lib/aws-lambda';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import { Construct } from 'constructs';
import { API_STAGE } from '../shared/derive/routes.ts';
import type { Group } from '../shared/operation/operation.ts';
import { Api } from './api.ts';
import { Canary } from './canary/canary.ts';
import { ChangeStreams } from './change-streams.ts';
import { Erasure } from './erasure.ts';
import { DUE_FILINGS, Functions } from './functions.ts';
import { apiAddressName, CANARY, CHANGES, stackName } from './names.ts';
import { AlarmTopic } from './observability/alarm-topic.ts';
import { UnreadChanges } from './observability/unread-changes.ts';
import { CapabilityQueues } from './queues/capability-queues.ts';
import { WorkQueues } from './queues/work-queues.ts';
import { Sandbox } from './sandbox.ts';
import { invokeEach } from './schedule.ts';
import type { Stage } from './stages.ts';
import { Storage } from './storage.ts';
import { Throttling } from './throttling.ts';

export interface GatewayProps {
  stage: Stage;
  /** All groups of operations, from which the API, the functions and their permissions are derived. */
  groups: Group[];
  /** Returns the bundled code of a function by its name. */
  code: (name: string) => Code;
}

/** The CloudFormation stack of one stage. */
export class Gateway extends Stack {
  constructor(scope: Construct, { stage: described, groups, code }: GatewayProps) {
    super(scope, stackName(described), { terminationProtection: described.isProtected });
    const stage: Stage = { ...described, mailSender: described.mailSender ?? this.askSender(described) };

    const storage = new Storage(this, 'Storage', stage);
    const erasure = new Erasure(this, 'Erasure', storage);
    const workQueues = new WorkQueues(this, 'Work', { stage, groups });
    const queues = new CapabilityQueues(this, { stage, failed: workQueues.failed });
    const functions = new Functions(this, 'Functions', {
      stage,
      storage,
      workQueues,
      queues,
      groups,
      code,
    });
    const { streams } = new ChangeStreams(this, 'Changes', {
      stage,
      storage,
      reader: functions.live(CHANGES),
    });
    const sandbox =
      stage.standIns && new Sandbox(this, 'Sandbox', { stage, storage, functions, eraser: erasure.role });
    const encryptionKey = storage.ownKey;
    const api = new Api(this, 'Api', { stage, groups, functions, encryptionKey });
    const { rest, limited, domain } = api;
    invokeEach(new Construct(this, 'Schedule'), 'EachMinute', {
      period: Duration.minutes(1),
      target: functions.live(DUE_FILINGS),
    });
    const canary = stage.canary && new Canary(this, 'Canary', { stage, storage, code: code(CANARY) });
    const throttling = new Throttling(this, 'Throttling', { api: rest, limited, stage: stage.name });
    erasure.letDeleteKeys(throttling.accounts);
    const { topic } = new AlarmTopic(this, 'Alarms', { stage, encryptionKey });
    // An emulator does not support alarms with metric math.
    if (!stage.emulator) new UnreadChanges(this, 'UnreadChanges', { stage, topic, streams });

    // Commands of operators and tests read these.
    const outputs = {
      ApiId: rest.restApiId,
      ApiUrl: stage.frontDoor.domain ? `https://${stage.frontDoor.domain.name}/${API_STAGE}/` : rest.url,
      AccountsTable: storage.accounts.tableName,
      PasswordsTable: storage.passwords.tableName,
      WindowsTable: storage.windows.tableName,
      FilingsTable: storage.filings.tableName,
      ObligationsTable: storage.obligations.tableName,
      EventsTable: storage.events.tableName,
      DocumentsBucket: storage.documents.bucketName,
      EvidenceBucket: storage.evidence.bucketName,
      ServiceKeySecret: storage.serviceKey.secretArn,
      CertificateKeySecret: storage.certificateKey.secretArn,
      FilingKeySecret: storage.filingKey.secretArn,
      TokenKeysSecret: storage.tokenKeys.secretArn,
      CertificateSecretsPrefix: storage.certificateSecretsPrefix,
      FailedWorkQueue: workQueues.failed.queueUrl,
      ...queues.outputs,
      EncryptionKey: storage.key.keyArn,
      EraseRole: erasure.role.roleArn,
      UsagePlanId: throttling.accounts.usagePlanId,
      AlarmTopic: topic.topicArn,
      ...(sandbox && {
        SandboxBucket: sandbox.bucket.bucketName,
        SandboxAuthoritySecret: sandbox.authority.secretArn,
      }),
      ...(canary && { CanarySecret: canary.secret.secretArn }),
      ...(domain && { DomainTarget: domain.target.name, DomainTargetZone: domain.target.zone }),
      ...(stage.mailSender && { MailSender: stage.mailSender, MailRegion: stage.mailRegion }),
    };
    for (const [name, value] of Object.entries(outputs)) new CfnOutput(this, name, { value });
    new StringParameter(this, 'ApiAddress', {
      parameterName: apiAddressName(stage),
      stringValue: outputs.ApiUrl,
    });
  }

  /** Makes the sender a CloudFormation parameter, so that CDK commands that deploy nothing need not know it. */
  private askSender({ name }: Stage): string | undefined {
    if (name === 'sandbox') return undefined;
    return new CfnParameter(this, 'MailSenderAddress', {
      description: 'Sender of mails, verified by SES. Give it with -c mailSender=…',
      allowedPattern: '[^@\\s]+@[^@\\s]+',
      constraintDescription: 'must be an address: -c mailSender=…',
    }).valueAsString;
  }
}
