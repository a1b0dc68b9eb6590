import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import { CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import { resourceOf } from '../../shared/derive/routes.ts';
import type { Group } from '../../shared/operation/operation.ts';
import { LIMITS } from '../../shared/operation/rates.ts';
import { signsIn } from '../throttling.ts';

/** Seconds over which requests are counted: the shortest that WAF has, and the window of all other limits. */
const WINDOW_SECONDS = 60;

/**
 * Requests a minute of one address to sign in, or for a password. Functions refuse those above the exact limit, in whole
 * minutes; so twice of it is never refused here alone.
 */
const SIGN_INS_PER_MINUTE = 2 * LIMITS.anonymous;

/** The paths with which callers sign in or get a password. One that begins with another is left out. */
const signInPaths = (groups: Group[]): string[] => {
  const paths = groups.flatMap((group) =>
    group.operations.filter(signsIn).map((operation) => resourceOf(group, operation)),
  );
  return paths.filter((path) => !paths.some((other) => other !== path && path.startsWith(`${other}/`)));
};

/** Requests whose path contains one of these, however it is encoded. */
const toAny = (paths: string[]): CfnWebACL.StatementProperty => ({
  orStatement: {
    statements: paths.map((path) => ({
      byteMatchStatement: {
        fieldToMatch: { uriPath: {} },
        positionalConstraint: 'CONTAINS',
        searchString: path,
        textTransformations: [{ priority: 0, type: 'URL_DECODE' }],
      },
    })),
  },
});

/**
 * A web ACL before the API: who sends too many requests from one address is refused for as long as he does. It counts all
 * requests, and those to sign in apart: API Gateway's throttle of signing in counts those too that a function refuses, and
 * all callers share it. Nothing that the web ACL refuses reaches it, or a function.
 */
export class WebAcl extends Construct {
  constructor(
    scope: Construct,
    id: string,
    {
      rest,
      name,
      requestsPerMinute,
      groups,
    }: { rest: RestApi; name: string; requestsPerMinute: number; groups: Group[] },
  ) {
    super(scope, id);
    // Samples of requests would show paths and headers: identifiers of persons, and secrets.
    const counted = (metricName: string) => ({
      metricName,
      cloudWatchMetricsEnabled: true,
      sampledRequestsEnabled: false,
    });
    const limit = (rule: string, most: number, scopeDownStatement?: CfnWebACL.StatementProperty) => ({
      name: rule,
      action: { block: {} },
      statement: {
        rateBasedStatement: {
          aggregateKeyType: 'IP',
          limit: most,
          evaluationWindowSec: WINDOW_SECONDS,
          ...(scopeDownStatement && { scopeDownStatement }),
        },
      },
      visibilityConfig: counted(`${name}-${rule}`),
    });
    const acl = new CfnWebACL(this, 'Acl', {
      name,
      scope: 'REGIONAL',
      defaultAction: { allow: {} },
      visibilityConfig: counted(name),
      rules: [
        limit('each-address', requestsPerMinute),
        limit('sign-ins-of-each-address', SIGN_INS_PER_MINUTE, toAny(signInPaths(groups))),
      ].map((rule, priority) => ({ ...rule, priority })),
    });
    new CfnWebACLAssociation(this, 'Association', {
      resourceArn: rest.deploymentStage.stageArn,
      webAclArn: acl.attrArn,
    });
  }
}
