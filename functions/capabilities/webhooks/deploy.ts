import { Duration } from 'aws-cdk-lib';
import { RecursiveLoop } from 'aws-cdk-lib/aws-lambda';
import type { Deployment, Rights, Variables } from '../../../infra/deployment.ts';
import { allow, onRows } from '../../../infra/rights/statements.ts';
import { EVENTS } from '../events/store/event-row.ts';
import { DELIVERIES_MS } from './deliveries/outcome.ts';
import { DELIVERIES, WEBHOOKS } from './store/webhook-keys.ts';

/** Name of the function that sends events to webhooks, and of its queue. */
const SEND = 'deliveries';

declare module '../../../shared/operation/operation.ts' {
  interface CapabilityRights {
    webhooks: typeof rights;
  }
}

declare module '../../../shared/kernel/config.ts' {
  interface CapabilityVariables {
    webhooks: typeof variables;
  }
}

const rights = {
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
  'deliveries:send': (_, { queues }) => [allow(queues.of(SEND).queue.queueArn, 'sqs:SendMessage')],
} satisfies Rights;

const variables = {
  DELIVERIES_QUEUE: { value: (_, queues) => queues.of(SEND).queue.queueUrl },
  // On Lambda, the function's loopback address has services that no webhook may reach. An emulator runs on the
  // developer's machine, where tests receive webhooks.
  WEBHOOKS_TO_LOOPBACK: { value: ({ emulator }) => String(emulator !== undefined) },
} satisfies Variables;

/** What is deployed for webhooks of an account, and their deliveries. */
export const webhooks = {
  rights,
  changes: { accounts: { sortKeys: [{ prefix: 'webhook#' }] } },
  functions: [
    {
      name: SEND,
      module: 'functions/capabilities/webhooks/deliveries/handler.ts',
      // It also mails owners about a webhook that it switched off.
      grants: [
        'service-key:read',
        'accounts:get',
        'webhooks:note',
        'deliveries:record',
        'deliveries:send',
        'users:get',
        'users:list',
        'counts:write',
        'mail:send',
      ],
      timeout: Duration.millis(DELIVERIES_MS),
      // Mostly waits for receivers; not measured.
      memorySize: 512,
      // It sends the next attempt of a delivery to its own queue. The number of attempts is bounded.
      recursiveLoop: RecursiveLoop.ALLOW,
      // The function calls all receivers of a batch in parallel, two at a time of one host.
      queue: {
        id: 'Deliveries',
        mostReceives: 3,
        batch: 10,
        atOnce: 20,
        hasDelays: true,
        output: 'DeliveriesQueue',
      },
    },
  ],
  joins: { follow: ['accounts:list', 'webhooks:list', 'deliveries:send'] },
  variables,
} satisfies Deployment;
