/**
 * Quotas and list prices of AWS, each with the page that says so. `isConfirmed` is false where no public page says it for
 * the region of a stage (Europe, Spain), or at all.
 */
export interface Quota {
  value: number;
  unit: string;
  source: string;
  isConfirmed: boolean;
  canBeRaised: boolean;
}

const LAMBDA = 'https://docs.aws.amazon.com/lambda/latest/dg';
const GATEWAY = 'https://docs.aws.amazon.com/apigateway/latest/developerguide';
const DYNAMO = 'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide';

export const QUOTAS = {
  concurrency: {
    value: 1_000,
    unit: 'executions at a time, of all functions; a new AWS account has fewer at first',
    source: `${LAMBDA}/limits.html`,
    isConfirmed: true,
    canBeRaised: true,
  },
  scaling: {
    value: 1_000,
    unit: 'new environments of a function in 10 seconds',
    source: `${LAMBDA}/scaling-behavior.html`,
    isConfirmed: true,
    canBeRaised: false,
  },
  gatewayRate: {
    value: 2_500,
    unit: 'requests a second in Europe (Spain); 10,000 in most other regions',
    source: `${GATEWAY}/limits.html`,
    isConfirmed: true,
    canBeRaised: true,
  },
  gatewayBurst: {
    value: 1_250,
    unit: 'requests of burst in Europe (Spain)',
    source: `${GATEWAY}/limits.html`,
    isConfirmed: true,
    canBeRaised: false,
  },
  apiKeys: {
    value: 10_000,
    unit: 'API keys of an AWS account and region: one for each account, and one for anonymous callers',
    source: `${GATEWAY}/api-gateway-execution-service-limits-table.html`,
    isConfirmed: true,
    canBeRaised: false,
  },
  tableWrites: {
    value: 4_000,
    unit: 'write units a second of a new table; twice its former peak later, 40,000 at most',
    source: `${DYNAMO}/on-demand-capacity-mode.html`,
    isConfirmed: true,
    canBeRaised: true,
  },
  tableReads: {
    value: 12_000,
    unit: 'read units a second of a new table; twice its former peak later, 40,000 at most',
    source: `${DYNAMO}/on-demand-capacity-mode.html`,
    isConfirmed: true,
    canBeRaised: true,
  },
  partitionWrites: {
    value: 1_000,
    unit: 'write units a second of one partition',
    source: `${DYNAMO}/bp-partition-key-design.html`,
    isConfirmed: true,
    canBeRaised: false,
  },
  secretReads: {
    value: 10_000,
    unit: 'reads of secrets a second',
    source: 'https://docs.aws.amazon.com/secretsmanager/latest/userguide/reference_limits.html',
    isConfirmed: true,
    canBeRaised: false,
  },
  decryptions: {
    value: 10_000,
    unit: 'decryptions of KMS a second (symmetric keys); each read of a secret is one',
    source: 'not found for Europe (Spain)',
    isConfirmed: false,
    canBeRaised: true,
  },
  queueWorkers: {
    value: 1_000,
    unit: 'messages of a queue that functions work on at a time; this project sets 50',
    source: `${LAMBDA}/services-sqs-scaling.html`,
    isConfirmed: true,
    canBeRaised: true,
  },
} as const satisfies Record<string, Quota>;

/**
 * List prices in US dollars, North Virginia, before free tiers. Those of Europe (Spain) were not found, and are some
 * percent higher.
 */
export const PRICES = {
  gatewayRequest: 3.5e-6,
  lambdaRequest: 0.2e-6,
  /** Of arm64. */
  lambdaGigabyteSecond: 0.0000133334,
  readUnit: 0.125e-6,
  writeUnit: 0.625e-6,
  secretRead: 0.05 / 10_000,
  decryption: 0.03 / 10_000,
  /** A month. */
  secret: 0.4,
  logGigabyte: 0.5,
};
