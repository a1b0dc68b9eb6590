import type { Deployment, Rights } from '../../../infra/deployment.ts';
import { onRows } from '../../../infra/rights/statements.ts';
import { LOOKS } from '../events/store/event-row.ts';

declare module '../../../shared/operation/operation.ts' {
  interface CapabilityRights {
    notifications: typeof rights;
  }
}

const rights = {
  'looks:move': ({ events }) => [onRows(events.tableArn, [LOOKS], 'dynamodb:GetItem', 'dynamodb:UpdateItem')],
} satisfies Rights;

/** What is deployed for the progress of looking for notifications. */
export const notifications = {
  rights,
  // Accounts, their certificates, the client companies of those, and progress.
  joins: { scheduled: ['accounts:list', 'certificates:list', 'clients:get', 'looks:move'] },
} satisfies Deployment;
