import { delimiter, dirname } from 'node:path';

/** The region that the stack lives in, locally too. */
export const REGION = 'eu-south-2';

/** The emulator has one account. */
export const ACCOUNT = '000000000000';

/** Variables that point the AWS SDK and the CDK at an emulator. */
export const awsVariables = (endpoint: string): Record<string, string> => ({
  AWS_ENDPOINT_URL: endpoint,
  AWS_ENDPOINT_URL_S3: endpoint,
  AWS_REGION: REGION,
  AWS_ACCESS_KEY_ID: 'test',
  AWS_SECRET_ACCESS_KEY: 'test',
});

/** This environment, pointed at an emulator: nothing of the developer's own AWS settings gets in. */
export const awsEnvironment = (endpoint: string): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('AWS_'))),
  ...awsVariables(endpoint),
  PATH: pathWithNode(),
  // The CDK would send even local calls through a company's proxy.
  NO_PROXY: [process.env.NO_PROXY, '127.0.0.1,localhost'].filter(Boolean).join(','),
});

/** The search path, with the Node that runs this first: it is to run the CDK app and the functions too. */
export const pathWithNode = (): string => [dirname(process.execPath), process.env.PATH].join(delimiter);
