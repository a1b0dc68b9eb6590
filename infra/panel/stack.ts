import { join } from 'node:path';
import { CfnOutput, Duration, Stack, Validations } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AllowedMethods,
  CachePolicy,
  Distribution,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HeadersFrameOption,
  HeadersReferrerPolicy,
  HttpVersion,
  ResponseHeadersPolicy,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3';
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import type { Construct } from 'constructs';
import {
  CONFIG,
  cacheControl,
  configOf,
  HASHED,
  panelHeaders,
  SESSION,
  SESSION_FUNCTION,
} from '../../panel/build/headers.ts';
import { API_STAGE } from '../../shared/derive/routes.ts';
import { apiAddressName, panelStackName, stackName } from '../names.ts';
import { allObjects } from '../rights/wildcards.ts';
import type { Stage } from '../stages.ts';
import { removalOf } from '../storage.ts';

export interface PanelProps {
  stage: Stage;
  /** The gateway's stack, which is deployed first and publishes the address of the API. */
  gateway: Stack;
  /** Folder with the built panel. */
  folder: string;
}

/**
 * The panel of a stage: its files in S3, served by CloudFront. It is a separate stack, so that a mistake in it rolls back no
 * function. Pages call the API directly and not through CloudFront, because sign-in limits count the callers' addresses, and
 * nothing between a person and a filing may repeat a request. The API accepts pages of any origin, because callers send a token
 * and no cookie. The cookie with which a browser keeps its session over a reload stays between it and CloudFront
 * (`panel/build/session.js`).
 */
export class Panel extends Stack {
  constructor(scope: Construct, { stage, gateway, folder }: PanelProps) {
    super(scope, panelStackName(stage), {
      description: `The panel of ${stackName(stage)}`,
    });
    const { domain } = stage.panel || {};
    this.addStackDependency(gateway);
    const api = stage.frontDoor.domain
      ? `https://${stage.frontDoor.domain.name}/${API_STAGE}/`
      : StringParameter.valueForStringParameter(this, apiAddressName(stage));

    // Everything in the bucket can be built from the project again.
    const bucket = new Bucket(this, 'Files', {
      encryption: BucketEncryption.S3_MANAGED,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
      removalPolicy: removalOf(stage),
    });
    const origin = S3BucketOrigin.withOriginAccessControl(bucket);
    const responseHeadersPolicy = this.headers(stage, api);
    const keepsSessions = new EdgeFunction(this, 'Session', {
      comment: 'Keeps the session of a browser in a cookie that no script reads',
      runtime: FunctionRuntime.JS_2_0,
      code: FunctionCode.fromFile({ filePath: SESSION_FUNCTION }),
    });
    const distribution = new Distribution(this, 'Distribution', {
      comment: `Panel of ${stackName(stage)}`,
      defaultRootObject: 'index.html',
      defaultBehavior: {
        origin,
        viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
        responseHeadersPolicy,
      },
      // The function answers every request itself, so none reaches the files.
      additionalBehaviors: {
        [SESSION]: {
          origin,
          viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
          allowedMethods: AllowedMethods.ALLOW_ALL,
          cachePolicy: CachePolicy.CACHING_DISABLED,
          responseHeadersPolicy,
          functionAssociations: [{ eventType: FunctionEventType.VIEWER_REQUEST, function: keepsSessions }],
        },
      },
      httpVersion: HttpVersion.HTTP2_AND_3,
      // The minimum TLS version cannot be set on CloudFront's default domain, which also accepts TLS 1.0 and 1.1.
      ...(domain && {
        minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
        domainNames: [domain.name],
        certificate: Certificate.fromCertificateArn(this, 'Certificate', domain.certificateArn),
      }),
    });

    // Old files with hashed names stay: open pages may still load them.
    const common = { destinationBucket: bucket, prune: false };
    const hashed = new BucketDeployment(this, 'Hashed', {
      ...common,
      sources: [Source.asset(join(folder, HASHED))],
      destinationKeyPrefix: HASHED,
      cacheControl: [CacheControl.fromString(cacheControl.hashed)],
    });
    const others = new BucketDeployment(this, 'Others', {
      ...common,
      sources: [Source.asset(folder, { exclude: [HASHED] }), Source.jsonData(CONFIG, configOf(api))],
      cacheControl: [CacheControl.fromString(cacheControl.other)],
    });
    // The page that refers to the files is uploaded after them.
    others.node.addDependency(hashed);
    acknowledge(this, { bucket, hasCertificate: domain !== undefined });

    new CfnOutput(this, 'PanelUrl', { value: `https://${domain?.name ?? distribution.domainName}/` });
    new CfnOutput(this, 'PanelTarget', { value: distribution.domainName });
  }

  /** The response headers of the local stack, as a CloudFront policy. */
  private headers(stage: Stage, api: string): ResponseHeadersPolicy {
    const { 'Content-Security-Policy': contentSecurityPolicy, ...headers } = panelHeaders(api);
    return new ResponseHeadersPolicy(this, 'Headers', {
      responseHeadersPolicyName: panelStackName(stage),
      securityHeadersBehavior: {
        contentSecurityPolicy: { contentSecurityPolicy, override: true },
        contentTypeOptions: { override: true },
        frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
        referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.NO_REFERRER, override: true },
        strictTransportSecurity: { accessControlMaxAge: Duration.days(365), override: true },
      },
      customHeadersBehavior: {
        customHeaders: (['Cross-Origin-Opener-Policy', 'Permissions-Policy'] as const).map((header) => ({
          header,
          value: headers[header],
          override: true,
        })),
      },
    });
  }
}

const acknowledge = (
  stack: Stack,
  { bucket, hasCertificate }: { bucket: Bucket; hasCertificate: boolean },
): void =>
  Validations.of(stack).acknowledge(
    {
      id: 'AwsSolutions-S1',
      reason: 'Its files are the same for everybody, and CloudFront alone reads them.',
    },
    {
      id: 'AwsSolutions-CFR1',
      reason: 'Offices may be anywhere; who reads these files reads nothing of an account.',
    },
    {
      id: 'AwsSolutions-CFR2',
      reason: 'There are static files only behind it. The API has the web ACL of its stage.',
    },
    {
      id: 'AwsSolutions-CFR3',
      reason:
        'Everybody reads the same files, and where in the panel one is does not reach a server. What the pages do is logged by the API.',
    },
    ...(hasCertificate
      ? []
      : [
          {
            id: 'AwsSolutions-CFR4',
            reason:
              'With the domain that CloudFront gives, its policy of TLS cannot be chosen. A stage with a domain of its own for the panel has TLS 1.2 or later.',
          },
        ]),
    { id: 'AwsSolutions-L1', reason: `${OF_CDK} The CDK chooses its runtime.` },
    {
      id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]',
      reason: `${OF_CDK} It writes its log.`,
    },
    ...[
      ...['GetBucket*', 'GetObject*', 'List*', 'Abort*', 'DeleteObject*'].map((verb) => `Action::s3:${verb}`),
      'Resource::arn:<AWS::Partition>:s3:::cdk-hnb659fds-assets-<AWS::AccountId>-<AWS::Region>/*',
    ].map((finding) => ({ id: `AwsSolutions-IAM5[${finding}]`, reason: COPIES })),
    allObjects(bucket, COPIES),
  );

const OF_CDK = "The function of the CDK's BucketDeployment, which runs while a stack is deployed.";
const COPIES = `${OF_CDK} It reads files that the CDK has put into its bucket, and writes into that of the panel, which holds nothing else.`;
