import type { Deployment, Rights } from '../../../infra/deployment.ts';
import { onRows } from '../../../infra/rights/statements.ts';
import { ACT_BEGINS, ACTS } from './store/act-row.ts';

declare module '../../../shared/operation/operation.ts' {
  interface CapabilityRights {
    audit: typeof rights;
  }
}

const rights = {
  'acts:read': ({ obligations }) => [onRows(obligations.tableArn, [ACTS], 'dynamodb:Query')],
  // Acts are never deleted but with their account; they expire.
  'acts:note': ({ obligations }) => [
    onRows(obligations.tableArn, [ACTS], 'dynamodb:PutItem', 'dynamodb:UpdateItem'),
  ],
} satisfies Rights;

/** What is deployed for the activity of accounts. */
export const audit = {
  rights,
  changes: {
    obligations: {
      newImages: [{ sk: { S: [{ prefix: ACT_BEGINS }] }, outcome: { S: ['done', 'refused'] } }],
    },
  },
  joins: { acts: ['acts:note'] },
} satisfies Deployment;
