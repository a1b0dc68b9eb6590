import { Duration, NestedStack, Size, Validations } from 'aws-cdk-lib';
import {
  ApiKeySourceType,
  AuthorizationType,
  AwsIntegration,
  type CfnRestApi,
  EndpointType,
  RequestAuthorizer,
  RestApi,
} from 'aws-cdk-lib/aws-apigateway';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import { API_STAGE, routesOf } from '../shared/derive/routes.ts';
import type { Group, Operation } from '../shared/operation/operation.ts';
import { Domain } from './front-door/domain.ts';
import { tlsOf } from './front-door/settings.ts';
import { WebAcl } from './front-door/web-acl.ts';
import { AUTHORIZER, apiTimeout, type Functions } from './functions.ts';
import { addGatewayResponses } from './gateway-responses.ts';
import { apiName, webAclName } from './names.ts';
import { stageLogging } from './observability/stage-logging.ts';
import type { Stage } from './stages.ts';
import { OUTLIVES } from './storage.ts';
import { hasOwnLimit, type OperationMethod } from './throttling.ts';

/** The group whose function answers requests for unknown paths. */
const UNKNOWN_PATHS_GROUP = 'reference';

export interface ApiProps {
  stage: Stage;
  groups: Group[];
  functions: Functions;
  /** KMS key for the access log; `undefined` uses a key that AWS manages. */
  encryptionKey: IKey | undefined;
}

/**
 * The REST API. Each path has one method for all requests, and further methods only for operations of another
 * function or with a throttle of their own. It is a nested stack, because a stack has at most 500 resources and each
 * path takes two or three. (An API imported from an OpenAPI document would be a single resource. But no emulator
 * supports gateway responses in such a document, and API Gateway drops all others when it imports one, so deployment
 * and tests would differ.)
 */
export class Api extends NestedStack {
  readonly rest: RestApi;
  /** Methods with a throttle of their own. */
  readonly limited: OperationMethod[] = [];
  /** The stage's custom domain, if it has one. */
  readonly domain: Domain | undefined;

  constructor(scope: Construct, id: string, { stage, groups, functions, encryptionKey }: ApiProps) {
    super(scope, id, { description: `The REST API of ${apiName(stage)}` });
    const { frontDoor } = stage;

    // No cache: it needs a header as its key, and API Gateway would refuse every request without this header.
    const authorizer =
      stage.emulator?.authorizer === false
        ? undefined
        : new RequestAuthorizer(this, 'Authorizer', {
            handler: functions.live(AUTHORIZER),
            identitySources: [],
            resultsCacheTtl: Duration.seconds(0),
          });

    this.rest = new RestApi(this, 'Rest', {
      restApiName: apiName(stage),
      endpointTypes: [EndpointType.REGIONAL],
      disableExecuteApiEndpoint: !frontDoor.defaultAddress,
      ...(authorizer && { apiKeySourceType: ApiKeySourceType.AUTHORIZER }),
      // Forms contain a P12, which is binary: they reach the function in base64.
      binaryMediaTypes: ['multipart/form-data'],
      minCompressionSize: Size.kibibytes(1),
      defaultMethodOptions: authorizer
        ? {
            authorizer,
            authorizationType: AuthorizationType.CUSTOM,
            apiKeyRequired: stage.emulator?.requireApiKey ?? true,
          }
        : {},
      deployOptions: { stageName: API_STAGE, ...stageLogging(scope, stage, encryptionKey) },
      cloudWatchRole: true,
      // All APIs of the AWS account and region share this role, so it outlives this API.
      cloudWatchRoleRemovalPolicy: OUTLIVES,
    });
    // The API's own policy decides, also for its domain. Without it, callers could use TLS 1.0.
    Object.assign(this.rest.node.defaultChild as CfnRestApi, tlsOf(frontDoor));
    addGatewayResponses(this.rest, { limitsAddresses: frontDoor.addressRequestsPerMinute !== false });
    acknowledge(this.rest);
    if (!authorizer) acknowledgeNoAuthorizer(this.rest);

    const { domain, addressRequestsPerMinute: requestsPerMinute } = frontDoor;
    this.domain = domain && new Domain(this, 'Domain', { rest: this.rest, frontDoor, domain });
    if (requestsPerMinute)
      new WebAcl(this, 'WebAcl', { rest: this.rest, name: webAclName(stage), requestsPerMinute, groups });
    else acknowledgeNoWebAcl(this.rest);

    const integrations = new Map(
      groups.map(({ name }) => {
        // Not `LambdaIntegration`, whose permissions would be resources of this stack.
        const integration = new AwsIntegration({
          service: 'lambda',
          path: `2015-03-31/functions/${functions.live(name).functionArn}/invocations`,
          proxy: true,
          options: { timeout: apiTimeout(stage) },
        });
        return [name, integration] as const;
      }),
    );
    // One permission for each function: one for each method would make the function's policy too large.
    for (const name of integrations.keys())
      functions.live(name).addPermission('Api', {
        principal: new ServicePrincipal('apigateway.amazonaws.com'),
        sourceArn: this.rest.arnForExecuteApi(),
      });
    for (const { group, resource, operations } of routesOf(groups)) {
      const path = this.rest.root.resourceForPath(resource);
      const integration = integrations.get(group.name);
      for (const [method, operation] of Object.entries(operations) as [string, Operation][]) {
        if (hasOwnLimit(operation))
          this.limited.push({ operation, method: path.addMethod(method, integration) });
      }
      // Also CORS preflights, and methods that the path does not have: the function answers which ones it has.
      path.addMethod('ANY', integration);
    }
    this.rest.root.addMethod('ANY', integrations.get(UNKNOWN_PATHS_GROUP));
    // Only at the root: API Gateway allows one variable at each position, and `/customer` already has `{customerID}`.
    this.rest.root.addResource('{path+}').addMethod('ANY', integrations.get(UNKNOWN_PATHS_GROUP));
  }
}

const acknowledge = (rest: RestApi) =>
  Validations.of(rest).acknowledge(
    {
      id: 'AwsSolutions-APIG2',
      reason:
        'The functions validate requests against the schemas of the operations, so that an answer names every failing field in Spanish.',
    },
    {
      id: 'AwsSolutions-APIG6',
      reason:
        'Execution logs contain query strings and paths, which may contain national identifiers and certificate secrets. The access log and the log lines of the functions replace them.',
    },
    {
      id: 'AwsSolutions-COG4',
      reason: 'Callers authenticate with tokens of the service, which the functions verify.',
    },
    {
      id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs]',
      reason:
        'API Gateway takes one role for all APIs of the AWS account and region, and wants it to be able to write any log group of them, which is what this managed policy says. It is assumed by API Gateway only. It would go if the AWS account had such a role already.',
    },
  );

const acknowledgeNoAuthorizer = (rest: RestApi) =>
  Validations.of(rest).acknowledge({
    id: 'AwsSolutions-APIG4',
    reason:
      'An emulator that knows no authorizers. The authorizer says only in which usage plan a request counts; the functions verify tokens.',
  });

const acknowledgeNoWebAcl = (rest: RestApi) =>
  Validations.of(rest).acknowledge({
    id: 'AwsSolutions-APIG3',
    reason:
      'Usage plans and functions limit what a certificate, a user and an address may send. A web ACL adds one thing: requests of an address that floods the API start no function. It costs a fixed price each month, so a sandbox has none, and another stage only if it does not switch it off (addressRequestsPerMinute); the alarms SignInsBlocked and FunctionThrottles show when it should. Managed rule sets would change nothing: every value is read by a schema, and no text reaches a shell, an SQL statement or a page.',
  });
