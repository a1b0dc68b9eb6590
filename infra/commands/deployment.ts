import {
  CloudFormationClient,
  DescribeStacksCommand,
  paginateListStackResources,
} from '@aws-sdk/client-cloudformation';
import { GetFunctionConfigurationCommand, LambdaClient } from '@aws-sdk/client-lambda';
import type { Variable } from '../../shared/config.ts';
import { functionName } from '../names.ts';
import { CommandError } from './command-error.ts';

/** Outputs of a CloudFormation stack, by name. */
export type Outputs = Record<string, string>;

/**
 * Reads the outputs of a stage's CloudFormation stack.
 * @throws CommandError if the stage is not deployed in the AWS account or emulator that the environment names
 */
export const readOutputs = async (stage: string): Promise<Outputs> => {
  const StackName = `pasarela-${stage}`;
  const { Stacks } = await new CloudFormationClient()
    .send(new DescribeStacksCommand({ StackName }))
    .catch((error) => {
      throw new CommandError(`The stack ${StackName} cannot be read: ${error.message}`);
    });
  return Object.fromEntries(
    (Stacks?.[0]?.Outputs ?? []).map(({ OutputKey, OutputValue }) => [OutputKey, OutputValue]),
  );
};

/** A resource of a stack: its type, such as `AWS::Logs::LogGroup`, and the name that AWS knows it by. */
export interface Deployed {
  type: string;
  /** As the template has it. */
  logicalId: string;
  name: string;
}

/**
 * Lists the resources of a stage's CloudFormation stack.
 * @throws Error of AWS if they cannot be listed
 */
export const listResources = async (stage: string): Promise<Deployed[]> => {
  const resources: Deployed[] = [];
  const pages = paginateListStackResources(
    { client: new CloudFormationClient() },
    { StackName: `pasarela-${stage}` },
  );
  for await (const { StackResourceSummaries = [] } of pages)
    for (const { ResourceType, LogicalResourceId, PhysicalResourceId } of StackResourceSummaries)
      if (PhysicalResourceId)
        resources.push({ type: ResourceType!, logicalId: LogicalResourceId!, name: PhysicalResourceId });
  return resources;
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
  RECORDS_TABLE: 'RecordsTable',
  PASSWORDS_TABLE: 'PasswordsTable',
  WINDOWS_TABLE: 'WindowsTable',
  FILINGS_TABLE: 'FilingsTable',
  DOCUMENTS_BUCKET: 'DocumentsBucket',
  EVIDENCE_BUCKET: 'EvidenceBucket',
  SERVICE_KEY_SECRET: 'ServiceKeySecret',
  CERTIFICATE_KEY_SECRET: 'CertificateKeySecret',
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
  // Of a stage with stand-in authorities only.
  ...(outputs.SandboxBucket && { SANDBOX_BUCKET: outputs.SandboxBucket }),
  ...Object.fromEntries(
    Object.entries(FROM_OUTPUTS).map(([variable, output]) => [variable, outputOf(outputs, output)]),
  ),
});

/**
 * One output.
 * @throws CommandError if it is missing
 */
export const outputOf = (outputs: Outputs, name: string): string => {
  const value = outputs[name];
  if (!value) throw new CommandError(`The stack has no output ${name}; deploy it again.`);
  return value;
};
