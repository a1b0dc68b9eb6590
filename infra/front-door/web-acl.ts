import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import { CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import { resourceOf } from '../../shared/derive/routes.ts';
import type { Group } from '../../shared/operation/operation.ts';
import { LIMITS } from '../../shared/operation/rates.ts';
import { signsIn } from '../throttling.ts';

/** Evaluation window in seconds: the shortest that WAF offers, and the window of all other limits. */
const WINDOW_SECONDS = 60;

/**
 * Requests a minute from one address to sign in or to get a password. Functions enforce the exact limit by the
 * clock's minute, so twice that limit never blocks a request that they would accept.
 */
const SIGN_INS_PER_MINUTE = 2 * LIMITS.anonymous;

/** Paths of sign-in and passwords, without paths that begin with another one of them. */
const signInPaths = (groups: Group[]): string[] => {
  const paths = groups.flatMap((group) =>
    group.operations.filter(signsIn).map((operation) => resourceOf(group, operation)),
  );
  return paths.filter((path) => !paths.some((other) => other !== path && path.startsWith(`${other}/`)));
};

/** Matches requests whose path contains one of these, in any encoding. */
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
 * A web ACL in front of the API. It blocks an IP address for as long as it exceeds the limit, and counts sign-ins
 * separately: all callers share API Gateway's throttle of sign-ins, which also counts requests that a function
 * refuses. Requests that the web ACL blocks reach neither.
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
    // Sampled requests would show paths and headers, and so personal identifiers and secrets.
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
