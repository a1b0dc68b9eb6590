import { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, test } from 'vitest';
import { LIVE } from '../../../infra/names.ts';
import { findingsIn } from '../../support/infra/findings.ts';
import {
  functionIn,
  gatewayOf,
  gateways,
  methodsOf,
  observabilities,
  propertiesOf,
  type Resource,
  resourcesOf,
  sandbox,
} from '../../support/infra/templates.ts';
import { testRows } from '../../support/of-capabilities.ts';

/** All stacks of all stages, by name. */
const stacks = [...Object.values(gateways), ...Object.values(observabilities)].map(
  (stack) => [stack.stackName, stack] as const,
);

describe('deployment', () => {
  test.each(stacks)('the stack %s has no finding of cdk-nag', (_, stack) => {
    expect(findingsIn(stack)).toEqual([]);
  });

  test('the deployment has the outputs that operators and tests look up', () => {
    expect(Object.keys(Template.fromStack(gateways.sandbox).toJSON().Outputs)).toEqual(
      expect.arrayContaining([
        'ApiId',
        'ApiUrl',
        'AccountsTable',
        'PasswordsTable',
        'WindowsTable',
        'FilingsTable',
        'ObligationsTable',
        'EventsTable',
        'DocumentsBucket',
        'EvidenceBucket',
        'EraseRole',
        'ServiceKeySecret',
        'CertificateKeySecret',
        'TokenKeysSecret',
        'CertificateSecretsPrefix',
        'EncryptionKey',
        'UsagePlanId',
        'SandboxBucket',
        'SandboxAuthoritySecret',
      ]),
    );
  });

  test('a stage has two stacks, with the names that operators know', () => {
    expect(stacks.map(([name]) => name).sort()).toEqual([
      'pasarela-production',
      'pasarela-production-observability',
      'pasarela-sandbox',
      'pasarela-sandbox-observability',
    ]);
  });

  test('alarms may publish to their topic', () => {
    const [{ PolicyDocument }] = propertiesOf('SNS::TopicPolicy');
    expect(PolicyDocument.Statement).toContainEqual(
      expect.objectContaining({ Effect: 'Allow', Principal: { Service: 'cloudwatch.amazonaws.com' } }),
    );
  });

  test('an emulator without authorizers has none, and no method that needs one or a key', () => {
    const bare = resourcesOf(gatewayOf({ emulator: 'no-authorizer', mailSender: 'none' }));
    expect(JSON.stringify(bare)).not.toMatch(/AWS::ApiGateway::Authorizer|"AUTHORIZER"/);
    expect(methodsOf(bare).size).toBeGreaterThan(50);
    for (const { AuthorizationType, ApiKeyRequired = false } of methodsOf(bare).values())
      expect([AuthorizationType, ApiKeyRequired]).toEqual(['NONE', false]);
    expect(JSON.stringify(bare)).not.toContain('no-reply@');
  });

  test('an emulator differs in the key that methods require, in releases, in where webhooks may lead and in alarms on two metrics, and in nothing else', () => {
    const emulated = resourcesOf(gatewayOf({ emulator: 'true', canary: 'true' }));
    for (const { ApiKeyRequired } of methodsOf(emulated).values()) expect(ApiKeyRequired).toBe(false);
    expect(withoutDifferences(emulated)).toEqual(withoutDifferences(sandbox));
  });
});

/** Releases of new versions are tested in `releases.test.ts`. */
const OF_RELEASES = /^AWS::(CodeDeploy::|Lambda::(Alias|Version)$)/;
/** The role of releases, and alarms on two metrics, which the emulator refuses: `unread-changes.test.ts`. */
const OF_AWS_ALONE = /^(FunctionsReleasesRole|UnreadChanges)/;
/** Properties that name a function in order to call it. The names of resources around them may derive from the function's name. */
const CALLS = ['Uri', 'AuthorizerUri', 'FunctionName', 'Arn'];
const OF_CALLS = /^AWS::Lambda::(Permission|EventInvokeConfig|EventSourceMapping)$/;
/** Properties that depend on how functions are called, or on a key that is not required. */
const DIFFERENT = [
  'ApiKeyRequired',
  'TemplateURL',
  'Parameters',
  'Qualifier',
  'DependsOn',
  ...testRows.flatMap(({ ofEmulator = [] }) => ofEmulator),
];

/** A template's resources without intended differences. The name of a deployment is a digest. */
const withoutDifferences = (resources: Record<string, Resource>) =>
  Object.entries(resources)
    .filter(([id, { Type }]) => !OF_RELEASES.test(Type) && !OF_AWS_ALONE.test(id))
    .map(([id, resource]) => {
      const text = JSON.stringify(
        [OF_CALLS.test(resource.Type) ? resource.Type : id, resource],
        (key, value) => {
          if (DIFFERENT.includes(key)) return undefined;
          return CALLS.includes(key) && typeof value === 'object' ? functionIn(value, resources) : value;
        },
      );
      // The function for sheets is called by its name, with its alias if there are releases.
      return JSON.parse(text.replaceAll(/RestDeployment\w+/g, 'RestDeployment').replaceAll(`:${LIVE}"`, '"'));
    })
    .sort(([one], [other]) => one.localeCompare(other));
