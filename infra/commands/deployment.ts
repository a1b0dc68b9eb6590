import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import type { Variable } from '../../shared/config.ts';

/** Outputs of a deployed stack, by name. */
export type Outputs = Record<string, string>;

/** A failure that is told as it is, without the stack of calls. */
export class CommandError extends Error {}

/**
 * What the stack of a stage says of itself.
 * @throws CommandError when the stage is not deployed where the environment points
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

/** Outputs that tell the stores where they are, by the variable that a function reads them from. */
const FROM_OUTPUTS = {
  RECORDS_TABLE: 'RecordsTable',
  WINDOWS_TABLE: 'WindowsTable',
  DOCUMENTS_BUCKET: 'DocumentsBucket',
  SERVICE_KEY_SECRET: 'ServiceKeySecret',
  CERTIFICATE_SECRETS_PREFIX: 'CertificateSecretsPrefix',
  ENCRYPTION_KEY: 'EncryptionKey',
} satisfies Partial<Record<Variable, string>>;

/**
 * The variables that the stores need, as the stack's functions have them.
 * @throws CommandError naming the output that the stack lacks
 */
export const storeVariables = (stage: string, outputs: Outputs): Partial<Record<Variable, string>> => ({
  STAGE: stage,
  ...Object.fromEntries(
    Object.entries(FROM_OUTPUTS).map(([variable, output]) => [variable, outputOf(outputs, output)]),
  ),
});

/** @throws CommandError naming the output that the stack lacks */
export const outputOf = (outputs: Outputs, name: string): string => {
  const value = outputs[name];
  if (!value) throw new CommandError(`The stack has no output ${name}; deploy it again.`);
  return value;
};
