import type { Deployment } from '../../../infra/deployment.ts';
import { onRows } from '../../../infra/rights/statements.ts';
import { LOOKS } from '../events/store/event-row.ts';

/** What is deployed for the progress of looking for notifications. */
export const notifications = {
  rights: {
    'looks:move': ({ events }) => [
      onRows(events.tableArn, [LOOKS], 'dynamodb:GetItem', 'dynamodb:UpdateItem'),
    ],
  },
} satisfies Deployment;
