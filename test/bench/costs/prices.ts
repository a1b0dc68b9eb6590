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
  logGigabyte: { usd: 0.5, unit: 'GB written to CloudWatch Logs', confirmed: undefined },
} as const;
