import type { Deployment } from '../../../infra/deployment.ts';
import { allow, onRows } from '../../../infra/rights/statements.ts';
import { DELIVERIES, WEBHOOKS } from '../../../shared/stores/keyspace.ts';
import { EVENTS } from '../events/store/event-row.ts';

/** What is deployed for webhooks of an account, and their deliveries. */
export const webhooks = {
  rights: {
    'webhooks:read': ({ accounts }) => [
      onRows(accounts.tableArn, [WEBHOOKS], 'dynamodb:GetItem', 'dynamodb:Query'),
    ],
    'webhooks:list': ({ accounts }) => [onRows(accounts.tableArn, [WEBHOOKS], 'dynamodb:Query')],
    'webhooks:write': ({ accounts }) => [
      onRows(accounts.tableArn, [WEBHOOKS], 'dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem'),
    ],
    'webhooks:note': ({ accounts }) => [
      onRows(accounts.tableArn, [WEBHOOKS], 'dynamodb:GetItem', 'dynamodb:UpdateItem'),
    ],
    'deliveries:again': ({ events }) => [
      onRows(events.tableArn, [DELIVERIES, EVENTS], 'dynamodb:GetItem', 'dynamodb:Query'),
      onRows(events.tableArn, [DELIVERIES], 'dynamodb:UpdateItem'),
    ],
    'deliveries:record': ({ events }) => [
      onRows(events.tableArn, [DELIVERIES], 'dynamodb:GetItem', 'dynamodb:PutItem'),
    ],
    'deliveries:send': (_, { deliveries }) => [allow(deliveries.queue.queueArn, 'sqs:SendMessage')],
  },
  changes: { accounts: { sortKeys: [{ prefix: 'webhook#' }] } },
} satisfies Deployment;
