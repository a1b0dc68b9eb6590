/**
 * List prices of AWS in US dollars, before free tiers. `confirmed` names where a price was read in public; what is not
 * confirmed is what is commonly told, and is to be looked up before it is relied on. All are of us-east-1: the prices of
 * eu-south-2, which differ by some percent, could not be confirmed.
 */
export const PRICES = {
  lambdaRequest: { usd: 0.2 / 1e6, unit: 'request', confirmed: 'aws.amazon.com/lambda/pricing' },
  lambdaGbSecond: { usd: 0.0000133334, unit: 'GB-second, arm64', confirmed: 'aws.amazon.com/lambda/pricing' },
  dynamoRead: { usd: 0.125 / 1e6, unit: 'read unit, on demand', confirmed: 'prices since November 2024' },
  dynamoWrite: { usd: 0.625 / 1e6, unit: 'write unit, on demand', confirmed: 'prices since November 2024' },
  apiGatewayRequest: { usd: 3.5 / 1e6, unit: 'request of a REST API', confirmed: undefined },
  /** Instances on which Lambda runs functions: 2 processors, 8 GiB. A page of third parties had it in June 2026. */
  instanceHour: { usd: 0.0816, unit: 'hour of m7g.large, Linux', confirmed: 'third parties, 2026-06-17' },
  /** What Lambda adds to the price of an instance, as third parties published it in 2026. */
  managementFee: { usd: 0.15, unit: 'of the price of an instance', confirmed: 'third parties, 2026' },
  logGigabyte: { usd: 0.5, unit: 'GB written to CloudWatch Logs', confirmed: undefined },
} as const;
