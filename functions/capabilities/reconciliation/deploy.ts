import type { Deployment, Rights } from '../../../infra/deployment.ts';
import { onRows } from '../../../infra/rights/statements.ts';
import { RECONCILIATIONS } from './store/reconciliation-row.ts';
import { WORKFORCE } from './store/workforce-row.ts';

declare module '../../../shared/operation/operation.ts' {
  interface CapabilityRights {
    reconciliation: typeof rights;
  }
}

const rights = {
  'reconciliations:write': ({ filings }) => [
    onRows(filings.tableArn, [RECONCILIATIONS], 'dynamodb:PutItem', 'dynamodb:UpdateItem'),
  ],
  'reconciliations:forget': ({ filings }) => [
    onRows(
      filings.tableArn,
      [RECONCILIATIONS],
      'dynamodb:DeleteItem',
      'dynamodb:PutItem',
      'dynamodb:UpdateItem',
    ),
  ],
  'workforce:write': ({ obligations }) => [
    onRows(
      obligations.tableArn,
      [WORKFORCE],
      ...['GetItem', 'Query', 'PutItem', 'DeleteItem', 'ConditionCheckItem'].map(
        (action) => `dynamodb:${action}`,
      ),
    ),
  ],
  'workforce:read': ({ obligations }) => [
    onRows(obligations.tableArn, [WORKFORCE], 'dynamodb:GetItem', 'dynamodb:Query'),
  ],
  'workforce:forget': ({ obligations }) => [
    onRows(obligations.tableArn, [WORKFORCE], 'dynamodb:Query', 'dynamodb:DeleteItem'),
  ],
  'workforce:keep': ({ obligations }) => [
    onRows(
      obligations.tableArn,
      [WORKFORCE],
      ...['GetItem', 'PutItem', 'DeleteItem'].map((action) => `dynamodb:${action}`),
    ),
  ],
} satisfies Rights;

/** What is deployed for comparisons, and the workforces that they compare. */
export const reconciliation = {
  rights,
  changes: {
    filings: {
      newImages: [
        { sk: { S: ['reconciliation'] }, state: { S: ['ended'] } },
        // A nightly comparison that is switched off, and a difference that is accepted.
        { sk: { S: [{ prefix: 'company#' }] }, enabled: { BOOL: [false] } },
        { sk: { S: [{ prefix: 'accepted#' }] } },
      ],
    },
    obligations: { sortKeys: [{ prefix: 'company#' }] },
  },
  joins: {
    // The workforces of companies, kept up by what was filed.
    follow: ['workforce:keep'],
    // Questions of comparisons, sent by who may still ask.
    scheduled: ['workforce:read', 'reconciliations:write', 'tokens:check'],
    workerData: ['workforce:forget', 'reconciliations:forget'],
  },
} satisfies Deployment;
