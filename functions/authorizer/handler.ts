import type { APIGatewayAuthorizerResult, APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import { ANONYMOUS_USAGE_KEY } from '../../shared/rates.ts';
import { claimsOf } from '../../shared/serving/bearer.ts';
import { readToken } from '../../shared/stores/identity/tokens.ts';
import { withDeadline } from '../../shared/stores/limits.ts';
import { secretsManager } from '../../shared/stores/secrets.ts';

/** The function has five seconds; its AWS calls end before, so that its log says what failed. */
const CALLS_MS = 4_000;

// While a function starts it has all of a processor, and afterwards a part.
secretsManager();

/**
 * Gives API Gateway the usage key with which a request is counted: that of the token's account, or the one that
 * anonymous callers share. It allows every request: the functions refuse, with the envelope and exact rate headers.
 */
export const handler = async (
  event: APIGatewayRequestAuthorizerEvent,
): Promise<APIGatewayAuthorizerResult> => {
  const claims = await withDeadline(CALLS_MS, () => claimsOf({ readToken }, event, new Date()));
  return {
    principalId: claims?.accountId ?? 'anonymous',
    policyDocument: {
      Version: '2012-10-17',
      Statement: [{ Action: 'execute-api:Invoke', Effect: 'Allow', Resource: event.methodArn }],
    },
    usageIdentifierKey: claims?.accountId ?? ANONYMOUS_USAGE_KEY,
  };
};
