import { describe, expect, test } from 'vitest';
import {
  functionNames,
  gatewayOf,
  observabilities,
  ofType,
  production,
  productionWith,
  propertiesOf,
  type Resource,
  resourcesOf,
  sandbox,
  targetIn,
} from '../../support/infra/templates.ts';

/** How new versions of functions are released: first to a tenth of the calls, and back if an alarm is raised. */

type Resources = Record<string, Resource>;

/** Each function by name, with its alias and the alias's deployment group. */
const releasesOf = (resources: Resources, stage: string) =>
  new Map(
    ofType('Lambda::Function', resources).map(([id, { Properties }]) => {
      const alias = ofType('Lambda::Alias', resources).find(
        ([
          ,
          {
            Properties: { FunctionName },
          },
        ]) => FunctionName.Ref === id,
      );
      const { ApplicationName, DeploymentGroupName } =
        alias?.[1].UpdatePolicy?.CodeDeployLambdaAliasUpdate ?? {};
      const group = resources[DeploymentGroupName?.Ref]?.Properties;
      return [
        Properties.FunctionName.replace(`pasarela-${stage}-`, '') as string,
        { id, alias: alias?.[1].Properties, application: ApplicationName, group },
      ];
    }),
  );

/** The groups of a gateway that is made for one test. */
const FEW = ['auth', 'seg-social'];

/** Functions that serve requests or queued work. The canary is a caller. */
const SERVING = functionNames.filter((name) => name !== 'canary');
const releases = releasesOf(sandbox, 'sandbox');
const alarmsOf = (name: string, of = releases): string[] =>
  of.get(name)!.group.AlarmConfiguration.Alarms.map(({ Name }: { Name: string }) => Name);

describe.each(SERVING)('the function %s', (name) => {
  const { id, alias, application, group } = releases.get(name)!;

  test('the function is called by an alias, which leads to a version of it', () => {
    expect(alias.Name).toBe('live');
    const version = sandbox[alias.FunctionVersion['Fn::GetAtt'][0]]!;
    expect(version).toMatchObject({
      Type: 'AWS::Lambda::Version',
      Properties: { FunctionName: { Ref: id } },
    });
    // The old version is deleted when everything is deployed; an older release is deployed from its sources.
    expect(version.DeletionPolicy).toBeUndefined();
  });

  test('a new version gets a tenth of the calls for five minutes, and none if an alarm is raised', () => {
    expect(application).toEqual(group.ApplicationName);
    expect(group).toMatchObject({
      DeploymentGroupName: `pasarela-sandbox-${name}`,
      DeploymentConfigName: 'CodeDeployDefault.LambdaCanary10Percent5Minutes',
      AutoRollbackConfiguration: {
        Enabled: true,
        Events: expect.arrayContaining(['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_ALARM']),
      },
      AlarmConfiguration: { Enabled: true },
    });
    expect(group.AlarmConfiguration.IgnorePollAlarmFailure).toBeFalsy();
    expect(alarmsOf(name)).toEqual([
      'pasarela-sandbox-Defects',
      `pasarela-sandbox-FunctionErrors-${name}`,
      'pasarela-sandbox-CanaryFailed',
      ...(name === 'due-filings' ? ['pasarela-sandbox-ScheduleStopped'] : []),
    ]);
  });
});

test('the canary is at its newest version at once', () => {
  expect(releases.get('canary')!.alias).toBeUndefined();
});

test.each([
  ['sandbox', sandbox, observabilities.sandbox],
  ['production', production, observabilities.production],
])('the alarms that roll back are all those of the stage: %s', (stage, resources, observability) => {
  const there = propertiesOf('CloudWatch::Alarm', resourcesOf(observability)).map(
    ({ AlarmName }) => AlarmName,
  );
  const of = releasesOf(resources, stage);
  const named = [...of.keys()].filter((name) => name !== 'canary').flatMap((name) => alarmsOf(name, of));
  expect(named.length).toBeGreaterThan(2 * 14);
  expect(named.filter((name) => !there.includes(name))).toEqual([]);
  expect(named.some((name) => name.includes('Canary'))).toBe(stage === 'sandbox');
});

test('functions are called only by their alias: by the API, authorizers, queues and schedules', () => {
  const aliases = new Set(ofType('Lambda::Alias').map(([id]) => id));
  const called = [
    ...propertiesOf('ApiGateway::Method').map(({ Integration }) => Integration.Uri),
    ...propertiesOf('ApiGateway::Authorizer').map(({ AuthorizerUri }) => AuthorizerUri),
    ...propertiesOf('Lambda::EventSourceMapping').map(({ FunctionName }) => FunctionName),
    ...propertiesOf('Lambda::Permission').map(({ FunctionName }) => FunctionName),
    ...propertiesOf('Events::Rule').flatMap(({ Targets }) => Targets.map(({ Arn }: { Arn: unknown }) => Arn)),
  ].map(targetIn);
  expect(called.length).toBeGreaterThan(100);
  const canary = releases.get('canary')!.id;
  expect(called.filter((target) => !aliases.has(target!) && target !== canary)).toEqual([]);
});

test('a stage has one application, and one role, which CodeDeploy alone assumes', () => {
  expect(propertiesOf('CodeDeploy::Application')).toEqual([
    { ApplicationName: 'pasarela-sandbox', ComputePlatform: 'Lambda' },
  ]);
  const roles = new Set(
    propertiesOf('CodeDeploy::DeploymentGroup').map(({ ServiceRoleArn }) => ServiceRoleArn['Fn::GetAtt'][0]),
  );
  expect(roles.size).toBe(1);
  const { AssumeRolePolicyDocument } = sandbox[[...roles][0]!]!.Properties;
  expect(AssumeRolePolicyDocument.Statement).toMatchObject([
    { Action: 'sts:AssumeRole', Principal: { Service: 'codedeploy.amazonaws.com' } },
  ]);
});

test('reserved concurrency belongs to the function, whatever its version', () => {
  const resources = resourcesOf(
    gatewayOf(productionWith({ reservedConcurrency: { 'seg-social': 40 } }), FEW),
  );
  const { id, alias } = releasesOf(resources, 'production').get('seg-social')!;
  expect(resources[id]!.Properties.ReservedConcurrentExecutions).toBe(40);
  expect(alias).not.toHaveProperty('ProvisionedConcurrencyConfig');
});

test('a correction of a stage with an alarm is deployed at once if an operator says so', () => {
  const resources = resourcesOf(gatewayOf({ stage: 'production', deployAtOnce: 'true' }, FEW));
  const groups = propertiesOf('CodeDeploy::DeploymentGroup', resources);
  expect(groups.length).toBeGreaterThan(FEW.length);
  for (const group of groups)
    expect(group).toMatchObject({
      DeploymentConfigName: 'CodeDeployDefault.LambdaAllAtOnce',
      AlarmConfiguration: { Enabled: false },
    });
  expect(() => gatewayOf({ stage: 'production', deployAtOnce: 'yes' })).toThrow(
    '-c deployAtOnce= takes true or false',
  );
});

test('a release of new code makes a new version, and the same code keeps the version', () => {
  const versionsWith = (given: object) =>
    ofType('Lambda::Version', resourcesOf(gatewayOf({ stage: 'production', ...given }, FEW))).map(
      ([id]) => id,
    );
  const before = versionsWith({});
  expect(before.length).toBeGreaterThan(FEW.length);
  expect(versionsWith({})).toEqual(before);
  const changed = versionsWith({ strictIdentifiers: 'true' });
  expect(changed.filter((id) => before.includes(id))).toEqual([]);
});

test('an emulator without deployments by CodeDeploy has neither versions nor aliases', () => {
  const emulated = resourcesOf(gatewayOf({ emulator: 'true' }, FEW));
  expect(JSON.stringify(emulated)).not.toMatch(/AWS::CodeDeploy|AWS::Lambda::(Alias|Version)|[":]live"/);
});

test('AWS changes the runtime of functions and of their versions only with a deployment, if the stage says so', () => {
  const resources = resourcesOf(gatewayOf(productionWith({ runtimePatched: '2026-11-01' }), FEW));
  const versions = (of: Resources) => ofType('Lambda::Version', of);
  const handlers = propertiesOf('Lambda::Function', resources).filter(
    ({ Handler }) => Handler === 'handler.handler',
  );
  expect(handlers.length).toBeGreaterThan(5);
  for (const { RuntimeManagementConfig, Description } of handlers) {
    expect(RuntimeManagementConfig).toEqual({ UpdateRuntimeOn: 'FunctionUpdate' });
    expect(Description).toContain('2026-11-01');
  }
  for (const [, { Properties }] of versions(resources))
    expect(Properties.RuntimePolicy).toEqual({ UpdateRuntimeOn: 'FunctionUpdate' });
  // Another day makes another version of each function, which gets the newest runtime.
  const later = versions(resourcesOf(gatewayOf(productionWith({ runtimePatched: '2026-12-01' }), FEW)));
  const before = new Set(versions(resources).map(([id]) => id));
  expect(later).toHaveLength(before.size);
  expect(later.filter(([id]) => before.has(id))).toEqual([]);
  // A sandbox gets new runtimes first.
  for (const { RuntimeManagementConfig } of propertiesOf('Lambda::Function', sandbox))
    expect(RuntimeManagementConfig).toBeUndefined();
});
