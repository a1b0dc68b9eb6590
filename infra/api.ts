import { Duration, RemovalPolicy, Size, Tags, Validations } from 'aws-cdk-lib';
import {
  ApiKeySourceType,
  AuthorizationType,
  EndpointType,
  LambdaIntegration,
  RequestAuthorizer,
  RestApi,
} from 'aws-cdk-lib/aws-apigateway';
import { Construct } from 'constructs';
import { API_STAGE, routesOf } from '../shared/derive/routes.ts';
import type { Group, Operation } from '../shared/operation.ts';
import { ANSWER_WITHIN, type Functions } from './functions.ts';
import { stageLogging } from './observability.ts';
import { refuseInEnvelope } from './refusals.ts';
import type { Stage } from './stages.ts';
import type { OperationMethod } from './throttling.ts';

/** Name of the group whose function answers for every path that no group has. */
const UNKNOWN_PATHS = 'reference';

export interface ApiProps {
  stage: Stage;
  groups: Group[];
  functions: Functions;
}

/** The REST API: a method for each operation, and for whatever else may be asked, a function that says no. */
export class Api extends Construct {
  readonly rest: RestApi;
  readonly methods: OperationMethod[] = [];

  constructor(scope: Construct, id: string, { stage, groups, functions }: ApiProps) {
    super(scope, id);

    // Not cached: a cache wants a header to go by, and API Gateway would refuse whoever sends none by itself.
    const authorizer = new RequestAuthorizer(this, 'Authorizer', {
      handler: functions.authorizer,
      identitySources: [],
      resultsCacheTtl: Duration.seconds(0),
    });

    this.rest = new RestApi(this, 'Rest', {
      restApiName: `pasarela-${stage.name}`,
      endpointTypes: [EndpointType.REGIONAL],
      apiKeySourceType: ApiKeySourceType.AUTHORIZER,
      // Forms hold a P12, which is no text: they reach the function in base64.
      binaryMediaTypes: ['multipart/form-data'],
      minCompressionSize: Size.kibibytes(1),
      defaultMethodOptions: {
        authorizer,
        authorizationType: AuthorizationType.CUSTOM,
        apiKeyRequired: stage.emulator?.requireApiKey ?? true,
      },
      deployOptions: { stageName: API_STAGE, ...stageLogging(this, stage) },
      cloudWatchRole: true,
      // One role serves every API of the AWS account and region: it stays when this one goes.
      cloudWatchRoleRemovalPolicy: RemovalPolicy.RETAIN,
    });
    for (const [key, value] of Object.entries(stage.emulator?.apiTags ?? {}))
      Tags.of(this.rest).add(key, value);
    refuseInEnvelope(this.rest);
    acknowledge(this.rest);

    const integrations = new Map(
      groups.map(({ name }) => [
        name,
        // One permission a function: a permission for each method outgrows the function's policy.
        new LambdaIntegration(functions.of(name), { scopePermissionToMethod: false, timeout: ANSWER_WITHIN }),
      ]),
    );
    for (const { group, resource, operations } of routesOf(groups)) {
      const at = this.rest.root.resourceForPath(resource);
      const integration = integrations.get(group.name);
      for (const [method, operation] of Object.entries(operations) as [string, Operation][]) {
        this.methods.push({ operation, method: at.addMethod(method, integration) });
      }
      // Preflights, and methods that the path has not: the function says which it has.
      at.addMethod('ANY', integration);
    }
    // At the root only: API Gateway takes one variable at a place, and a group's would stand beside `{customerID}`.
    this.rest.root.addResource('{path+}').addMethod('ANY', integrations.get(UNKNOWN_PATHS));
  }
}

const acknowledge = (rest: RestApi) =>
  Validations.of(rest).acknowledge(
    {
      id: 'AwsSolutions-APIG2',
      reason:
        'Functions validate against the operations’ schemas, so that a refusal names every failing field in Spanish.',
    },
    {
      id: 'AwsSolutions-APIG3',
      reason:
        'Limits are counted for each certificate, user and address by the functions. A web ACL is the choice of whoever operates the domain; it would read bodies full of personal data.',
    },
    {
      id: 'AwsSolutions-APIG6',
      reason:
        'Execution logs hold query strings and paths, where national identifiers and certificate secrets travel. The access log and the functions’ own log lines take their place.',
    },
    {
      id: 'AwsSolutions-COG4',
      reason: 'Callers prove themselves with the service’s own tokens, which the functions verify.',
    },
    {
      id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs]',
      reason: 'The role by which API Gateway writes logs, exactly as AWS prescribes it.',
    },
  );
