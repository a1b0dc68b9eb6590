import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import { CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';

/** Seconds over which requests are counted: the shortest that WAF has, and the window of all other limits. */
const WINDOW_SECONDS = 60;

/**
 * A web ACL before the API, with one rule: who sends too many requests from one address is refused for as long as he does.
 * Nothing that it refuses reaches a function.
 */
export class WebAcl extends Construct {
  constructor(
    scope: Construct,
    id: string,
    { rest, name, requestsPerMinute }: { rest: RestApi; name: string; requestsPerMinute: number },
  ) {
    super(scope, id);
    // Samples of requests would show paths and headers: identifiers of persons, and secrets.
    const counted = (metricName: string) => ({
      metricName,
      cloudWatchMetricsEnabled: true,
      sampledRequestsEnabled: false,
    });
    const acl = new CfnWebACL(this, 'Acl', {
      name,
      scope: 'REGIONAL',
      defaultAction: { allow: {} },
      visibilityConfig: counted(name),
      rules: [
        {
          name: 'each-address',
          priority: 0,
          action: { block: {} },
          statement: {
            rateBasedStatement: {
              aggregateKeyType: 'IP',
              limit: requestsPerMinute,
              evaluationWindowSec: WINDOW_SECONDS,
            },
          },
          visibilityConfig: counted(`${name}-each-address`),
        },
      ],
    });
    new CfnWebACLAssociation(this, 'Association', {
      resourceArn: rest.deploymentStage.stageArn,
      webAclArn: acl.attrArn,
    });
  }
}
