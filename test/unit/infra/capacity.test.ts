import { expect, test } from 'vitest';
import { functionsOf } from '../../../infra/observability/metrics.ts';
import { groupsOf } from '../../../reference/groups.ts';
import { findingsIn } from '../../support/infra/findings.ts';
import {
  ADDRESSES,
  context,
  gatewayOf,
  methodFor,
  methodsOf,
  ofType,
  production,
  productionWith,
  propertiesOf,
  resourcesOf,
  sandbox,
  stageOf,
} from '../../support/infra/templates.ts';

/** Functions on instances that Lambda manages, and how long API Gateway waits. */

const managed = (settings: object = {}) => ({
  capacity: { managed: { environments: { most: 20 }, processors: 40, ...settings } },
  fixedAddresses: 2,
});
const GROUPS = ['seg-social', 'sepe', 'aeat', 'dehu'];
/** What acts before authorities, what does not, and what answers at any other address. */
const gatewayWith = (settings: object) =>
  gatewayOf(productionWith({ ...settings }), [...GROUPS, 'customer', 'reference']);
const nameOf = (name: string) => name.replace('pasarela-production-', '');

const gateway = gatewayWith(managed({ memoryGib: 4 }));
const resources = resourcesOf(gateway);

/** Names of the functions that run on instances, by the logical id of these. */
const runningIn = (all: typeof resources) =>
  Map.groupBy(
    propertiesOf('Lambda::Function', all).filter(({ CapacityProviderConfig }) => CapacityProviderConfig),
    ({ CapacityProviderConfig }): string =>
      CapacityProviderConfig.LambdaManagedInstancesCapacityProviderConfig.CapacityProviderArn[
        'Fn::GetAtt'
      ][0],
  );
const namesIn = (all: typeof resources) =>
  [...runningIn(all).values()].map((of) => of.map(({ FunctionName }) => nameOf(FunctionName)).toSorted());

test('a stage has instances only if it says so, and an emulator never', () => {
  for (const stage of [sandbox, production]) expect(ofType('Lambda::CapacityProvider', stage)).toEqual([]);
  expect(stageOf({ ...productionWith(managed()), emulator: 'true' }).capacity).toBe('onDemand');
  expect(() => stageOf(productionWith({ ...managed(), fixedAddresses: undefined }))).toThrow(
    'fixedAddresses',
  );
  for (const wrong of [
    { memoryGib: 3 },
    { environments: { least: 4, most: 3 } },
    { atOnce: 65 },
    { processors: 1 },
  ])
    expect(() => stageOf(productionWith(managed(wrong)))).toThrow('capacity');
  // Four functions with three environments of two processors.
  expect(() => gatewayWith(managed({ memoryGib: 4, processors: 23 }))).toThrow(
    'capacity: 23 processors are too few for what is asking: 4 functions with 3 environments of 2 processors need 24',
  );
});

test('only questions run there, unless the stage says otherwise', () => {
  const readings = GROUPS.map((name) => `${name}-readings`).toSorted();
  expect(namesIn(resources)).toEqual([readings]);
  const workers = GROUPS.map((name) => `${name}-consumer`);
  expect(namesIn(resourcesOf(gatewayWith(managed({ workers: true }))))).toEqual([
    readings,
    workers.toSorted(),
  ]);
  const all = gatewayWith(managed({ workers: true, submissions: true }));
  expect(namesIn(resourcesOf(all))).toEqual([[...GROUPS, ...workers].toSorted()]);
});

test('each method reaches the function that is to answer it', () => {
  const behind = methodsOf(resources);
  const uriOf = (name: string) => JSON.stringify(methodFor(behind, name)!.Integration.Uri);
  expect(uriOf('GET /v4/seg-social/idc')).toContain('segsocialreadings');
  expect(uriOf('POST /v4/seg-social/alta')).not.toContain('readings');
  expect(uriOf('GET /v4/customer')).not.toContain('readings');
});

test('versions have sizes, concurrency and a network; what runs there is not in the network itself', () => {
  const [running] = runningIn(resources).values();
  for (const { CapacityProviderConfig, MemorySize, Environment, VpcConfig } of running!) {
    expect(CapacityProviderConfig.LambdaManagedInstancesCapacityProviderConfig).toMatchObject({
      ExecutionEnvironmentMemoryGiBPerVCpu: 2,
      PerExecutionEnvironmentMaxConcurrency: 128,
    });
    expect({ MemorySize, VpcConfig }).toEqual({ MemorySize: 4096, VpcConfig: undefined });
    expect(Environment.Variables.AWS_LAMBDA_NODEJS_WORKER_COUNT).toBe('2');
  }
  const scaled = propertiesOf('Lambda::Version', resources).flatMap(
    ({ FunctionScalingConfig }) => FunctionScalingConfig ?? [],
  );
  expect(scaled).toEqual(GROUPS.map(() => ({ MinExecutionEnvironments: 3, MaxExecutionEnvironments: 20 })));
  const [provider] = propertiesOf('Lambda::CapacityProvider', resources);
  expect(provider).toMatchObject({
    CapacityProviderScalingConfig: { MaxVCpuCount: 40 },
    InstanceRequirements: { Architectures: ['arm64'] },
    VpcConfig: { SubnetIds: [{}, {}], SecurityGroupIds: [{}] },
    KmsKeyArn: { 'Fn::GetAtt': [expect.stringContaining('Key'), 'Arn'] },
  });
});

test('the instances have alarms, and no concurrency that is reserved', () => {
  const stage = stageOf(productionWith(managed()));
  const observed = functionsOf({ stage, groups: groupsOf(stage) });
  for (const name of GROUPS) expect(observed).toContain(`${name}-readings`);
  expect(() => gatewayWith({ ...managed(), reservedConcurrency: { 'seg-social-readings': 5 } })).toThrow(
    'managed instances',
  );
});

test('cdk-nag finds nothing in it', () => {
  expect(findingsIn(gateway)).toEqual([]);
});

test('API Gateway and functions wait as long as the stage says, and an authority has less', () => {
  const long = resourcesOf(gatewayWith({ apiSeconds: 120 }));
  const integrations = propertiesOf('ApiGateway::Method', long).map(({ Integration }) => Integration);
  expect(new Set(integrations.map(({ TimeoutInMillis }) => TimeoutInMillis))).toEqual(new Set([120_000]));
  const segSocial = propertiesOf('Lambda::Function', long).find(
    ({ FunctionName }) => nameOf(FunctionName) === 'seg-social',
  );
  expect(segSocial).toMatchObject({ Timeout: 120, Environment: { Variables: { API_SECONDS: '120' } } });
  for (const apiSeconds of [28, 121, 29.5])
    expect(() => stageOf(productionWith({ apiSeconds }))).toThrow('apiSeconds');
  expect(stageOf(productionWith({})).apiSeconds).toBe(29);
});

test('questions get their answers in parts where the stage says so, by functions of their own', () => {
  const all = resourcesOf(gatewayWith({ streamedReadings: true }));
  const transferOf = (of: typeof all) =>
    [...methodsOf(of)].map(([name, { Integration }]) => {
      const uri = JSON.stringify(Integration.Uri);
      return [name, Integration.ResponseTransferMode, /response-streaming-invocations/.test(uri)] as const;
    });
  const streamed = transferOf(all).filter(([, mode]) => mode === 'STREAM');
  expect(streamed.every(([name, , isInParts]) => name.startsWith('GET ') && isInParts)).toBe(true);
  expect(streamed.map(([name]) => name)).toEqual(
    expect.arrayContaining(['GET /v4/seg-social/idc', 'GET /v4/dehu/stats']),
  );
  for (const request of ['POST /v4/seg-social/alta', 'GET /v4/customer'])
    expect(methodFor(methodsOf(all), request)).not.toHaveProperty('Integration.ResponseTransferMode');
  const inParts = propertiesOf('Lambda::Function', all).filter(
    ({ Environment }) => Environment.Variables.STREAMED === 'true',
  );
  expect(inParts.map(({ FunctionName }) => nameOf(FunctionName)).toSorted()).toEqual(
    GROUPS.map((name) => `${name}-readings`).toSorted(),
  );
  for (const stage of [resources, production])
    expect(transferOf(stage).filter(([, mode]) => mode !== undefined)).toEqual([]);
  // As long as a whole answer may take to be made, and then to leave.
  expect(new Set(inParts.map(({ Timeout }) => Timeout))).toEqual(new Set([44]));
  const timeouts = [...methodsOf(all).values()].map(({ Integration }) => [
    Integration.ResponseTransferMode,
    Integration.TimeoutInMillis,
  ]);
  expect(new Set(timeouts.map(String))).toEqual(new Set(['STREAM,44000', ',29000']));
});

test('stand-ins within functions answer as a whole', () => {
  const { sandbox: described } = context.stages;
  const stages = { sandbox: { ...described, streamedReadings: true } };
  expect(() => stageOf({ stages })).toThrow('streamedReadings');
  expect(stageOf({ ...ADDRESSES, stages }).streamedReadings).toBe(true);
});

test('with both settings questions are asked on instances, in parts, also where what files is there, too', () => {
  const both = resourcesOf(gatewayWith({ ...managed({ submissions: true }), streamedReadings: true }));
  const readings = GROUPS.map((name) => `${name}-readings`);
  expect(namesIn(both)).toEqual([GROUPS.toSorted(), readings.toSorted()]);
  const inParts = propertiesOf('Lambda::Function', both).filter(
    ({ Environment }) => Environment.Variables.STREAMED === 'true',
  );
  expect(inParts.map(({ FunctionName }) => nameOf(FunctionName)).toSorted()).toEqual(readings.toSorted());
  const { Integration } = methodsOf(both).get('GET /v4/seg-social/idc')!;
  expect(Integration).toMatchObject({ ResponseTransferMode: 'STREAM', TimeoutInMillis: 44_000 });
});
