import type { APIGatewayAuthorizerResult, APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import { ANONYMOUS_USAGE_KEY } from '../../shared/rates.ts';
import { claimsOf } from '../../shared/serving/bearer.ts';

/**
 * Tells API Gateway whose usage plan a request counts against: the account's of its token, else the one that anonymous
 * callers share. It lets everything through: refusals are the functions', which give them their envelope and their
 * exact rate headers.
 */
export const handler = async (
  event: APIGatewayRequestAuthorizerEvent,
): Promise<APIGatewayAuthorizerResult> => {
  const claims = await claimsOf(event, new Date());
  return {
    principalId: claims?.accountId ?? 'anonymous',
    policyDocument: {
      Version: '2012-10-17',
      Statement: [{ Action: 'execute-api:Invoke', Effect: 'Allow', Resource: event.methodArn }],
    },
    usageIdentifierKey: claims?.accountId ?? ANONYMOUS_USAGE_KEY,
  };
};
