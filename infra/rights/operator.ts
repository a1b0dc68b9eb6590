import { Aws } from 'aws-cdk-lib';
import type { PolicyStatementProps } from 'aws-cdk-lib/aws-iam';
import { OPERATOR_ACTS, TOTALS, UNKNOWN } from '../../functions/events/store/event-row.ts';
import { ACCOUNTS, ALL_ACCOUNTS, HEALTH } from '../../shared/stores/keyspace.ts';
import type { Storage } from '../storage.ts';
import { allow, onlyMember, onRows } from './statements.ts';

/** What operators read and do takes, and what is written down for them. */
export const OF_OPERATORS = {
  // Only when an account called last, and nothing else of its row.
  'calls:note': ({ accounts }: Storage) => [onlyMember(accounts.tableArn, ACCOUNTS, 'calledAt')],
  // Totals and lists without data of persons, all accounts, and how alarms are.
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
