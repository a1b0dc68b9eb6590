import { Aws } from 'aws-cdk-lib';
import type { PolicyStatementProps } from 'aws-cdk-lib/aws-iam';
import { OPERATOR_ACTS, TOTALS, UNKNOWN } from '../../functions/capabilities/events/store/event-row.ts';
import { ACCOUNTS, ALL_ACCOUNTS, HEALTH } from '../../shared/stores/keyspace.ts';
import type { Storage } from '../storage.ts';
import { allow, onlyMember, onRows } from './statements.ts';

/** IAM statements for the operator's page and its counters, by grant. */
export const OF_OPERATORS = {
  // The time of an account's last call, and no other attribute of its row.
  'calls:note': ({ accounts }: Storage) => [onlyMember(accounts.tableArn, ACCOUNTS, 'calledAt')],
  // Totals and lists without personal data, all accounts, and the state of alarms.
  'operator:read': ({ accounts, events }: Storage) => [
    onRows(accounts.tableArn, [ALL_ACCOUNTS], 'dynamodb:Query'),
    onRows(events.tableArn, [TOTALS, UNKNOWN, OPERATOR_ACTS], 'dynamodb:Query'),
    onRows(events.tableArn, [TOTALS], 'dynamodb:BatchGetItem'),
    allow(
      `arn:${Aws.PARTITION}:cloudwatch:${Aws.REGION}:${Aws.ACCOUNT_ID}:alarm:*`,
      'cloudwatch:DescribeAlarms',
    ),
  ],
  'authorities:pause': ({ windows, events }: Storage) => [
    onRows(windows.tableArn, [HEALTH], 'dynamodb:PutItem', 'dynamodb:DeleteItem'),
    onRows(events.tableArn, [OPERATOR_ACTS], 'dynamodb:PutItem'),
  ],
  'totals:write': ({ events }: Storage) => [
    onRows(events.tableArn, [TOTALS], 'dynamodb:UpdateItem'),
    onRows(events.tableArn, [UNKNOWN], 'dynamodb:PutItem', 'dynamodb:DeleteItem'),
  ],
} satisfies Record<string, (storage: Storage) => PolicyStatementProps[]>;
