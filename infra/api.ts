import { Duration, RemovalPolicy, Size, Validations } from 'aws-cdk-lib';
import {
  ApiKeySourceType,
  AuthorizationType,
  EndpointType,
  LambdaIntegration,
  RequestAuthorizer,
  RestApi,
} from 'aws-cdk-lib/aws-apigateway';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import { API_STAGE, routesOf } from '../shared/derive/routes.ts';
import type { Group, Operation } from '../shared/operation.ts';
import { API_TIMEOUT, type Functions } from './functions.ts';
import { addGatewayResponses } from './gateway-responses.ts';
import { apiName } from './names.ts';
import { stageLogging } from './observability/stage-logging.ts';
import type { Stage } from './stages.ts';
import type { OperationMethod } from './throttling.ts';

/** Name of the group whose function answers requests for unknown paths. */
const UNKNOWN_PATHS_GROUP = 'reference';

export interface ApiProps {
  stage: Stage;
  groups: Group[];
  functions: Functions;
  /** Encrypts its log, if not a key of AWS. */
  encryptionKey: IKey | undefined;
}

/** The REST API: one method for each operation, and methods for all other requests, which a function refuses. */
export class Api extends Construct {
  readonly rest: RestApi;
  readonly methods: OperationMethod[] = [];

  constructor(scope: Construct, id: string, { stage, groups, functions, encryptionKey }: ApiProps) {
    super(scope, id);

    // No cache: it needs a header as its key, and API Gateway would refuse every request without this header.
    const authorizer = new RequestAuthorizer(this, 'Authorizer', {
      handler: functions.authorizer,
      identitySources: [],
      resultsCacheTtl: Duration.seconds(0),
    });

    this.rest = new RestApi(this, 'Rest', {
      restApiName: apiName(stage),
      endpointTypes: [EndpointType.REGIONAL],
      apiKeySourceType: ApiKeySourceType.AUTHORIZER,
      // Forms contain a P12, which is binary: they reach the function in base64.
      binaryMediaTypes: ['multipart/form-data'],
      minCompressionSize: Size.kibibytes(1),
      defaultMethodOptions: {
        authorizer,
        authorizationType: AuthorizationType.CUSTOM,
        apiKeyRequired: stage.emulator?.requireApiKey ?? true,
      },
      deployOptions: { stageName: API_STAGE, ...stageLogging(this, stage, encryptionKey) },
      cloudWatchRole: true,
      // All APIs of the AWS account and region use one role, so it stays when this API is deleted.
      cloudWatchRoleRemovalPolicy: RemovalPolicy.RETAIN,
    });
    addGatewayResponses(this.rest);
    acknowledge(this.rest);

    const integrations = new Map(
      groups.map(({ name }) => [
        name,
        // One permission for each function: with one for each method, the function's policy would be too large.
        new LambdaIntegration(functions.of(name), { scopePermissionToMethod: false, timeout: API_TIMEOUT }),
      ]),
    );
    for (const { group, resource, operations } of routesOf(groups)) {
      const path = this.rest.root.resourceForPath(resource);
      const integration = integrations.get(group.name);
      for (const [method, operation] of Object.entries(operations) as [string, Operation][]) {
        this.methods.push({ operation, method: path.addMethod(method, integration) });
      }
      // CORS preflights, and methods that the path does not have: the function answers which ones it has.
      path.addMethod('ANY', integration);
    }
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
      id: 'AwsSolutions-APIG3',
      reason:
        'The functions count requests for each certificate, user and address. The operator of the domain decides about a web ACL; it would read bodies with personal data.',
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
      reason: 'The role with which API Gateway writes logs, as AWS defines it.',
    },
  );
