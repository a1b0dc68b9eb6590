import { Duration } from 'aws-cdk-lib';
import type { Deployment, Rights, Variables } from '../../../infra/deployment.ts';
import { LEAST_AT_ONCE } from '../../../infra/queues/function-queue.ts';
import { allow, onRows } from '../../../infra/rights/statements.ts';
import { MAIL_CHOICES } from '../../../shared/stores/keyspace.ts';
import { DIGESTS, SENT_MAILS } from '../events/store/event-row.ts';
import { MAILS_MS } from './hand-over.ts';

/** Name of the function that sends the mails that users subscribed to, and of its queue. */
const SEND = 'send-mails';

declare module '../../../shared/operation/operation.ts' {
  interface CapabilityRights {
    mails: typeof rights;
  }
}

declare module '../../../shared/kernel/config.ts' {
  interface CapabilityVariables {
    mails: typeof variables;
  }
}

const rights = {
  'mail-choices:write': ({ accounts }) => [
    onRows(accounts.tableArn, [MAIL_CHOICES], 'dynamodb:UpdateItem', 'dynamodb:DeleteItem'),
  ],
  // An owner who joins gets all mails.
  'mail-choices:begin': ({ accounts }) => [onRows(accounts.tableArn, [MAIL_CHOICES], 'dynamodb:UpdateItem')],
  'mail-choices:read': ({ accounts }) => [onRows(accounts.tableArn, [MAIL_CHOICES], 'dynamodb:Query')],
  'sent-mails:write': ({ events }) => [
    onRows(events.tableArn, [SENT_MAILS], 'dynamodb:GetItem', 'dynamodb:UpdateItem'),
  ],
  'digests:queue': ({ events }) => [
    onRows(events.tableArn, [DIGESTS], 'dynamodb:GetItem', 'dynamodb:UpdateItem'),
  ],
  'mails:queue': (_, { queues }) => [allow(queues.of(SEND).queue.queueArn, 'sqs:SendMessage')],
} satisfies Rights;

const variables = {
  MAILS_QUEUE: { value: (_, queues) => queues.of(SEND).queue.queueUrl },
} satisfies Variables;

/** What is deployed for the choices of mails, mails that were sent, and their queue. */
export const mails = {
  rights,
  functions: [
    {
      name: SEND,
      module: 'functions/capabilities/mails/send-handler.ts',
      // Recipients, contents (events, filings, obligations, certificates, names of companies), and sent mails.
      grants: [
        'service-key:read',
        'mail-choices:read',
        'accounts:get',
        'users:get',
        'clients:get',
        'certificates:list',
        'filings:read',
        'filings:unknown',
        'events:read',
        'obligations:due',
        'sent-mails:write',
        'counts:write',
        'mail:send',
      ],
      timeout: Duration.millis(MAILS_MS),
      // A queue of its own, so that nothing else that follows from events delays a mail.
      queue: {
        id: 'Mails',
        batch: 1,
        // Together with the visibility timeout, retries last half an hour.
        mostReceives: 5,
        // SES allows an AWS account 14 mails a second.
        atOnce: LEAST_AT_ONCE,
        hasDelays: true,
      },
    },
  ],
  joins: {
    follow: ['mails:queue'],
    scheduled: ['mail-choices:read', 'digests:queue', 'mails:queue'],
    ownerJoined: ['mail-choices:begin'],
  },
  variables,
} satisfies Deployment;
