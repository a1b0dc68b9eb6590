import {
  CloudFormationClient,
  DescribeStacksCommand,
  paginateListStackResources,
} from '@aws-sdk/client-cloudformation';
import { CloudWatchLogsClient, paginateDescribeLogGroups } from '@aws-sdk/client-cloudwatch-logs';
import { GetFunctionConfigurationCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { functionName, stackName } from '../infra/names.ts';
import type { Variable } from '../shared/kernel/config.ts';
import { givenEndpoint } from './aws.ts';
import { CommandError } from './programs/command-error.ts';

/** Outputs of a CloudFormation stack, by name. */
export type Outputs = Record<string, string>;

const WHERE =
  '. Say in which AWS account and region the stage is (AWS_PROFILE, AWS_REGION), or start one here: npm run local';

/** Advice for failures before a request to AWS, by the name of the error. */
const HINTS: Record<string, string> = { CredentialsProviderError: WHERE, Error: WHERE };

/**
 * Reads the outputs of a stage's CloudFormation stack.
 * @throws CommandError if the stage is not deployed in the AWS account or emulator that the environment names
 */
export const readOutputs = async (stage: string): Promise<Outputs> => {
  const StackName = `pasarela-${stage}`;
  const { Stacks } = await new CloudFormationClient()
    .send(new DescribeStacksCommand({ StackName }))
    .catch((error) => {
      throw new CommandError(
        `The stack ${StackName} cannot be read: ${error.message}${HINTS[error.name] ?? ''}`,
      );
    });
  return Object.fromEntries(
    (Stacks?.[0]?.Outputs ?? []).map(({ OutputKey, OutputValue }) => [OutputKey, OutputValue]),
  );
};

/** A resource of a stack: its type, such as `AWS::Logs::LogGroup`, and its physical name. */
export interface Deployed {
  type: string;
  /** Its name in the template. */
  logicalId: string;
  name: string;
}

/**
 * Lists the resources of a stage's CloudFormation stack, and of the stacks within it.
 * @throws Error of AWS if they cannot be listed
 */
export const listResources = (stage: string): Promise<Deployed[]> => listResourcesOf(`pasarela-${stage}`);

/** Lists the resources of any stack, and of the stacks within it. */
export const listResourcesOf = async (StackName: string): Promise<Deployed[]> => {
  const resources: Deployed[] = [];
  const pages = paginateListStackResources({ client: new CloudFormationClient() }, { StackName });
  for await (const { StackResourceSummaries = [] } of pages)
    for (const { ResourceType, LogicalResourceId, PhysicalResourceId } of StackResourceSummaries) {
      if (!PhysicalResourceId) continue;
      resources.push({ type: ResourceType!, logicalId: LogicalResourceId!, name: PhysicalResourceId });
      if (ResourceType === 'AWS::CloudFormation::Stack')
        resources.push(...(await listResourcesOf(PhysicalResourceId)));
    }
  return resources;
};

/**
 * Lists the names of a stage's log groups. Emulators may log a function under its own name, whatever group it was given.
 * @throws Error of AWS if they cannot be listed
 */
export const listLogGroups = async (stage: string): Promise<string[]> => {
  const names = (await listResources(stage))
    .filter(({ type }) => type === 'AWS::Logs::LogGroup')
    .map(({ name }) => name);
  const logGroupNamePrefix = `/aws/lambda/${stackName({ name: stage })}-`;
  const pages = paginateDescribeLogGroups({ client: new CloudWatchLogsClient() }, { logGroupNamePrefix });
  for await (const { logGroups = [] } of pages)
    for (const { logGroupName } of logGroups) if (logGroupName) names.push(logGroupName);
  return [...new Set(names)];
};

/** The environment of a function that acts before authorities: all have the same. @throws Error of AWS */
export const functionSettings = async (stage: string): Promise<Record<string, string>> => {
  const { Environment } = await new LambdaClient().send(
    new GetFunctionConfigurationCommand({ FunctionName: functionName({ name: stage }, 'seg-social') }),
  );
  return Environment?.Variables ?? {};
};

/** The outputs that the stores need, by the variable in which the functions receive them. */
const FROM_OUTPUTS = {
  ACCOUNTS_TABLE: 'AccountsTable',
  PASSWORDS_TABLE: 'PasswordsTable',
  WINDOWS_TABLE: 'WindowsTable',
  FILINGS_TABLE: 'FilingsTable',
  OBLIGATIONS_TABLE: 'ObligationsTable',
  EVENTS_TABLE: 'EventsTable',
  DOCUMENTS_BUCKET: 'DocumentsBucket',
  EVIDENCE_BUCKET: 'EvidenceBucket',
  SERVICE_KEY_SECRET: 'ServiceKeySecret',
  CERTIFICATE_KEY_SECRET: 'CertificateKeySecret',
  FILING_KEY_SECRET: 'FilingKeySecret',
  TOKEN_KEYS_SECRET: 'TokenKeysSecret',
  CERTIFICATE_SECRETS_PREFIX: 'CertificateSecretsPrefix',
  ENCRYPTION_KEY: 'EncryptionKey',
} satisfies Partial<Record<Variable, string>>;

/**
 * The variables that the stores need, as the functions of the stage have them.
 * @throws CommandError that names the missing output
 */
export const storeVariables = (
  stage: string,
  outputs: Outputs,
): Partial<Record<Variable | 'SANDBOX_BUCKET', string>> => ({
  STAGE: stage,
  // Only a stage with stand-in authorities has it.
  ...(outputs.SandboxBucket && { SANDBOX_BUCKET: outputs.SandboxBucket }),
  ...Object.fromEntries(
    Object.entries(FROM_OUTPUTS).map(([variable, output]) => [variable, outputOf(outputs, output)]),
  ),
});

/** An output of the stack. @throws CommandError if it is missing */
export const outputOf = (outputs: Outputs, name: string): string => {
  const value = outputs[name];
  if (!value) throw new CommandError(`The stack has no output ${name}; deploy it again.`);
  return value;
};

/** Address of a stage's API, with its stage and without a final slash: in AWS, or at the emulator in use. */
export const apiAddress = (outputs: Outputs): string => {
  const endpoint = givenEndpoint();
  return endpoint
    ? `${endpoint}/restapis/${outputOf(outputs, 'ApiId')}/api/_user_request_`
    : outputOf(outputs, 'ApiUrl').replace(/\/$/, '');
};
