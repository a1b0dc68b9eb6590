interface Price {
  usd: number;
  of: string;
  /**
   * Where the price was read. `AWS` means a page of AWS itself; a price from a third party must be checked before it is relied
   * on.
   */
  source: string;
  /** When it was read or, if from a third party, published. */
  asOf: string;
}

/**
 * List prices of AWS in US dollars, before free tiers, in us-east-1. The prices of eu-south-2, which are some percent higher,
 * were not found.
 */
export const PRICES = {
  lambdaRequest: {
    usd: 0.2 / 1e6,
    of: 'a request of Lambda',
    source: 'AWS: aws.amazon.com/lambda/pricing',
    asOf: '2026-11-22',
  },
  lambdaGbSecond: {
    usd: 0.0000133334,
    of: 'a GB-second of Lambda, arm64',
    source: 'AWS: aws.amazon.com/lambda/pricing',
    asOf: '2026-11-22',
  },
  dynamoRead: {
    usd: 0.125 / 1e6,
    of: 'a read unit of DynamoDB, on demand',
    source: 'AWS: prices since November 2024',
    asOf: '2026-11-22',
  },
  dynamoWrite: {
    usd: 0.625 / 1e6,
    of: 'a write unit of DynamoDB, on demand',
    source: 'AWS: prices since November 2024',
    asOf: '2026-11-22',
  },
  apiGatewayRequest: {
    usd: 3.5 / 1e6,
    of: 'a request of a REST API',
    source: 'AWS: whitepaper "API Gateway Private APIs", cost optimization',
    asOf: '2026-11-25',
  },
  logGigabyte: { usd: 0.5, of: 'a GB written to CloudWatch Logs', source: 'third parties', asOf: '2026' },
} as const satisfies Record<string, Price>;

/** Prints the prices, with where and when each was read. */
export const printPrices = (): void => {
  console.log('\nPrices in us-east-1');
  for (const { usd, of, source, asOf } of Object.values(PRICES))
    console.log(`${usd.toPrecision(3).padStart(14)} USD  ${of} (${source}, ${asOf})`);
};
