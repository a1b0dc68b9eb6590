import type { APIGatewayAuthorizerResult, APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import { ANONYMOUS_USAGE_KEY } from '../../../shared/operation/rates.ts';
import { claimsOf } from '../../../shared/serving/who-called.ts';
import { dynamo } from '../../../shared/stores/dynamo/dynamo.ts';
import { isRevoked } from '../../../shared/stores/identity/token-rows.ts';
import { type Claims, readToken } from '../../../shared/stores/identity/tokens.ts';
import { withDeadline } from '../../../shared/stores/limits.ts';
import { secretsManager } from '../../../shared/stores/secrets.ts';

/** The function has five seconds; its AWS calls end before, so that its log says what failed. */
const CALLS_MS = 4_000;

/** Every request waits for this read, and it only decides for whom the request counts. */
const READ_MS = 1_000;
// While a function starts it has all of a processor, and afterwards a part.
dynamo();
secretsManager();

/**
 * Gives API Gateway the usage key under which a request is counted: the key of the token's account, or the one
 * shared by callers without a token or with a revoked one. It allows every request: the functions refuse, with the
 * envelope and exact rate headers.
 */
export const handler = async (
  event: APIGatewayRequestAuthorizerEvent,
): Promise<APIGatewayAuthorizerResult> => {
  const accountId = await withDeadline(CALLS_MS, async () => {
    const claims = await claimsOf({ readToken }, event, new Date());
    return claims && !(await seemsRevoked(claims)) ? claims.accountId : undefined;
  });
  return {
    principalId: accountId ?? 'anonymous',
    policyDocument: {
      Version: '2012-10-17',
      Statement: [{ Action: 'execute-api:Invoke', Effect: 'Allow', Resource: event.methodArn }],
    },
    usageIdentifierKey: accountId ?? ANONYMOUS_USAGE_KEY,
  };
};

/** A token whose row cannot be read counts as not revoked: the function decides whether it is valid. */
const seemsRevoked = async (claims: Claims): Promise<boolean> => {
  try {
    return await isRevoked(claims, READ_MS);
  } catch (error) {
    console.error('whether a token was revoked could not be read', error);
    // Loaded only where it is needed: every request waits for the start of this function.
    const { metrics } = await import('../../../shared/metrics/emit.ts');
    metrics.add('TokensUnread', 1, {});
    return false;
  }
};
