import { Aws, Validations } from 'aws-cdk-lib';
import {
  CfnEIP,
  GatewayVpcEndpointAwsService,
  NatProvider,
  SecurityGroup,
  SubnetType,
  Vpc,
} from 'aws-cdk-lib/aws-ec2';
import { Effect, PolicyStatement, type Role } from 'aws-cdk-lib/aws-iam';
import type { FunctionOptions } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { Stage } from '../stages.ts';
import { removalOf } from '../storage.ts';

/** What Lambda does with network interfaces in the name of a function. */
const INTERFACES = [
  'ec2:CreateNetworkInterface',
  'ec2:DescribeNetworkInterfaces',
  'ec2:DescribeSubnets',
  'ec2:DeleteNetworkInterface',
  'ec2:AssignPrivateIpAddresses',
  'ec2:UnassignPrivateIpAddresses',
];

/**
 * A network from which functions reach the authorities by addresses that stay the same: one for each NAT gateway, which
 * is in an availability zone of its own. Tables and buckets are reached without it.
 */
export class FixedAddresses extends Construct {
  /** IPv4, separated by commas. */
  readonly addresses: string;
  private readonly vpc: Vpc;
  private readonly group: SecurityGroup;

  constructor(scope: Construct, id: string, { fixedAddresses = 1, keepData }: Stage) {
    super(scope, id);
    const zones = Array.from({ length: fixedAddresses }, (_, zone) => zone);
    const own = zones.map((zone) => {
      const address = new CfnEIP(this, `Address${zone}`, { domain: 'vpc' });
      // Authorities may have it in their lists.
      address.applyRemovalPolicy(removalOf({ keepData }));
      return address;
    });
    this.addresses = own.map(({ ref }) => ref).join(',');
    this.vpc = new Vpc(this, 'Vpc', {
      maxAzs: fixedAddresses,
      natGateways: fixedAddresses,
      natGatewayProvider: NatProvider.gateway({
        eipAllocationIds: own.map(({ attrAllocationId }) => attrAllocationId),
      }),
      subnetConfiguration: [
        { name: 'Gateways', subnetType: SubnetType.PUBLIC, cidrMask: 28, mapPublicIpOnLaunch: false },
        { name: 'Functions', subnetType: SubnetType.PRIVATE_WITH_EGRESS, cidrMask: 20 },
      ],
      gatewayEndpoints: {
        Tables: { service: GatewayVpcEndpointAwsService.DYNAMODB },
        Buckets: { service: GatewayVpcEndpointAwsService.S3 },
      },
      // That needs a function of the CDK. Nothing uses the default group.
      restrictDefaultSecurityGroup: false,
    });
    Validations.of(this.vpc).acknowledge({
      id: 'AwsSolutions-VPC7',
      reason:
        'Only functions are in it, and no one can connect to them. What they ask the authorities is in their own log, exchange by exchange.',
    });
    this.group = new SecurityGroup(this, 'Group', {
      vpc: this.vpc,
      description: 'Functions that ask authorities: they connect to others, and no one to them',
    });
  }

  /**
   * What puts a function into the network. Its role gets the rights that Lambda needs for it; the code of the function, which
   * acts with the same role, does not have them.
   */
  placing(role: Role, functionName: string): Pick<FunctionOptions, 'vpc' | 'vpcSubnets' | 'securityGroups'> {
    const arn = `arn:${Aws.PARTITION}:lambda:${Aws.REGION}:${Aws.ACCOUNT_ID}:function:${functionName}`;
    const all = { actions: INTERFACES, resources: ['*'] };
    role.addToPolicy(new PolicyStatement(all));
    role.addToPolicy(
      new PolicyStatement({
        ...all,
        effect: Effect.DENY,
        conditions: { ArnEquals: { 'lambda:SourceFunctionArn': arn } },
      }),
    );
    return {
      vpc: this.vpc,
      vpcSubnets: { subnetType: SubnetType.PRIVATE_WITH_EGRESS },
      securityGroups: [this.group],
    };
  }
}
