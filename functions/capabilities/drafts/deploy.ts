import type { Deployment, Rights } from '../../../infra/deployment.ts';
import { onRows } from '../../../infra/rights/statements.ts';
import { DRAFTS } from '../../../shared/stores/filings/filing-keys.ts';

declare module '../../../shared/operation/operation.ts' {
  interface CapabilityRights {
    drafts: typeof rights;
  }
}

const rights = {
  'drafts:write': ({ filings }) => [
    onRows(filings.tableArn, [DRAFTS], 'dynamodb:Query', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem'),
  ],
} satisfies Rights;

/** What is deployed for drafts. */
export const drafts = {
  rights,
  joins: { workerData: ['drafts:write'] },
} satisfies Deployment;
