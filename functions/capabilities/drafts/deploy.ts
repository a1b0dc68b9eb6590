import type { Deployment } from '../../../infra/deployment.ts';
import { onRows } from '../../../infra/rights/statements.ts';
import { DRAFTS } from '../../../shared/stores/filings/filing-keys.ts';

/** What is deployed for drafts. */
export const drafts = {
  rights: {
    'drafts:write': ({ filings }) => [
      onRows(filings.tableArn, [DRAFTS], 'dynamodb:Query', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem'),
    ],
  },
} satisfies Deployment;
