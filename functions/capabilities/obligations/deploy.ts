import type { Deployment, Rights } from '../../../infra/deployment.ts';
import { allow, queries } from '../../../infra/rights/statements.ts';

declare module '../../../shared/operation/operation.ts' {
  interface CapabilityRights {
    obligations: typeof rights;
  }
}

const rights = {
  // Facts and their obligations. Nothing is deleted: an obligation is closed or withdrawn.
  'obligations:learn': ({ obligations }) => [
    allow(obligations.tableArn, 'dynamodb:BatchGetItem', 'dynamodb:Query', 'dynamodb:PutItem'),
  ],
  'obligations:list': ({ obligations }) => [
    allow(obligations.tableArn, 'dynamodb:GetItem'),
    ...queries(obligations, 'byAccount', 'byCompany', 'byWorker'),
  ],
  // Obligations by their ids.
  'obligations:get': ({ obligations }) => [allow(obligations.tableArn, 'dynamodb:BatchGetItem')],
  // Facts and obligations of one worker.
  'obligations:worker': ({ obligations }) => [
    allow(obligations.tableArn, 'dynamodb:Query'),
    ...queries(obligations, 'byWorker'),
  ],
  'obligations:due': ({ obligations }) => queries(obligations, 'byAccount', 'byCompany'),
  'obligations:see': ({ obligations }) => [allow(obligations.tableArn, 'dynamodb:PutItem')],
  // All that is known and due of one worker, who wants it erased.
  'obligations:forget': ({ obligations }) => [
    allow(
      obligations.tableArn,
      ...['BatchGetItem', 'Query', 'DeleteItem', 'PutItem'].map((action) => `dynamodb:${action}`),
    ),
    ...queries(obligations, 'byWorker'),
  ],
  // Of a world whose clock moves, or that starts again.
  'obligations:pass': ({ obligations }) => [
    allow(obligations.tableArn, 'dynamodb:DeleteItem'),
    ...queries(obligations, 'byAccount'),
  ],
} satisfies Rights;

/** What is deployed for facts, and the obligations that follow from them. */
export const obligations = {
  rights,
  changes: { obligations: { sortKeys: [{ prefix: 'obligation#' }, { prefix: 'seen#' }] } },
  joins: {
    follow: ['obligations:learn'],
    // Reminders that are due plan what comes next.
    scheduled: ['obligations:learn'],
    runReading: ['obligations:due', 'obligations:see'],
    workerName: ['obligations:worker'],
    workerData: ['obligations:forget'],
  },
} satisfies Deployment;
