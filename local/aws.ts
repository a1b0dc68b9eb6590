import { delimiter, dirname } from 'node:path';

/** The region of the stack; on the emulator it is the same. */
export const REGION = 'eu-south-2';

/** The only AWS account of the emulator. */
export const ACCOUNT = '000000000000';

/** The endpoint of an emulator that is already running, if the environment names one. */
export const givenEndpoint = (env: NodeJS.ProcessEnv = process.env): string | undefined =>
  env.AWS_ENDPOINT_URL?.replace(/\/$/, '') || undefined;

/** Variables with which the AWS SDK and the CDK use an emulator. */
export const awsVariables = (endpoint: string): Record<string, string> => ({
  AWS_ENDPOINT_URL: endpoint,
  AWS_ENDPOINT_URL_S3: endpoint,
  AWS_REGION: REGION,
  AWS_ACCESS_KEY_ID: 'test',
  AWS_SECRET_ACCESS_KEY: 'test',
});

/** Configuration of AWS SDK clients for an emulator. */
export const emulatorClient = (endpoint: string) => ({
  endpoint,
  region: REGION,
  credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
});

/** The environment of this process for use with an emulator, without the developer's own AWS settings. */
export const awsEnvironment = (endpoint: string): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('AWS_'))),
  ...awsVariables(endpoint),
  PATH: pathWithNode(),
  // Otherwise the CDK sends local calls through a company's proxy, too.
  NO_PROXY: [process.env.NO_PROXY, '127.0.0.1,localhost'].filter(Boolean).join(','),
});

/** `PATH` with the Node of this process first, which then runs the CDK app and the functions. */
export const pathWithNode = (): string => [dirname(process.execPath), process.env.PATH].join(delimiter);
