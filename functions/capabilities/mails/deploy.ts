import type { Deployment } from '../../../infra/deployment.ts';
import { allow, onRows } from '../../../infra/rights/statements.ts';
import { MAIL_CHOICES } from '../../../shared/stores/keyspace.ts';
import { DIGESTS, SENT_MAILS } from '../events/store/event-row.ts';

/** What is deployed for the choices of mails, mails that were sent, and their queue. */
export const mails = {
  rights: {
    'mail-choices:write': ({ accounts }) => [
      onRows(accounts.tableArn, [MAIL_CHOICES], 'dynamodb:UpdateItem', 'dynamodb:DeleteItem'),
    ],
    // An owner who joins gets all mails.
    'mail-choices:begin': ({ accounts }) => [
      onRows(accounts.tableArn, [MAIL_CHOICES], 'dynamodb:UpdateItem'),
    ],
    'mail-choices:read': ({ accounts }) => [onRows(accounts.tableArn, [MAIL_CHOICES], 'dynamodb:Query')],
    'sent-mails:write': ({ events }) => [
      onRows(events.tableArn, [SENT_MAILS], 'dynamodb:GetItem', 'dynamodb:UpdateItem'),
    ],
    'digests:queue': ({ events }) => [
      onRows(events.tableArn, [DIGESTS], 'dynamodb:GetItem', 'dynamodb:UpdateItem'),
    ],
    'mails:queue': (_, { mailQueue }) => [allow(mailQueue.queue.queueArn, 'sqs:SendMessage')],
  },
} satisfies Deployment;
