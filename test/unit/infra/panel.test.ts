import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, test } from 'vitest';
import { Panel } from '../../../infra/panel/stack.ts';
import { readStage } from '../../../infra/stages.ts';
import { panelHeaders, SESSION_FUNCTION } from '../../../panel/build/headers.ts';
import { findingsIn } from '../../support/infra/findings.ts';
import {
  appWith,
  gateways,
  productionWith,
  propertiesOf,
  stageOf,
  templateOf,
} from '../../support/infra/templates.ts';

/** The panel on AWS: files in S3, which CloudFront serves. */

const DOMAIN = {
  name: 'panel.example.com',
  certificateArn: 'arn:aws:acm:us-east-1:111122223333:certificate/1a2b3c4d-0000-1111-2222-333344445555',
};
const API_DOMAIN = {
  name: 'api.example.com',
  certificateArn: 'arn:aws:acm:eu-south-2:111122223333:certificate/1a2b3c4d-0000-1111-2222-333344445555',
};

/** Files like the ones of a build. */
const built = mkdtempSync(join(tmpdir(), 'panel-'));
mkdirSync(join(built, 'assets'));
writeFileSync(join(built, 'index.html'), '');
writeFileSync(join(built, 'assets', 'index-1.js'), '');

const panelOf = (given: Record<string, unknown>) => {
  const app = appWith(given);
  const gateway = new Stack(app, 'gateway');
  return new Panel(app, { stage: readStage(app.node), gateway, folder: built });
};

const stacks = {
  sandbox: panelOf({ stage: 'sandbox' }),
  production: panelOf(productionWith({ panel: { domain: DOMAIN }, frontDoor: { domain: API_DOMAIN } })),
};
const templates = {
  sandbox: Template.fromStack(stacks.sandbox),
  production: Template.fromStack(stacks.production),
};

describe.each(Object.entries(stacks))('the stack of the panel, %s', (name, stack) => {
  const template = templates[name as keyof typeof templates];

  test('the stack has no finding of cdk-nag', () => {
    expect(findingsIn(stack)).toEqual([]);
  });

  test('the stack leaves no bucket behind when a first deployment fails', () => {
    const buckets = Object.values(template.findResources('AWS::S3::Bucket'));
    expect(buckets.map(({ DeletionPolicy }) => DeletionPolicy)).toEqual([
      name === 'production' ? 'RetainExceptOnCreate' : 'Delete',
    ]);
  });

  test('the stack lets only CloudFront read the files, by TLS only', () => {
    template.hasResourceProperties('AWS::S3::Bucket', {
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
    });
    const [policy] = Object.values(template.findResources('AWS::S3::BucketPolicy'));
    const statements = policy?.Properties.PolicyDocument.Statement as Record<string, unknown>[];
    const readers = statements.filter(
      ({ Effect, Action }) => Effect === 'Allow' && Action === 's3:GetObject',
    );
    expect(readers.map(({ Principal }) => Principal)).toEqual([{ Service: 'cloudfront.amazonaws.com' }]);
    expect(JSON.stringify(readers)).toContain('AWS:SourceArn');
    template.hasResourceProperties('AWS::CloudFront::Distribution', {
      DistributionConfig: { DefaultCacheBehavior: { ViewerProtocolPolicy: 'redirect-to-https' } },
    });
  });
});

test.each(Object.entries(templates))(
  'the stack %s has sessions by a function that answers before anything is cached or read, by TLS only',
  (_, template) => {
    const [[id, edge] = []] = Object.entries(template.findResources('AWS::CloudFront::Function'));
    expect(edge?.Properties).toMatchObject({
      AutoPublish: true,
      FunctionCode: readFileSync(SESSION_FUNCTION, 'utf8'),
      FunctionConfig: { Runtime: 'cloudfront-js-2.0' },
    });
    const [distribution] = Object.values(template.findResources('AWS::CloudFront::Distribution'));
    expect(distribution?.Properties.DistributionConfig.CacheBehaviors).toMatchObject([
      {
        PathPattern: 'session',
        ViewerProtocolPolicy: 'https-only',
        AllowedMethods: expect.arrayContaining(['PUT', 'POST', 'DELETE']),
        // The id of CloudFront's policy CachingDisabled.
        CachePolicyId: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
        FunctionAssociations: [
          { EventType: 'viewer-request', FunctionARN: { 'Fn::GetAtt': [id, 'FunctionARN'] } },
        ],
      },
    ]);
  },
);

/** The headers that CloudFront adds, by name, with their values. */
const headersIn = (template: Template): Record<string, unknown> => {
  const [policy] = Object.values(template.findResources('AWS::CloudFront::ResponseHeadersPolicy'));
  const { SecurityHeadersConfig: own, CustomHeadersConfig } =
    policy?.Properties.ResponseHeadersPolicyConfig ?? {};
  const custom = CustomHeadersConfig.Items as { Header: string; Value: string }[];
  return {
    ...Object.fromEntries(custom.map(({ Header, Value }) => [Header, Value])),
    'Content-Security-Policy': own.ContentSecurityPolicy.ContentSecurityPolicy,
    'Referrer-Policy': own.ReferrerPolicy.ReferrerPolicy,
    'Strict-Transport-Security': `max-age=${own.StrictTransportSecurity.AccessControlMaxAgeSec}`,
    ...(own.ContentTypeOptions && { 'X-Content-Type-Options': 'nosniff' }),
    'X-Frame-Options': own.FrameOptions.FrameOption,
  };
};

test('CloudFront adds the headers of the local stack, and the policy names only the API', () => {
  const headers = headersIn(templates.production);
  expect(headers).toEqual(panelHeaders('https://api.example.com/api/'));
  expect(headers['Content-Security-Policy']).toContain("connect-src 'self' https://api.example.com/api/;");
});

test.each(Object.entries(stacks))(
  'the stack %s is deployed by one command, without parameters, after the gateway',
  (name, stack) => {
    const { Parameters } = templates[name as keyof typeof templates].toJSON();
    for (const [parameter, { Default }] of Object.entries<{ Default?: string }>(Parameters))
      expect(Default, parameter).toBeDefined();
    expect(stack.dependencies.map(({ node }) => node.id)).toEqual(['gateway']);
  },
);

test('a stage without a domain reads the address of the API where its gateway wrote it', () => {
  const [written] = Object.values(propertiesOf('SSM::Parameter'));
  const parameters = templates.sandbox.findParameters('*', {
    Type: 'AWS::SSM::Parameter::Value<String>',
    Default: written.Name,
  });
  expect(Object.keys(parameters)).toHaveLength(1);
  expect(written.Value).toEqual(templateOf(gateways.sandbox).Outputs.ApiUrl?.Value);
  expect(headersIn(templates.sandbox)['Content-Security-Policy']).toMatchObject({
    'Fn::Join': ['', expect.arrayContaining([{ Ref: Object.keys(parameters)[0] }])],
  });
});

test('a domain of the panel has TLS 1.2 or later', () => {
  templates.production.hasResourceProperties('AWS::CloudFront::Distribution', {
    DistributionConfig: {
      Aliases: ['panel.example.com'],
      ViewerCertificate: { MinimumProtocolVersion: 'TLSv1.2_2021', AcmCertificateArn: DOMAIN.certificateArn },
    },
  });
});

test('files with hashed names are deployed first, and cached for ever', () => {
  const found = Object.values(templates.production.findResources('Custom::CDKBucketDeployment'));
  const cached = found.map(({ Properties }) => [
    Properties.DestinationBucketKeyPrefix,
    Properties.SystemMetadata['cache-control'],
    Properties.Prune,
  ]);
  expect(cached).toEqual([
    ['assets', 'public, max-age=31536000, immutable', false],
    [undefined, 'no-cache', false],
  ]);
  expect(found[1]?.DependsOn).toEqual(expect.arrayContaining([expect.stringContaining('Hashed')]));
});

describe('a stage', () => {
  test('a stage can have no panel, and has one by default', () => {
    expect(stageOf(productionWith({ panel: false })).panel).toBe(false);
    expect(stageOf({ stage: 'production' }).panel).toEqual({});
  });

  test('the certificate of a panel must be where CloudFront looks for it', () => {
    const wrong = { domain: { ...DOMAIN, certificateArn: API_DOMAIN.certificateArn } };
    expect(() => stageOf(productionWith({ panel: wrong }))).toThrow('us-east-1');
  });
});
