import { Template } from 'aws-cdk-lib/assertions';
import { expect, test } from 'vitest';
import { findingsIn } from '../../support/infra/findings.ts';
import {
  gatewayOf,
  ofType,
  production,
  productionWith,
  propertiesOf,
  resourcesOf,
  sandbox,
  stageOf,
} from '../../support/infra/templates.ts';

/** The fixed addresses from which functions call the authorities. */

const NAMES = ['seg-social', 'sepe', 'aeat', 'dehu'].flatMap((name) => [name, `${name}-consumer`]);
const AT_AUTHORITIES = [...NAMES, 'tramites', 'due-filings'].map((name) => `pasarela-production-${name}`);

const gateway = gatewayOf(productionWith({ fixedAddresses: 2 }), [
  'seg-social',
  'sepe',
  'aeat',
  'dehu',
  'tramites',
]);
const resources = resourcesOf(gateway);

test('no stage has a network unless it says so, and an emulator never', () => {
  for (const stage of [sandbox, production]) expect(ofType('EC2::VPC', stage)).toEqual([]);
  expect(
    stageOf({ ...productionWith({ fixedAddresses: 2 }), emulator: 'true' }).fixedAddresses,
  ).toBeUndefined();
  for (const wrong of [0, 4, 1.5, true])
    expect(() => stageOf(productionWith({ fixedAddresses: wrong }))).toThrow('fixedAddresses');
});

test('as many addresses as the stage says are in as many zones, also where no region is known yet', () => {
  const three = resourcesOf(gatewayOf(productionWith({ fixedAddresses: 3 }), ['aeat']));
  expect(ofType('EC2::EIP', three)).toHaveLength(3);
  expect(ofType('EC2::NatGateway', three)).toHaveLength(3);
  const zones = propertiesOf('EC2::Subnet', three).map(({ AvailabilityZone }) =>
    JSON.stringify(AvailabilityZone),
  );
  expect(new Set(zones).size).toBe(3);
});

test('functions that act before authorities are in the network, and no others', () => {
  const placed = propertiesOf('Lambda::Function', resources).filter(({ VpcConfig }) => VpcConfig);
  expect(placed.map(({ FunctionName }) => FunctionName).toSorted()).toEqual(AT_AUTHORITIES.toSorted());
  const subnets = ofType('EC2::Subnet', resources).filter(([id]) => id.includes('Functions'));
  for (const { VpcConfig } of placed) {
    expect(VpcConfig.SubnetIds.map(({ Ref }: { Ref: string }) => Ref).toSorted()).toEqual(
      subnets.map(([id]) => id).toSorted(),
    );
    expect(VpcConfig.SecurityGroupIds).toHaveLength(1);
  }
});

test('each zone has an address, which outlives the stack, and tables and buckets are reached without it', () => {
  const gatewaysOfNat = propertiesOf('EC2::NatGateway', resources);
  const addresses = ofType('EC2::EIP', resources);
  expect(gatewaysOfNat.map(({ AllocationId }) => AllocationId['Fn::GetAtt'][0]).toSorted()).toEqual(
    addresses.map(([id]) => id).toSorted(),
  );
  expect(addresses.map(([, { DeletionPolicy }]) => DeletionPolicy)).toEqual(
    Array(2).fill('RetainExceptOnCreate'),
  );
  expect(JSON.stringify(Template.fromStack(gateway).toJSON().Outputs.FixedAddresses.Value)).toBe(
    JSON.stringify({ 'Fn::Join': ['', [{ Ref: addresses[0]![0] }, ',', { Ref: addresses[1]![0] }]] }),
  );
  const endpoints = propertiesOf('EC2::VPCEndpoint', resources);
  expect(endpoints.map(({ VpcEndpointType }) => VpcEndpointType)).toEqual(['Gateway', 'Gateway']);
  expect(endpoints.flatMap(({ RouteTableIds }) => RouteTableIds).length).toBeGreaterThanOrEqual(4);
});

test('no one connects to the functions, and none gets more rights than a network needs', () => {
  for (const { SecurityGroupIngress } of propertiesOf('EC2::SecurityGroup', resources))
    expect(SecurityGroupIngress).toBeUndefined();
  expect(ofType('EC2::SecurityGroupIngress', resources)).toEqual([]);
  /** The policies of roles. If a role has many statements, the CDK puts some of them into a managed policy. */
  const policiesOf = (all: typeof resources) =>
    ['IAM::Policy', 'IAM::ManagedPolicy'].flatMap((type) => propertiesOf(type, all));
  const actionsOf = (all: typeof resources) =>
    new Set(
      policiesOf(all).flatMap(({ PolicyDocument }) =>
        PolicyDocument.Statement.flatMap(({ Action }: { Action: string | string[] }) => Action),
      ),
    );
  const without = actionsOf(production);
  const denied = policiesOf(resources).flatMap(({ PolicyDocument }) =>
    PolicyDocument.Statement.filter(({ Effect }: { Effect: string }) => Effect === 'Deny'),
  );
  expect(
    denied
      .map(({ Condition }) => JSON.stringify(Condition).match(/pasarela-production-[\w-]+/)![0])
      .toSorted(),
  ).toEqual(AT_AUTHORITIES.toSorted());
  expect([...actionsOf(resources)].filter((action) => !without.has(action)).toSorted()).toEqual([
    'ec2:AssignPrivateIpAddresses',
    'ec2:CreateNetworkInterface',
    'ec2:DeleteNetworkInterface',
    'ec2:DescribeNetworkInterfaces',
    'ec2:DescribeSubnets',
    'ec2:UnassignPrivateIpAddresses',
  ]);
});

test('cdk-nag finds nothing in a stage with a network', () => {
  expect(findingsIn(gateway)).toEqual([]);
});
