import { Stack } from 'aws-cdk-lib';
import { addressVariable, type Variable } from '../shared/kernel/config.ts';
import { AUTHORITIES } from '../shared/kernel/errors.ts';
import { capabilityVariables } from './capabilities.ts';
import type { StatedGrant } from './deployment.ts';
import type { CapabilityQueues } from './queues/capability-queues.ts';
import type { WorkQueues } from './queues/work-queues.ts';
import type { Stage } from './stages.ts';
import type { Storage } from './storage.ts';

/**
 * Variables that only functions with this grant need. Lambda allows 4 KB for all variables, so no other function gets
 * them.
 */
const ONLY_WITH: Partial<Record<Variable, StatedGrant>> = {
  ENCRYPTION_KEY: 'certificate-secrets:write',
  FILING_KEY_SECRET: 'filing-key:read',
  ...Object.fromEntries(Object.entries(capabilityVariables).map(([name, { onlyWith }]) => [name, onlyWith])),
};

/** Environment variables of a function with these grants: settings of the stage, and the names of its resources. */
export const variablesFor = (
  grants: StatedGrant[],
  ...all: Parameters<typeof variables>
): Partial<Record<Variable, string>> =>
  Object.fromEntries(
    Object.entries(variables(...all)).filter(([name]) => {
      const needed = ONLY_WITH[name as Variable];
      return needed === undefined || grants.includes(needed);
    }),
  );

const variables = (
  stage: Stage,
  storage: Storage,
  { workQueues, queues }: { workQueues: WorkQueues; queues: CapabilityQueues },
): Record<Variable, string> => ({
  STAGE: stage.name,
  ACCOUNTS_TABLE: storage.accounts.tableName,
  PASSWORDS_TABLE: storage.passwords.tableName,
  WINDOWS_TABLE: storage.windows.tableName,
  FILINGS_TABLE: storage.filings.tableName,
  OBLIGATIONS_TABLE: storage.obligations.tableName,
  EVENTS_TABLE: storage.events.tableName,
  DOCUMENTS_BUCKET: storage.documents.bucketName,
  EVIDENCE_BUCKET: storage.evidence.bucketName,
  SERVICE_KEY_SECRET: storage.serviceKey.secretArn,
  CERTIFICATE_KEY_SECRET: storage.certificateKey.secretArn,
  FILING_KEY_SECRET: storage.filingKey.secretArn,
  TOKEN_KEYS_SECRET: storage.tokenKeys.secretArn,
  CERTIFICATE_SECRETS_PREFIX: storage.certificateSecretsPrefix,
  ENCRYPTION_KEY: storage.key.keyArn,
  ...(Object.fromEntries(
    AUTHORITIES.map((authority) => [addressVariable(authority), stage.authorities[authority]]),
  ) as Record<ReturnType<typeof addressVariable>, string>),
  AUTHORITY_CA: stage.authorityCa,
  AUTHORITY_TLS: JSON.stringify(stage.authorityTls),
  STRICT_IDENTIFIERS: String(stage.strictIdentifiers),
  SWITCHED_ON: JSON.stringify(stage.switchedOn),
  GIVE_UP_DAYS: String(stage.giveUpDays),
  LIMITS: JSON.stringify(stage.limits),
  API_SECONDS: String(stage.apiSeconds),
  KEEP_CONVERSATIONS: String(stage.keepConversations),
  WORK_QUEUES: Stack.of(storage).toJsonString(workQueues.urls),
  MAIL_SENDER: stage.mailSender ?? '',
  MAIL_REGION: stage.mailRegion,
  PANEL_URL: stage.panelUrl ?? '',
  TIME_STAMP_AUTHORITY: stage.timeStampAuthority ?? '',
  ...(Object.fromEntries(
    Object.entries(capabilityVariables).map(([name, { value }]) => [name, value(stage, queues)]),
  ) as Record<keyof typeof capabilityVariables, string>),
});
