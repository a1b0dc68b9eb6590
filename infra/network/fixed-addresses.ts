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

/** EC2 actions with which Lambda attaches a function to a network. */
const INTERFACES = [
  'ec2:CreateNetworkInterface',
  'ec2:DescribeNetworkInterfaces',
  'ec2:DescribeSubnets',
  'ec2:DeleteNetworkInterface',
  'ec2:AssignPrivateIpAddresses',
  'ec2:UnassignPrivateIpAddresses',
];

/**
 * A VPC from which functions reach the authorities by fixed addresses: one for each NAT gateway, each in its own
 * availability zone. DynamoDB and S3 are reached through VPC endpoints.
 */
export class FixedAddresses extends Construct {
  /** IPv4 addresses, separated by commas. */
  readonly addresses: string;
  private readonly vpc: Vpc;
  private readonly group: SecurityGroup;

  constructor(scope: Construct, id: string, { fixedAddresses = 1, keepData }: Stage) {
    super(scope, id);
    const zones = Array.from({ length: fixedAddresses }, (_, zone) => zone);
    const own = zones.map((zone) => {
      const address = new CfnEIP(this, `Address${zone}`, { domain: 'vpc' });
      // Authorities may have allow-listed the address, so it outlives the stack.
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
      // Restricting the default security group would need a custom resource. Nothing uses that group.
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
   * Function options that place a function in the VPC. Lambda gets the EC2 rights through the function's role; a
   * condition keeps the function's own code from using them.
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
