import { Aws } from 'aws-cdk-lib';
import type { Deployment, Rights } from '../../../infra/deployment.ts';
import { allow, onRows } from '../../../infra/rights/statements.ts';
import { ALL_ACCOUNTS, HEALTH } from '../../../shared/stores/keyspace.ts';
import { OPERATOR_ACTS, TOTALS, UNKNOWN } from '../events/store/event-row.ts';

declare module '../../../shared/operation/operation.ts' {
  interface CapabilityRights {
    operator: typeof rights;
  }
}

const rights = {
  // Totals and lists without personal data, all accounts, and the state of alarms.
  'operator:read': ({ accounts, events }) => [
    onRows(accounts.tableArn, [ALL_ACCOUNTS], 'dynamodb:Query'),
    onRows(events.tableArn, [TOTALS, UNKNOWN, OPERATOR_ACTS], 'dynamodb:Query'),
    onRows(events.tableArn, [TOTALS], 'dynamodb:BatchGetItem'),
    allow(
      `arn:${Aws.PARTITION}:cloudwatch:${Aws.REGION}:${Aws.ACCOUNT_ID}:alarm:*`,
      'cloudwatch:DescribeAlarms',
    ),
  ],
  'authorities:pause': ({ windows, events }) => [
    onRows(windows.tableArn, [HEALTH], 'dynamodb:PutItem', 'dynamodb:DeleteItem'),
    onRows(events.tableArn, [OPERATOR_ACTS], 'dynamodb:PutItem'),
  ],
  'totals:write': ({ events }) => [
    onRows(events.tableArn, [TOTALS], 'dynamodb:UpdateItem'),
    onRows(events.tableArn, [UNKNOWN], 'dynamodb:PutItem', 'dynamodb:DeleteItem'),
  ],
} satisfies Rights;

/** What is deployed for the operator's page and its counters. */
export const operator = {
  rights,
  joins: { follow: ['totals:write'] },
} satisfies Deployment;
